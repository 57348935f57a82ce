#include "cuda/kernels/sum_in.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/formats.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_sum_in {

// Shape (count): 700 ones and the like, so that short formats wrap or stop growing.
Outcome run(const Shape& shape) {
  std::vector<double> x = whole_numbers<double>(shape[0], 26, 1, 3);
  for (std::size_t i = 0; i < x.size(); i += 7) x[i] = 0.3;
  Outcome outcome;
  for (const kernels::Format format : kFormats) {
    DeviceArray<double> sum(1);
    kernels::sum_in(format, DeviceArray<double>(x).data(), sum.data(), shape[0]);
    outcome.got.push_back(sum.host()[0]);
    double running = 0;
    for (const double value : x) {
      running += static_cast<double>(kept(format, value));
      running = static_cast<double>(kept(format, running));
    }
    outcome.expected.push_back(running);
  }
  return outcome;
}

const Table table("SumIn", run, run,
                  {{{0}, "nothing: 0", 0, "one rounding a step", true},
                   {{1}, "one number", 0, "one rounding a step"},
                   {{131}, "past what 8 bits hold", 0, "one rounding a step"}});

}  // namespace galley::parity::of_sum_in
