// Each pair of features turned by an angle of its own (F13).
//
//   x (rows, width), angles (rows, width / 2) → y (rows, width), width even
//
// Grid: one thread a pair. Block: 32 to 256 threads.
#include "cuda/kernels/turn_rows.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"
#include "cuda/kernels/turn.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    turn_rows_kernel(const T* x, const double* angles, T* y, Size rows, Size width, Pairing pairing) {
  const Size half = width / 2, i = thread_of_grid();
  if (i >= rows * half) return;
  turn(x, y, i / half * width, width, i % half, angles[i], pairing);
}

}  // namespace

template <class T>
void turn_rows(const T* x, const double* angles, T* y, Size rows, Size width, Pairing pairing) {
  if (width % 2) throw DeviceError("turn_rows: features come in pairs, given " + std::to_string(width));
  launch_elements("turn_rows", turn_rows_kernel<T>, rows * (width / 2), x, angles, y, rows, width, pairing);
}

template void turn_rows(const float*, const double*, float*, Size, Size, Pairing);
template void turn_rows(const double*, const double*, double*, Size, Size, Pairing);

}  // namespace galley::kernels
