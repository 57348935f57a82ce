// Square root of each element (F05).
//
//   x (count) → y (count)
#include "cuda/kernels/sqrt.h"

#include "cuda/kernels/map.h"

namespace galley::kernels {
namespace {

struct SqrtOf {
  template <class T>
  static __device__ __forceinline__ T of(T x) {
    return sqrt(x);
  }
};

}  // namespace

template <class T>
void sqrt_elements(const T* x, T* y, Size count) {
  launch_elements("sqrt_elements", map_kernel<SqrtOf, T>, count, x, y, count);
}

template void sqrt_elements(const float*, float*, Size);
template void sqrt_elements(const double*, double*, Size);

}  // namespace galley::kernels
