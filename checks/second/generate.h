#pragma once
// Second route: a sentence token by token, everything computed anew at each (F15).
#include "checks/ops/generate.h"
#include "checks/second/plain.h"

namespace galley::second {

/// The ids that the largest scores give behind a prompt, without cache.
Ids greedy(const Model& model, const Ids& prompt, std::int64_t count);

/// Where output tokens become text: the bytes so far, cut before a character that is not whole. What stands
/// in `shown` has been shown already.
std::string newly_shown(const std::string& bytes_so_far, std::size_t& shown);

/// Logits after the last of these ids.
Tensor logits_after(const Model& model, const std::vector<std::int64_t>& ids);

/// The whole run from a prompt to its stop; `draws` as in the word.
Generation generate(const Model& model, const Pieces& table, const Ids& prompt, const Choice& how,
                    const StopRules& rules, const Tensor& draws);

}  // namespace galley::second
