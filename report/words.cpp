#include "report/words.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace galley::report {
namespace {

struct Reason {
  const char *en, *zh;
};

// The reasons that the program and the runner give; a lesson's own reasons stay as its author wrote them.
constexpr std::array<Reason, 15> kReasons = {{
    {"no CUDA device", "没有CUDA设备"},
    {"built without the CUDA toolkit", "构建时没有CUDA工具包"},
    {"the emulator was not built", "没有构建模拟器"},
    {"no arithmetic on the device", "设备上没有做任何运算"},
    {"compares no result of arithmetic", "没有比较任何运算的结果"},
    {"not in any run", "没有任何一次运行包含它"},
    {"the run ended before it", "运行在轮到它之前就结束了"},
    {"the run ended inside it", "运行在执行它时中断了"},
    {"its result cannot be read", "它的结果无法读取"},
    {"fails on the reference", "在参考实现上就不成立"},
    {"compares nothing", "什么也没有比较"},
    {"no claim of the chapter catches it", "本章没有主张识破它"},
    {"no misconception of the chapter makes it fail: it has no teeth", "本章没有一个误解能使它不成立"},
    {"a device is present, but the claims have not been run on it", "设备存在，但尚未在其上运行"},
    {"exact", "精确相等"},
}};

// Beginnings that the runner puts before what a lesson or a library says.
constexpr std::array<Reason, 5> kBeginnings = {{
    {"computed on the host: ", "在主机上算得："},
    {"fails on the reference: ", "在参考实现上就不成立："},
    {"cannot load the kernels: ", "无法载入内核："},
    {"throws: ", "抛出异常："},
    {"no CUDA device (", "没有CUDA设备 ("},
}};

// What bounds' reasons are made of.
constexpr std::array<Reason, 5> kBoundParts = {{
    {"half a unit of the last printed digit", "末位数字的半个单位"},
    {"at least so far apart: ", "至少相差这么多："},
    {", and ", "，外加"},
    {" rounding steps of the last operations", "步末尾运算的舍入"},
    {", at this column's epsilon", "，按本列的精度"},
}};

constexpr const char* kChanged = "changed since the run: ";
constexpr std::array<Reason, 5> kParts = {{{"lesson", "本章源文件"},
                                           {"words", "词"},
                                           {"fixture", "数字文件"},
                                           {"mistakes", "误解"},
                                           {"kernels", "内核"}}};

std::string joined(const std::vector<std::int64_t>& numbers) {
  std::string text = "[";
  for (std::size_t place = 0; place < numbers.size(); ++place)
    text += (place ? "," : "") + std::to_string(numbers[place]);
  return text + "]";
}

std::string special(double value) { return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf"; }

}  // namespace

std::string value_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.10g}", value) : special(value);
}
std::string exact_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : special(value);
}
std::string error_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.2g}", value) : special(value);
}

std::string index_text(const std::vector<std::int64_t>& index) { return index.empty() ? "" : joined(index); }
std::string shape_text(const std::vector<std::int64_t>& shape) { return joined(shape); }

Text state_words(State state) {
  switch (state) {
    case State::pass:
      return {"成立", "holds"};
    case State::fail:
      return {"不成立", "fails"};
    case State::crash:
      return {"崩溃", "crashed"};
    case State::not_run:
      return {"未运行", "not run"};
    case State::not_applicable:
      return {"不适用", "not applicable"};
    case State::stale:
      return {"已过期", "stale"};
    case State::not_judged:
      return {"未评判", "not judged"};
  }
  return {};
}

const char* sign_of(State state) {
  switch (state) {
    case State::pass:
      return "✓";
    case State::fail:
      return "✗";
    case State::crash:
      return "‼";
    case State::not_run:
      return "–";
    case State::not_applicable:
      return "·";
    case State::stale:
      return "~";
    case State::not_judged:
      return "?";
  }
  return "";
}

Text reason_words(const std::string& why) {
  std::string text = why;
  for (const char* prefix : {"not run: ", "not applicable: "})
    if (text.rfind(prefix, 0) == 0) text.erase(0, std::string(prefix).size());
  for (const Reason& reason : kReasons)
    if (text == reason.en) return {reason.zh, reason.en};
  for (const Reason& beginning : kBeginnings)
    if (text.rfind(beginning.en, 0) == 0)
      return {beginning.zh + text.substr(std::string(beginning.en).size()), text};
  if (text.rfind(kChanged, 0) == 0) {
    std::string zh = text.substr(std::string(kChanged).size());
    for (const Reason& part : kParts)
      if (const std::size_t at = zh.find(part.en); at != std::string::npos)
        zh.replace(at, std::string(part.en).size(), part.zh);
    return {"运行之后已改动：" + zh, text};
  }
  return {text, text};
}

Text bound_words(const std::string& why) {
  Text text = reason_words(why);
  for (const Reason& part : kBoundParts)
    if (const std::size_t at = text.zh.find(part.en); at != std::string::npos)
      text.zh.replace(at, std::string(part.en).size(), part.zh);
  return text;
}

Text state_with_reason(State state, const std::string& why) {
  Text text = state_words(state);
  if (why.empty()) return text;
  const Text reason = reason_words(why);
  return {text.zh + "：" + reason.zh, text.en + ": " + reason.en};
}

}  // namespace galley::report
