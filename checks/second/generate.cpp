#include "checks/second/generate.h"

#include "checks/second/array.h"
#include "checks/second/decode.h"
#include "checks/second/mask.h"
#include "checks/second/model.h"
#include "checks/second/text.h"

namespace galley::second {

Ids greedy(const Model& model, const Ids& prompt, std::int64_t count) {
  std::vector<std::int64_t> all = prompt.values();
  std::vector<std::int64_t> produced;
  for (std::int64_t i = 0; i < count; ++i) {
    KvCache nothing;
    Trace trace;
    const Tensor logits =
        next_logits(model, Ids({static_cast<std::int64_t>(all.size())}, all), nothing, trace);
    std::int64_t best = 0;
    for (std::int64_t id = 1; id < logits.size(); ++id) {
      if (logits.at({id}) > logits.at({best})) best = id;
    }
    all.push_back(best);
    produced.push_back(best);
  }
  return Ids({count}, produced);
}

std::string newly_shown(const std::string& bytes_so_far, std::size_t& shown) {
  // A tail is unfinished when one more byte could still make a single character of it and what stands before
  // it is read as without it.
  std::size_t whole = bytes_so_far.size();
  for (std::size_t tail = 1; tail <= 3 && tail <= bytes_so_far.size(); ++tail) {
    const std::string rest = bytes_so_far.substr(bytes_so_far.size() - tail);
    for (const int more : {0x80, 0xA0}) {  // whatever start it is, one of these may follow
      for (const std::string& ending : {std::string(), std::string(1, '\x80'), std::string(2, '\x80')}) {
        const auto read = decode_utf8(rest + static_cast<char>(more) + ending);
        if (read.size() == 1 && read[0] != 0xFFFD) whole = bytes_so_far.size() - tail;
      }
    }
  }
  const std::string text = encode_utf8(decode_utf8(bytes_so_far.substr(0, whole)));
  const std::string fresh = text.substr(shown);
  shown = text.size();
  return fresh;
}

Tensor logits_after(const Model& model, const std::vector<std::int64_t>& ids) {
  const auto length = static_cast<std::int64_t>(ids.size());
  Trace unread;
  const Tensor all = forward(model, Ids({1, length}, ids), causal_mask(length, length), unread);
  return select(select(all, 0, 0), 0, length - 1);
}

Generation generate(const Model& model, const Pieces& table, const Ids& prompt, const Choice& how,
                    const StopRules& rules, const Tensor& draws) {
  std::vector<std::int64_t> sentence = prompt.values();
  std::vector<std::int64_t> produced, before;
  Generation run{Ids({0}, {}), {}, Ids({0}, {}), 0, Stop::none};
  std::string text;
  while (run.stop == Stop::none) {
    const Tensor logits = logits_after(model, sentence);
    ++run.forwards;
    const std::size_t i = produced.size();
    const double u = static_cast<std::int64_t>(i) < draws.size() ? draws.values()[i] : 0;
    const std::int64_t id = choose_token(logits, how, u);
    before.push_back(static_cast<std::int64_t>(sentence.size()));
    sentence.push_back(id);
    produced.push_back(id);
    run.pieces.push_back(table.at(static_cast<std::size_t>(id)));
    text += run.pieces.back();
    if (static_cast<std::int64_t>(produced.size()) >= rules.most) run.stop = Stop::length;
    for (const std::string& each : rules.stop_texts) {
      if (text.find(each) != std::string::npos) run.stop = Stop::stop_text;
    }
    if (id == rules.end_token) run.stop = Stop::end_token;
  }
  const auto count = static_cast<std::int64_t>(produced.size());
  run.produced = Ids({count}, produced);
  run.cached = Ids({count}, before);
  return run;
}

}  // namespace galley::second
