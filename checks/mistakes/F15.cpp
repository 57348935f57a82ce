#include <algorithm>
#include <filesystem>
#include <map>

#include "checks/claim.h"

namespace galley::F15 {
namespace {

struct ReshapesTheHead : Ops {
  using Ops::Ops;
  Tensor output_head(const Tensor& hidden, const Tensor& w_out) const override {
    return Ops::output_head(hidden, transpose(reshape(w_out, {w_out.length(1), w_out.length(0)})));
  }
};
MISTAKE(F15, ReshapesTheHead, "把Wout按[6,2]重排来读", "reads Wout under the shape [6,2] by reshaping it");

struct ReturnsTheLargestValue : Ops {
  using Ops::Ops;
  Ids argmax(const Tensor& z, std::int64_t axis) const override {
    if (z.rank() != 1) return Ops::argmax(z, axis);
    const std::vector<double> values = z.values();
    const double largest = *std::max_element(values.begin(), values.end());
    return Ids({}, {static_cast<std::int64_t>(largest)});
  }
};
MISTAKE(F15, ReturnsTheLargestValue, "返回最大的分数，而不是它的编号",
        "returns the largest score in place of its id");

struct IgnoresTheDraw : Ops {
  using Ops::Ops;
  std::int64_t choose_token(const Tensor& logits, const Choice&, double) const override {
    return argmax(logits, 0).item();
  }
};
MISTAKE(F15, IgnoresTheDraw, "不论怎样设置，总取最大的一个",
        "always takes the largest, whatever is asked for");

struct CutsNothing : Ops {
  using Ops::Ops;
  std::int64_t choose_token(const Tensor& logits, const Choice& how, double u) const override {
    return Ops::choose_token(logits, {how.temperature, 0, 1}, u);
  }
};
MISTAKE(F15, CutsNothing, "忘了按top-k和top-p去掉候选", "forgets to cut by top-k and top-p");

struct TakesTheLastColumn : Ops {
  using Ops::Ops;
  Ids last_valid(const Mask& valid) const override {
    const std::int64_t rows = valid.length(0);
    return Ids({rows}, std::vector<std::int64_t>(static_cast<std::size_t>(rows), valid.length(1) - 1));
  }
};
MISTAKE(F15, TakesTheLastColumn, "无条件取数组的最后一列", "takes the last column whatever stands there");

struct CountsTheValid : Ops {
  using Ops::Ops;
  Ids last_valid(const Mask& valid) const override {
    std::vector<std::int64_t> last;
    for (std::int64_t b = 0; b < valid.length(0); ++b) {
      std::int64_t count = 0;
      for (std::int64_t t = 0; t < valid.length(1); ++t) count += valid.at({b, t});
      last.push_back(std::max<std::int64_t>(count - 1, 0));
    }
    return Ids({valid.length(0)}, std::move(last));
  }
};
MISTAKE(F15, CountsTheValid, "有效个数减一就当作最后位置，左填充时错位",
        "takes the number of real tokens less one, which is off under left padding");

struct AveragesPositions : Ops {
  using Ops::Ops;
  Tensor last_rows(const Tensor& x, const Mask& valid) const override {
    const Tensor total = squeeze(sum(x, 1), 1);
    return divide(total, scalar(static_cast<double>(valid.length(1))));
  }
};
MISTAKE(F15, AveragesPositions, "把所有位置平均起来预测", "predicts from the mean over all positions");

struct SeesTheFuture : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return Mask::full({queries, keys}, 1);
  }
};
MISTAKE(F15, SeesTheFuture, "训练时让位置看到后面的Token", "lets positions read what comes after them");

struct ResendsTheLastToken : Ops {
  using Ops::Ops;
  Tensor prefill(const Model& model, const Ids& prompt, KvCache& cache, Trace& trace) const override {
    Ops::prefill(model, prompt, cache, trace);
    return decode_step(model, prompt.at({prompt.size() - 1}), cache, trace);
  }
};
MISTAKE(F15, ResendsTheLastToken, "丢掉预填充的分数，把最后一个输入再送一遍",
        "throws the prefill's scores away and feeds the last prompt token again");

struct FeedsTheHiddenRow : Ops {
  using Ops::Ops;
  Tensor decode_step(const Model& model, std::int64_t, KvCache& cache, Trace& trace) const override {
    const Trace::Step* last = nullptr;
    for (const Trace::Step& step : trace.steps()) last = step.name == "final" ? &step : last;
    const std::int64_t n = last->value.length(1);
    const Tensor x = slice(last->value, 1, n - 1, n);
    const std::int64_t total = cached_positions(cache) + 1;
    const Tensor hidden = run_layers(model, x, causal_mask(1, total), cache, trace);
    return select(select(readout(model, hidden, trace), 0, 0), 0, 0);
  }
};
MISTAKE(F15, FeedsTheHiddenRow, "把最后一排隐藏状态送回去，而不是选出的编号",
        "feeds the last hidden row back in place of the chosen id");

struct CountsTheChosen : Ops {
  using Ops::Ops;
  std::int64_t offset_after(std::int64_t offset, std::int64_t fed) const override {
    return offset == 0 ? fed + 1 : offset + fed;
  }
};
MISTAKE(F15, CountsTheChosen, "刚选出就算作已经处理", "counts the token that was only chosen as processed");

struct AddsThePromptAgain : Ops {
  using Ops::Ops;
  std::int64_t offset_after(std::int64_t offset, std::int64_t fed) const override {
    const std::int64_t before = offset == 0 ? fed : before_;
    before_ = fed;
    return offset + before;
  }

 private:
  mutable std::int64_t before_ = 0;
};
MISTAKE(F15, AddsThePromptAgain, "每步加上的是前一次输入的长度",
        "adds the length of the input before this one");

struct DecodesEachPieceAlone : Ops {
  using Ops::Ops;
  std::string push_bytes(TextStream&, const std::string& bytes) const override {
    return encode_utf8(decode_utf8(bytes));
  }
};
MISTAKE(F15, DecodesEachPieceAlone, "每一片字节单独解码", "decodes each piece of bytes alone");

struct DropsPartialBytes : Ops {
  using Ops::Ops;
  std::string push_bytes(TextStream&, const std::string& bytes) const override {
    std::string whole;
    for (std::int64_t at = 0; at < static_cast<std::int64_t>(bytes.size());) {
      const std::int64_t length = character_length(bytes, at);
      if (length > 0) whole += bytes.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(length));
      at += std::max<std::int64_t>(length, 1);
    }
    return whole;
  }
};
MISTAKE(F15, DropsPartialBytes, "不完整的字节直接丢掉", "drops bytes that are no whole character yet");

struct WaitsForTheEnd : Ops {
  using Ops::Ops;
  std::string push_bytes(TextStream& stream, const std::string& bytes) const override {
    stream.waiting += bytes;
    return "";
  }
};
MISTAKE(F15, WaitsForTheEnd, "全部收完才显示", "shows nothing before the end");

struct LengthIsTheEnd : Ops {
  using Ops::Ops;
  Stop reason_to_stop(const StopRules& rules, const Ids& produced, const Pieces& pieces,
                      bool cancelled) const override {
    const Stop stop = Ops::reason_to_stop(rules, produced, pieces, cancelled);
    return stop == Stop::length ? Stop::end_token : stop;
  }
};
MISTAKE(F15, LengthIsTheEnd, "达到长度上限也读作正常结束", "reads the length limit as a proper end");

struct LooksInEachPiece : Ops {
  using Ops::Ops;
  Stop reason_to_stop(const StopRules& rules, const Ids& produced, const Pieces& pieces,
                      bool cancelled) const override {
    const Pieces newest = pieces.empty() ? pieces : Pieces{pieces.back()};
    return Ops::reason_to_stop(rules, produced, newest, cancelled);
  }
};
MISTAKE(F15, LooksInEachPiece, "只在最新一片里找停止文字",
        "looks for the stop text in the newest piece only");

struct AnyEndIsAnAnswer : Ops {
  using Ops::Ops;
  bool is_final_answer(Stop stop, const std::string&) const override { return stop != Stop::none; }
};
MISTAKE(F15, AnyEndIsAnAnswer, "停下来就当作最终回答", "takes whatever ended for a final answer");

struct EndTokenMeansDone : Ops {
  using Ops::Ops;
  bool task_done(Stop stop, const ChangeFacts&) const override { return stop == Stop::end_token; }
};
MISTAKE(F15, EndTokenMeansDone, "出现结束Token就当作任务完成", "takes the end token for a task that is done");

struct CancelRollsBack : Ops {
  using Ops::Ops;
  Transcript cancel_task(const std::vector<Message>& request, const Permissions& permissions,
                         std::int64_t outputs) const override {
    std::map<std::string, std::string> before;
    for (const auto& entry : std::filesystem::directory_iterator(permissions.folder)) {
      before[entry.path().string()] = read_file(entry.path().string());
    }
    const Transcript transcript = Ops::cancel_task(request, permissions, outputs);
    for (const auto& [path, text] : before) write_file(path, text);
    return transcript;
  }
};
MISTAKE(F15, CancelRollsBack, "以为取消会撤回工具已做的事",
        "thinks that cancelling takes back what tools have done");

struct PredictsItself : Ops {
  using Ops::Ops;
  Ids next_tokens(const Ids& ids) const override {
    const std::vector<std::int64_t> all = ids.values();
    return Ids({ids.size() - 1}, std::vector<std::int64_t>(all.begin(), all.end() - 1));
  }
};
MISTAKE(F15, PredictsItself, "目标不错位，让每个位置预测自己",
        "does not shift the targets: each position predicts itself");

struct SkipsOne : Ops {
  using Ops::Ops;
  Ids next_tokens(const Ids& ids) const override {
    const std::vector<std::int64_t> all = ids.values();
    return Ids({ids.size() - 2}, std::vector<std::int64_t>(all.begin() + 2, all.end()));
  }
};
MISTAKE(F15, SkipsOne, "目标错了两位", "shifts the targets by two");

}  // namespace
}  // namespace galley::F15
