#include "checks/second/generate.h"

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

}  // namespace galley::second
