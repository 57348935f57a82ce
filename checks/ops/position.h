#pragma once
#include "checks/ops/mask.h"

namespace galley {

/// Positions and rotary embedding (F13). Angles are formed in double in every column and only their sines and
/// cosines are rounded: at large positions a float32 angle has lost its last turns.
class PositionOps : public MaskOps {
 public:
  using MaskOps::MaskOps;

  /// Logical positions of a row with padding: the real tokens count 0, 1, 2, …, whichever side the padding is
  /// on; padding gets 0, which nobody reads. valid (…, T) → (…, T). F13.
  virtual Ids position_ids(const Mask& valid) const;

  /// The position behind the largest one: (…, T) → (…). F13, F16.
  virtual Ids next_position(const Ids& positions) const;

  /// first, first + 1, …: the positions of `count` consecutive tokens. F13.
  virtual Ids positions_from(std::int64_t first, std::int64_t count) const;

  /// Positions of the newest `kept` slots of a window, unchanged: (T) → (kept). F13.
  virtual Ids kept_positions(const Ids& positions, std::int64_t kept) const;

  /// Degrees as radians: π/180 times each. F13.
  virtual Tensor radians(const Tensor& degrees) const;

  /// cos of each angle, in radians. F13.
  virtual Tensor cosine(const Tensor& angles) const;

  /// sin of each angle, in radians. F13.
  virtual Tensor sine(const Tensor& angles) const;

  /// [[cos α, −sin α], [sin α, cos α]]: turns a column counter-clockwise by α. F13.
  virtual Tensor rotation_matrix(double angle) const;

  /// x·R(α)ᵀ: the same turn for pairs written as rows: (n, 2) → (n, 2). F13.
  virtual Tensor rotate_rows(const Tensor& x, double angle) const;

  /// base^(−2i/d) for each pair i of a row of d features: (d/2). Throws unless d is even and positive. F13.
  virtual Tensor rope_frequencies(std::int64_t width, double base) const;

  /// Position times frequency: positions (n), frequencies (d/2) → (n, d/2). F13.
  virtual Tensor rope_angles(const Ids& positions, const Tensor& frequencies) const;

  /// Turns the neighbouring features (2i, 2i + 1) counter-clockwise by angle i: x (…, d), angles broadcast to
  /// (…, d/2). F13.
  virtual Tensor turn_pairs(const Tensor& x, const Tensor& angles) const;

  /// Turns the features (i, i + d/2) counter-clockwise by angle i: x (…, d), angles broadcast to (…, d/2).
  /// F13.
  virtual Tensor turn_halves(const Tensor& x, const Tensor& angles) const;

  /// Rotary embedding in neighbouring pairs: x (…, n, d), positions (n) → (…, n, d). F13.
  virtual Tensor rope(const Tensor& x, const Ids& positions, double base) const;

  /// Rotary embedding in half-split pairs: x (…, n, d), positions (n) → (…, n, d). F13.
  virtual Tensor rope_halves(const Tensor& x, const Ids& positions, double base) const;

  /// Queries turned by their positions: (…, n, d), (n) → (…, n, d). F13.
  virtual Tensor rope_queries(const Tensor& q, const Ids& positions, double base) const;

  /// Keys turned by their positions: (…, m, d), (m) → (…, m, d). F13.
  virtual Tensor rope_keys(const Tensor& k, const Ids& positions, double base) const;
};

}  // namespace galley
