// Rotary embedding (F13): each pair of features turns by the row's position times the pair's frequency
// base^(−2i/width).
//
//   x (rows, width), positions (rows) → y (rows, width), width even
//
// Grid: one thread a pair. Block: 32 to 256 threads.
#include "cuda/kernels/rope_rows.h"

#include "cuda/kernels/row_launch.h"
#include "cuda/kernels/turn.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    rope_kernel(const T* x, const std::int64_t* positions, T* y, Size rows, Size width, double base,
                Pairing pairing) {
  const Size half = width / 2;
  if (thread_of_grid() >= rows * half) return;
  const Size row = thread_of_grid() / half, pair = thread_of_grid() % half;
  const double frequency = pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
  const double angle = static_cast<double>(positions[row]) * frequency;
  turn(x, y, row * width, width, pair, angle, pairing);
}

}  // namespace

template <class T>
void rope_rows(const T* x, const std::int64_t* positions, T* y, Size rows, Size width, double base,
               Pairing pairing) {
  if (width % 2) throw DeviceError("rope_rows: features come in pairs, given " + std::to_string(width));
  launch_elements("rope_rows", rope_kernel<T>, rows * (width / 2), x, positions, y, rows, width, base,
                  pairing);
}

template void rope_rows(const float*, const std::int64_t*, float*, Size, Size, double, Pairing);
template void rope_rows(const double*, const std::int64_t*, double*, Size, Size, double, Pairing);

}  // namespace galley::kernels
