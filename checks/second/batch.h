#pragma once
// Second route: batches and the lookup of rows (F04, F05).
#include "checks/ops/batch.h"
#include "checks/second/plain.h"

namespace galley::second {

Ids lengths_of(const Sentences& sentences);
std::int64_t common_length(const Ids& lengths);
Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id);
Ids pad_left(const Sentences& sentences, std::int64_t length, std::int64_t pad_id);
Sentences truncate(const Sentences& sentences, std::int64_t length);
Mask valid_right(const Ids& lengths, std::int64_t length);
Mask valid_left(const Ids& lengths, std::int64_t length);
Ids count_valid(const Mask& valid);
Ids last_valid(const Mask& valid);
Mask valid_by_pad_id(const Ids& ids, std::int64_t pad_id);
Ids last_ids(const Ids& ids, const Mask& valid);
Ids valid_tokens(const Ids& ids, const Mask& valid);
Tensor take_positions(const Tensor& x, const Ids& positions);
Tensor mean_valid(const Tensor& x, const Mask& valid);
Ids order_by_length(const Ids& lengths);
Ids inverse_order(const Ids& order);
std::int64_t padding_waste(const Ids& lengths, const Ids& order, std::int64_t batch_size);
Ids batch_waits(const Ids& arrivals, std::int64_t batch_size);
Tensor embed(const Tensor& table, const Ids& ids);
Tensor one_hot(const Ids& ids, std::int64_t vocabulary);
Tensor embedding_scale(std::int64_t width);
Tensor embed_scaled(const Tensor& table, const Ids& ids);

Plain embed(const Plain& table, const Ids& ids);

}  // namespace galley::second
