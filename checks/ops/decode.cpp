#include "checks/ops/decode.h"

#include <algorithm>
#include <limits>

namespace galley {
namespace {

std::string joined(const Pieces& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

/// Where the first of these texts begins, or npos.
std::size_t first_of(const Pieces& wanted, const std::string& text) {
  std::size_t first = std::string::npos;
  for (const std::string& each : wanted) first = std::min(first, text.find(each));
  return first;
}

}  // namespace

std::string to_text(Stop stop) {
  switch (stop) {
    case Stop::none:
      return "none";
    case Stop::end_token:
      return "end token";
    case Stop::length:
      return "length";
    case Stop::stop_text:
      return "stop text";
    case Stop::cancelled:
      return "cancelled";
  }
  return "?";
}

Tensor DecodeOps::output_head(const Tensor& hidden, const Tensor& w_out) const {
  if (hidden.rank() != 1) return matmul(hidden, w_out);
  return squeeze(matmul(unsqueeze(hidden, 0), w_out), 0);
}

Tensor DecodeOps::last_rows(const Tensor& x, const Mask& valid) const {
  return take_positions(x, last_valid(valid));
}

Tensor DecodeOps::exclude(const Tensor& logits, const Ids& banned) const {
  if (logits.rank() < 1) throw Misuse("exclude: needs logits (…, N), given " + to_text(logits.shape()));
  const auto vocabulary = static_cast<std::size_t>(logits.length(-1));
  std::vector<double> values = logits.values();
  for (const std::int64_t id : banned.values()) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary) {
      throw Misuse("exclude: id " + std::to_string(id) + " is outside the vocabulary of " +
                   std::to_string(vocabulary));
    }
    for (std::size_t i = static_cast<std::size_t>(id); i < values.size(); i += vocabulary) {
      values[i] = -std::numeric_limits<double>::infinity();
    }
  }
  return Tensor(logits.shape(), std::move(values));
}

std::int64_t DecodeOps::choose_token(const Tensor& logits, const Choice& how, double u) const {
  if (logits.rank() != 1) throw Misuse("choose_token: needs scores (N), given " + to_text(logits.shape()));
  if (how.temperature == 0) return choose(logits, 0, u);
  Tensor shares = shares_at_temperature(logits, how.temperature);
  if (how.top_k > 0) shares = top_k(shares, how.top_k);
  if (how.top_p < 1) shares = top_p(shares, how.top_p);
  return sample(shares, u);
}

std::int64_t DecodeOps::offset_after(std::int64_t offset, std::int64_t fed) const { return offset + fed; }

std::string DecodeOps::push_bytes(TextStream& stream, const std::string& bytes) const {
  const std::string all = stream.waiting + bytes;
  const std::size_t whole = all.size() - static_cast<std::size_t>(unfinished_length(all));
  stream.waiting = all.substr(whole);
  return encode_utf8(decode_utf8(all.substr(0, whole)));
}

std::string DecodeOps::end_stream(TextStream& stream) const {
  const std::string rest = encode_utf8(decode_utf8(stream.waiting));
  stream.waiting.clear();
  return rest;
}

Stop DecodeOps::reason_to_stop(const StopRules& rules, const Ids& produced, const Pieces& pieces,
                               bool cancelled) const {
  if (cancelled) return Stop::cancelled;
  if (produced.size() > 0 && produced.at({produced.size() - 1}) == rules.end_token) return Stop::end_token;
  if (first_of(rules.stop_texts, joined(pieces)) != std::string::npos) return Stop::stop_text;
  return produced.size() >= rules.most ? Stop::length : Stop::none;
}

std::string DecodeOps::text_before_stop(const StopRules& rules, const Pieces& pieces) const {
  const std::string text = joined(pieces);
  return text.substr(0, first_of(rules.stop_texts, text));
}

bool DecodeOps::is_final_answer(Stop stop, const std::string& output) const {
  const bool ended_itself = stop == Stop::end_token || stop == Stop::stop_text;
  return ended_itself && parse_request(output).tool.empty();
}

bool DecodeOps::task_done(Stop, const ChangeFacts& facts) const { return facts.changed && facts.passes; }

}  // namespace galley
