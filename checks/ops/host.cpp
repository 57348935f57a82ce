#include "checks/ops/host.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "checks/json.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kOutputsATask = 6;

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

/// What stands behind `start`, or nothing.
std::string rest_after(const std::string& text, const std::string& start) {
  return starts_with(text, start) ? text.substr(start.size()) : "";
}

/// The newest message of this role, or nullptr.
const Message* newest(const std::vector<Message>& messages, const std::string& role) {
  for (std::size_t i = messages.size(); i-- > 0;) {
    if (messages[i].role == role) return &messages[i];
  }
  return nullptr;
}

/// The rule in a file that the request holds: attached under its name, or read by the last tool.
std::string rule_in_request(const std::vector<Message>& request, const std::string& name) {
  for (const Message& message : request) {
    if (message.role == "attachment" && starts_with(message.text, name + "\n")) {
      return message.text.substr(name.size() + 1);
    }
  }
  const Message* result = newest(request, "tool");
  return result != nullptr && starts_with(result->text, "x ") ? result->text : "";
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  // In memory where the machine has a folder there: teeth make hundreds of these.
  const fs::path memory = "/dev/shm";
  const fs::path base = access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
  path_ = (base / "galley-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) throw Misuse("TemporaryFolder: cannot make " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a folder that is gone already is as good
  fs::remove_all(path_, ignored);
}

double HostOps::apply_rule(const std::string& rule, double x) const {
  std::istringstream words(rule);
  std::string name, sign;
  double number = 0;
  if (!(words >> name >> sign >> number) || name != "x" || (sign != "*" && sign != "+")) {
    throw Misuse("apply_rule: \"" + rule + "\" is neither x * number nor x + number");
  }
  const double in = round_to(precision_, x);
  return round_to(precision_, sign == "*" ? in * number : in + number);
}

std::string HostOps::read_file(const std::string& path) const {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Misuse("read_file: cannot read " + path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

void HostOps::write_file(const std::string& path, const std::string& text) const {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  if (!file.flush()) throw Misuse("write_file: cannot write " + path);
}

Message HostOps::attach_file(const std::string& path) const {
  return {"attachment", fs::path(path).filename().string() + "\n" + read_file(path)};
}

std::string HostOps::model_output(const std::vector<Message>& request) const {
  const Message* asked = newest(request, "user");
  if (asked == nullptr) return "";
  if (asked->text == "what is my name?") {
    for (std::size_t i = request.size(); i-- > 0;) {
      const std::string name = rest_after(request[i].text, "my name is ");
      if (request[i].role == "user" && !name.empty()) return name;
    }
    return "unknown";
  }
  const std::string wanted = rest_after(asked->text, "fix ");
  const std::string file = wanted.empty() ? rest_after(asked->text, "explain ") : wanted;
  if (file.empty()) return "noted";
  const Message* last_request = newest(request, "assistant");
  if (last_request != nullptr && starts_with(last_request->text, "write_file ")) return "changed " + file;
  const std::string rule = rule_in_request(request, file);
  if (rule.empty()) {
    const Message* result = newest(request, "tool");
    return result == nullptr ? "read_file " + file : "unknown";
  }
  return wanted.empty() ? "the rule is " + rule : "write_file " + file + " x * 2";
}

ToolRequest HostOps::parse_request(const std::string& output) const {
  std::istringstream words(output);
  ToolRequest request;
  words >> request.tool >> request.path;
  if (request.tool != "read_file" && request.tool != "write_file") return {};
  words.get();  // the one space before the text
  request.text = std::string(std::istreambuf_iterator<char>(words), {});
  return request;
}

std::string HostOps::reason_to_refuse(const ToolRequest& request, const Permissions& permissions) const {
  bool permitted = false;
  for (const std::string& tool : permissions.tools) permitted = permitted || tool == request.tool;
  if (!permitted) return "refused: " + request.tool + " is not permitted";
  const fs::path folder = fs::weakly_canonical(permissions.folder);
  const fs::path inside = fs::weakly_canonical(folder / request.path).lexically_relative(folder);
  if (inside.empty() || *inside.begin() == "..") return "refused: " + request.path + " is outside the folder";
  return "";
}

ToolResult HostOps::act(const ToolRequest& request, const Permissions& permissions) const {
  const std::string reason = reason_to_refuse(request, permissions);
  if (!reason.empty()) return {false, reason};
  const std::string path = (fs::path(permissions.folder) / request.path).string();
  if (fs::is_directory(path)) return {false, "failed: " + request.path + " is a folder"};
  if (request.tool == "write_file") {
    write_file(path, request.text);
    return {true, "written"};
  }
  if (!fs::is_regular_file(path)) return {false, "failed: there is no file " + request.path};
  return {true, read_file(path)};
}

Transcript HostOps::run_task(const std::vector<Message>& request, const Permissions& permissions) const {
  return cancel_task(request, permissions, kOutputsATask);
}

Transcript HostOps::cancel_task(const std::vector<Message>& request, const Permissions& permissions,
                                std::int64_t outputs) const {
  Transcript transcript{request, ""};
  for (std::int64_t i = 0; i < outputs; ++i) {
    const std::string output = model_output(transcript.messages);
    transcript.messages.push_back({"assistant", output});
    const ToolRequest asked = parse_request(output);
    if (asked.tool.empty()) {
      transcript.answer = output;
      break;
    }
    transcript.messages.push_back({"tool", act(asked, permissions).text});
  }
  return transcript;
}

bool HostOps::parses_as_json(const std::string& text) const { return is_json(text); }

std::string HostOps::trace_of(const Transcript& transcript) const {
  std::string trace;
  for (const Message& message : transcript.messages) trace += (trace.empty() ? "" : " ") + message.role;
  return trace;
}

bool HostOps::says_changed(const std::string& output) const { return starts_with(output, "changed "); }

bool HostOps::file_changed(const std::string& path, const std::string& before) const {
  return read_file(path) != before;
}

bool HostOps::passes_test(const std::string& path, double input, double wanted) const {
  return apply_rule(read_file(path), input) == wanted;
}

ChangeFacts HostOps::facts_of_change(const std::string& said, const std::string& path,
                                     const std::string& before, double input, double wanted) const {
  return {says_changed(said), file_changed(path, before), passes_test(path, input, wanted)};
}

void HostOps::remember(SessionStore& store, std::int64_t session, const Message& message) const {
  std::vector<Message>& held = store.sessions[session];
  held.push_back(message);
  while (static_cast<std::int64_t>(held.size()) > store.keep) held.erase(held.begin());
}

std::vector<Message> HostOps::recall(const SessionStore& store, std::int64_t session) const {
  const auto found = store.sessions.find(session);
  return found == store.sessions.end() ? std::vector<Message>{} : found->second;
}

std::string HostOps::ask(SessionStore& store, std::int64_t session, const std::string& text) const {
  std::vector<Message> request = recall(store, session);
  request.push_back({"user", text});
  const std::string output = model_output(request);
  remember(store, session, request.back());
  remember(store, session, {"assistant", output});
  return output;
}

std::string HostOps::fingerprint(const std::vector<Tensor>& parameters) const {
  std::uint64_t hash =
      14695981039346656037ULL;  // FNV-1a: enough to tell models apart by chance, not by intent
  const auto take = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211ULL;
  };
  for (const Tensor& parameter : parameters) {
    const Shape& shape = parameter.shape();
    const std::vector<double> values = parameter.values();
    take(shape.data(), shape.size() * sizeof shape[0]);
    take(values.data(), values.size() * sizeof(double));
  }
  std::string name;
  for (int shift = 60; shift >= 0; shift -= 4) name += "0123456789abcdef"[(hash >> shift) & 15];
  return name;
}

std::int64_t HostOps::find_kept(const std::vector<CacheKey>& kept, const CacheKey& wanted) const {
  std::int64_t best = -1;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::vector<std::int64_t>& prefix = kept[i].prefix;
    const bool fits = kept[i].model == wanted.model && prefix.size() <= wanted.prefix.size() &&
                      std::equal(prefix.begin(), prefix.end(), wanted.prefix.begin());
    if (fits && prefix.size() > longest) {
      best = static_cast<std::int64_t>(i);
      longest = prefix.size();
    }
  }
  return best;
}

}  // namespace galley
