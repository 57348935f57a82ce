#include "checks/ops/generate.h"

namespace galley {

Tensor GenerateOps::prefill(const Model& model, const Ids& prompt, KvCache& cache, Trace& trace) const {
  return next_logits(model, prompt, cache, trace);
}

Tensor GenerateOps::decode_step(const Model& model, std::int64_t id, KvCache& cache, Trace& trace) const {
  return next_logits(model, Ids({1}, {id}), cache, trace);
}

Generation GenerateOps::generate(const Model& model, const Pieces& table, const Ids& prompt,
                                 const Choice& how, const StopRules& rules, const Tensor& draws) const {
  if (rules.most < 1) throw Misuse("generate: at most " + std::to_string(rules.most) + " tokens");
  KvCache cache;
  Trace trace;
  Generation run{Ids({0}, {}), {}, Ids({0}, {}), 1, Stop::none};
  std::vector<std::int64_t> produced;
  std::vector<std::int64_t> cached;
  const auto list = [](const std::vector<std::int64_t>& values) {
    return Ids({static_cast<std::int64_t>(values.size())}, values);
  };
  Tensor logits = prefill(model, prompt, cache, trace);
  std::int64_t offset = offset_after(0, prompt.size());
  for (;;) {
    const auto i = static_cast<std::int64_t>(produced.size());
    const std::int64_t id = choose_token(logits, how, i < draws.size() ? draws.at({i}) : 0);
    produced.push_back(id);
    cached.push_back(offset);
    run.pieces.push_back(piece_of(table, id));
    run.stop = reason_to_stop(rules, list(produced), run.pieces, false);
    if (run.stop != Stop::none) break;
    logits = decode_step(model, id, cache, trace);
    offset = offset_after(offset, 1);
    ++run.forwards;
  }
  run.produced = list(produced);
  run.cached = list(cached);
  return run;
}

}  // namespace galley
