#include "cuda/kernels/rope_frequencies.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_rope_frequencies {

// Shape (width). Doubles in every column.
Outcome run(const Shape& shape) {
  DeviceArray<double> frequencies(static_cast<std::size_t>(shape[0] / 2));
  kernels::rope_frequencies(frequencies.data(), shape[0], 10000);
  Outcome outcome{frequencies.host(), {}, {}};
  for (std::int64_t i = 0; i < shape[0] / 2; ++i)
    outcome.expected.push_back(
        std::pow(10000.0L, -2.0L * static_cast<long double>(i) / static_cast<long double>(shape[0])));
  return outcome;
}

constexpr const char* kRounding =
    "the exponent is rounded at up to 1, which the power multiplies by ln 10000 = 9.2; CUDA states 2 ulps "
    "for pow";

const Table table("RopeFrequencies", run, run,
                  {{{0}, "no pairs", 8, kRounding, true},
                   {{2}, "one pair", 8, kRounding},
                   {{62}, "below a warp", 8, kRounding},
                   {{1034}, "517 pairs: prime-ish, several blocks", 8, kRounding}});

}  // namespace galley::parity::of_rope_frequencies
