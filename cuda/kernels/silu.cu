// x · sigmoid(x) = x / (1 + e^−x) (F14). e^−x may overflow to ∞: then the result is −0.
//
//   x (count) → y (count)
#include "cuda/kernels/silu.h"

#include "cuda/kernels/map.h"

namespace galley::kernels {
namespace {

struct SiluOf {
  template <class T>
  static __device__ __forceinline__ T of(T x) {
    return x / (T(1) + exp(-x));
  }
};

}  // namespace

template <class T>
void silu_elements(const T* x, T* y, Size count) {
  launch_elements("silu_elements", map_kernel<SiluOf, T>, count, x, y, count);
}

template void silu_elements(const float*, float*, Size);
template void silu_elements(const double*, double*, Size);

}  // namespace galley::kernels
