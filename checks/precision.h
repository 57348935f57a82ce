#pragma once
// Precision is a value, not a type: values travel as double, and a word rounds its inputs to the column's
// precision, computes in it, and hands back doubles (F06). bf16 and f16 are storage: round, compute in float,
// round.
#include <string_view>

namespace galley {

enum class Precision { f64, f32, bf16, f16 };

std::string_view name_of(Precision precision);

/// The nearest number of this precision, ties to even; overflow gives ±∞. F06.
double round_to(Precision precision, double value);

/// Distance from 1 to the next larger number of this precision: 2^-52, 2^-23, 2^-7, 2^-10.
double epsilon_of(Precision precision);

}  // namespace galley
