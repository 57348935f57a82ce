// a + b, a − b, a · b, a / b, or the smaller of both, with broadcasting (F08).
//
//   a, b under the shape of out, with stride 0 where they repeat → out, row-major
//
// Grid: one thread an element of out. Block: 32 to 256 threads.
#include "cuda/kernels/broadcast_zip.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    broadcast_zip_kernel(Arithmetic operation, const T* a, const T* b, T* out, Layout<2> layout, Size count) {
  const Size i = thread_of_grid();
  if (i >= count) return;
  Size places[2];
  layout.place(i, places);
  const T x = a[places[0]], y = b[places[1]];
  switch (operation) {
    case Arithmetic::add:
      out[i] = x + y;
      break;
    case Arithmetic::subtract:
      out[i] = x - y;
      break;
    case Arithmetic::multiply:
      out[i] = x * y;
      break;
    case Arithmetic::divide:
      out[i] = x / y;
      break;
    case Arithmetic::smaller:
      out[i] = y < x ? y : x;
      break;
  }
}

}  // namespace

template <class T>
void broadcast_zip(Arithmetic operation, const T* a, const T* b, T* out, const Layout<2>& layout) {
  const Size count = layout.count();
  launch_elements("broadcast_zip", broadcast_zip_kernel<T>, count, operation, a, b, out, layout, count);
}

template void broadcast_zip(Arithmetic, const float*, const float*, float*, const Layout<2>&);
template void broadcast_zip(Arithmetic, const double*, const double*, double*, const Layout<2>&);

}  // namespace galley::kernels
