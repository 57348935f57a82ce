// max(x, 0), written so that NaN, for which no comparison holds, passes through (F10).
//
//   x (count) → y (count)
#include "cuda/kernels/relu.h"

#include "cuda/kernels/map.h"

namespace galley::kernels {
namespace {

struct ReluOf {
  template <class T>
  static __device__ __forceinline__ T of(T x) {
    return x < T(0) ? T(0) : x;
  }
};

}  // namespace

template <class T>
void relu_elements(const T* x, T* y, Size count) {
  launch_elements("relu_elements", map_kernel<ReluOf, T>, count, x, y, count);
}

template void relu_elements(const float*, float*, Size);
template void relu_elements(const double*, double*, Size);

}  // namespace galley::kernels
