#include "cuda/kernels/mask_scores.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_mask_scores {

// Behind the mask stands NaN, which must not come through.
template <class T>
Outcome run(const Shape& shape) {
  std::vector<T> scores = numbers<T>(shape[0], 21);
  const std::vector<std::uint8_t> may_read = mask(shape[0], 22);
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (!may_read[i]) scores[i] = static_cast<T>(NAN);
  DeviceArray<T> out(scores.size());
  kernels::mask_scores<T>(DeviceArray<T>(scores).data(), DeviceArray<std::uint8_t>(may_read).data(),
                          out.data(), shape[0]);
  Outcome outcome{widened(out.host()), {}, {}};
  for (std::size_t i = 0; i < scores.size(); ++i)
    outcome.expected.push_back(may_read[i] ? static_cast<long double>(scores[i]) : -INFINITY);
  return outcome;
}

const Table table("MaskScores", run<float>, run<double>, element_lines(0, "no arithmetic"));

}  // namespace galley::parity::of_mask_scores
