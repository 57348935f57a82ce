#pragma once
// Second route: positions and rotary embedding (F13). Turning is multiplying complex numbers.
#include "checks/second/plain.h"

namespace galley::second {

Ids position_ids(const Mask& valid);
Ids next_position(const Ids& positions);
Ids positions_from(std::int64_t first, std::int64_t count);
Ids kept_positions(const Ids& positions, std::int64_t kept);
Tensor radians(const Tensor& degrees);
Tensor cosine(const Tensor& angles);
Tensor sine(const Tensor& angles);
Tensor rotation_matrix(double angle);
Tensor rotate_rows(const Tensor& x, double angle);
Tensor rope_frequencies(std::int64_t width, double base);
Tensor rope_angles(const Ids& positions, const Tensor& frequencies);
Tensor turn_pairs(const Tensor& x, const Tensor& angles);
Tensor turn_halves(const Tensor& x, const Tensor& angles);
Tensor rope(const Tensor& x, const Ids& positions, double base);
Tensor rope_halves(const Tensor& x, const Ids& positions, double base);
Tensor rope_queries(const Tensor& q, const Ids& positions, double base);
Tensor rope_keys(const Tensor& k, const Ids& positions, double base);

Plain rope(const Plain& x, const Ids& positions, double base);

}  // namespace galley::second
