// Natural logarithm of each element; ln 0 = −∞ (F09).
//
//   x (count) → y (count)
#include "cuda/kernels/log.h"

#include "cuda/kernels/map.h"

namespace galley::kernels {
namespace {

struct LogOf {
  template <class T>
  static __device__ __forceinline__ T of(T x) {
    return log(x);
  }
};

}  // namespace

template <class T>
void log_elements(const T* x, T* y, Size count) {
  launch_elements("log_elements", map_kernel<LogOf, T>, count, x, y, count);
}

template void log_elements(const float*, float*, Size);
template void log_elements(const double*, double*, Size);

}  // namespace galley::kernels
