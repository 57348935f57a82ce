// The logistic function 1 / (1 + e^−x) (F09, F14).
//
//   x (count) → y (count)
#include "cuda/kernels/sigmoid.h"

#include "cuda/kernels/map.h"

namespace galley::kernels {
namespace {

struct SigmoidOf {
  template <class T>
  static __device__ __forceinline__ T of(T x) {
    return T(1) / (T(1) + exp(-x));
  }
};

}  // namespace

template <class T>
void sigmoid_elements(const T* x, T* y, Size count) {
  launch_elements("sigmoid_elements", map_kernel<SigmoidOf, T>, count, x, y, count);
}

template void sigmoid_elements(const float*, float*, Size);
template void sigmoid_elements(const double*, double*, Size);

}  // namespace galley::kernels
