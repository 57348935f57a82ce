// e to each element (F09).
//
//   x (count) → y (count)
#include "cuda/kernels/exp.h"

#include "cuda/kernels/map.h"

namespace galley::kernels {
namespace {

struct ExpOf {
  template <class T>
  static __device__ __forceinline__ T of(T x) {
    return exp(x);
  }
};

}  // namespace

template <class T>
void exp_elements(const T* x, T* y, Size count) {
  launch_elements("exp_elements", map_kernel<ExpOf, T>, count, x, y, count);
}

template void exp_elements(const float*, float*, Size);
template void exp_elements(const double*, double*, Size);

}  // namespace galley::kernels
