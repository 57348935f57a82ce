#pragma once
#include "checks/ops/array.h"

namespace galley {

/// The ids of several inputs, one list each, of any lengths. F04.
using Sentences = std::vector<std::vector<std::int64_t>>;

/// Batches of sentences and the lookup of their rows (F04, F05). Validity is a Mask of shape (B, T): true = a
/// real token stands there.
class BatchOps : public ArrayOps {
 public:
  using ArrayOps::ArrayOps;

  /// How many ids each sentence has: → (B). F04.
  virtual Ids lengths_of(const Sentences& sentences) const;

  /// The length T that a batch needs: that of its longest sentence. (B). Throws for an empty batch. F04.
  virtual std::int64_t common_length(const Ids& lengths) const;

  /// The table of ids with PAD behind the shorter ones: → (B, T). Throws naming a sentence longer than T:
  /// padding loses nothing. F04.
  virtual Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const;

  /// The same with PAD in front. F04.
  virtual Ids pad_left(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const;

  /// The first `length` ids of each sentence; what lies behind is lost. F04.
  virtual Sentences truncate(const Sentences& sentences, std::int64_t length) const;

  /// Validity of rows padded on the right: lengths (B) → (B, T). Throws naming a length outside [0, T]. F04.
  virtual Mask valid_right(const Ids& lengths, std::int64_t length) const;

  /// Validity of rows padded on the left. F04.
  virtual Mask valid_left(const Ids& lengths, std::int64_t length) const;

  /// Validity read off the ids: false where PAD's id stands. Right only where no real token has that id (PAD
  /// may be the end token too). (…, T) → (…, T). F04.
  virtual Mask valid_by_pad_id(const Ids& ids, std::int64_t pad_id) const;

  /// How many real tokens each row has: (…, T) → (…), counted in 64 bits. F04, F06.
  virtual Ids count_valid(const Mask& valid) const;

  /// The last column that holds a real token, whichever side is padded: (…, T) → (…). Throws naming a row
  /// that has none. F04, F15.
  virtual Ids last_valid(const Mask& valid) const;

  /// The last real id of each row: ids (B, T), valid (B, T) → (B). Throws naming a row that has none. F04.
  virtual Ids last_ids(const Ids& ids, const Mask& valid) const;

  /// The ids at valid places, row after row: ids (…, T), valid (…, T) → (n). F04.
  virtual Ids valid_tokens(const Ids& ids, const Mask& valid) const;

  /// One position of each row: x (B, T, …), positions (B) → (B, …). A copy. Throws naming a position outside
  /// [0, T). F04, F15.
  virtual Tensor take_positions(const Tensor& x, const Ids& positions) const;

  /// The mean of the vectors at valid places: x (B, T, d), valid (B, T) → (B, d). Throws naming a row that
  /// has none. F04, F05.
  virtual Tensor mean_valid(const Tensor& x, const Mask& valid) const;

  /// The places of these lengths from the shortest to the longest, equal ones in their order: (n) → (n). F04.
  virtual Ids order_by_length(const Ids& lengths) const;

  /// Where each entry of an order has gone: result[order[i]] = i. Throws unless it names each place once.
  /// F04.
  virtual Ids inverse_order(const Ids& order) const;

  /// Places filled with PAD when requests are taken in this order, `batch_size` at a time, each batch padded
  /// to its own longest: lengths (n), order (n). F04.
  virtual std::int64_t padding_waste(const Ids& lengths, const Ids& order, std::int64_t batch_size) const;

  /// How long each request waits until its batch is full, `batch_size` at a time; a last batch that stays
  /// short leaves with its last request. Arrival times (n), ascending → (n), in the same unit. F04.
  virtual Ids batch_waits(const Ids& arrivals, std::int64_t batch_size) const;

  /// Rows of a table: E (N, d), ids (…) → (…, d). A copy. Throws naming an id outside [0, N). F05.
  virtual Tensor embed(const Tensor& table, const Ids& ids) const;

  /// A row of N with a 1 at the id and 0 elsewhere: ids (…) → (…, N). Throws naming an id outside [0, N).
  /// F05.
  virtual Tensor one_hot(const Ids& ids, std::int64_t vocabulary) const;

  /// √d, by which some models multiply looked-up rows. F05, F06.
  virtual Tensor embedding_scale(std::int64_t width) const;

  /// Looked-up rows times √d, once: E (N, d), ids (…) → (…, d). F05.
  virtual Tensor embed_scaled(const Tensor& table, const Ids& ids) const;
};

}  // namespace galley
