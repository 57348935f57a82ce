#pragma once
#include "checks/ops/attention.h"

namespace galley {

/// How a token is chosen from its scores. F09, F15.
struct Choice {
  double temperature = 0;  ///< 0: the largest score; above: a draw
  std::int64_t top_k = 0;  ///< 0: all candidates
  double top_p = 1;
};

/// Why generating ended. None of these says that a task was done. F15.
enum class Stop { none, end_token, length, stop_text, cancelled };

/// "end token"
std::string to_text(Stop stop);

/// When to end: at this token, after so many tokens, or once one of these texts has been produced. F15.
struct StopRules {
  std::int64_t end_token = -1;  ///< -1: none
  std::int64_t most = 0;
  Pieces stop_texts;
};

/// Bytes that have arrived and are no whole character yet. F15.
struct TextStream {
  std::string waiting;
};

/// From the last row of scores to a token (F15).
class DecodeOps : public AttentionOps {
 public:
  using AttentionOps::AttentionOps;

  /// A score for each word of the vocabulary: hidden (…, n, d) or (d), W_out (d, N) → (…, n, N) or (N). F15.
  virtual Tensor output_head(const Tensor& hidden, const Tensor& w_out) const;

  /// The row of each sentence at its last real token: x (B, T, d), valid (B, T) → (B, d). F15.
  virtual Tensor last_rows(const Tensor& x, const Mask& valid) const;

  /// Logits with these ids set to −∞, so that they are never chosen: (…, N) → (…, N). Throws for an id
  /// outside [0, N). F15, X01.
  virtual Tensor exclude(const Tensor& logits, const Ids& banned) const;

  /// The id that is chosen from scores (N): the largest at temperature 0, otherwise the draw u in [0, 1)
  /// among the shares at that temperature, cut by top-k, then top-p. F09, F15.
  virtual std::int64_t choose_token(const Tensor& logits, const Choice& how, double u) const;

  /// Positions processed once `fed` more tokens have gone through the model. A token that was only chosen has
  /// not. F15.
  virtual std::int64_t offset_after(std::int64_t offset, std::int64_t fed) const;

  /// What can be shown once these bytes have arrived: all whole characters; the start of another one waits.
  /// F15.
  virtual std::string push_bytes(TextStream& stream, const std::string& bytes) const;

  /// What is shown when nothing more comes: U+FFFD for a start that still waits. F15.
  virtual std::string end_stream(TextStream& stream) const;

  /// Why to end after these tokens, whose texts are `pieces`: cancelled, then the end token, then a stop text
  /// anywhere in the joined text, then the length. F15.
  virtual Stop reason_to_stop(const StopRules& rules, const Ids& produced, const Pieces& pieces,
                              bool cancelled) const;

  /// The joined pieces up to the first stop text. F15.
  virtual std::string text_before_stop(const StopRules& rules, const Pieces& pieces) const;

  /// True when an output is meant as the last word: the model ended it itself, and it asks for no tool. F15.
  virtual bool is_final_answer(Stop stop, const std::string& output) const;

  /// Whether a task is done. Facts decide, however the output ended. F01, F15.
  virtual bool task_done(Stop stop, const ChangeFacts& facts) const;
};

}  // namespace galley
