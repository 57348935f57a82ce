#include "cuda/kernels/zero_forbidden.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_zero_forbidden {

// Behind the mask stands NaN, which must not come through.
template <class T>
Outcome run(const Shape& shape) {
  std::vector<T> shares = numbers<T>(shape[0], 23);
  std::vector<std::uint8_t> may_read = mask(shape[0], 24);
  if (shape[0] == 1) may_read[0] = 1;
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (!may_read[i]) shares[i] = static_cast<T>(NAN);
  DeviceArray<T> out(shares.size());
  kernels::zero_forbidden<T>(DeviceArray<T>(shares).data(), DeviceArray<std::uint8_t>(may_read).data(),
                             out.data(), shape[0]);
  Outcome outcome{widened(out.host()), {}, {}};
  for (std::size_t i = 0; i < shares.size(); ++i)
    outcome.expected.push_back(may_read[i] ? static_cast<long double>(shares[i]) : 0);
  return outcome;
}

const Table table("ZeroForbidden", run<float>, run<double>, element_lines(0, "no arithmetic"));

}  // namespace galley::parity::of_zero_forbidden
