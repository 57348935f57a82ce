#include "cuda/kernels/cast.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/formats.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_cast {

// Values of every size that a format treats differently: ordinary, exactly between two neighbours, below the
// smallest, beyond the largest. NaN and ∞ stay outside whole formats, and so outside this table.
Outcome run(const Shape& shape) {
  std::vector<double> x = numbers<double>(shape[0], 25, 100);
  const double special[] = {1 + 0x1p-9,  256.5,     257,    70000, -65520,    0x1p-25,
                            3 * 0x1p-26, -0x1p-134, 3.4e38, 1e39,  1.0000001, -300.7};
  for (std::size_t i = 0; i < x.size() && i < std::size(special); ++i) x[i] = special[i];
  Outcome outcome;
  for (const kernels::Format format : kFormats) {
    DeviceArray<double> y(x.size());
    kernels::cast_elements(format, DeviceArray<double>(x).data(), y.data(), shape[0]);
    for (const double value : y.host()) outcome.got.push_back(value);
    for (const double value : x) outcome.expected.push_back(kept(format, value));
  }
  return outcome;
}

const Table table("Cast", run, run, element_lines(0, "one rounding by definition"));

}  // namespace galley::parity::of_cast
