// Matrix product (F07), tiled: each block computes a 64 × 64 piece of one product, each thread 4 × 4 elements
// of it.
//
//   a (…, m, n), b (…, n, p) → out (…, m, p)
//
// Grid: one block a piece, all pieces of all products in one row of blocks. Block: 16 × 16 threads. Any m, n,
// p.
#include "cuda/kernels/matmul.h"

#include "cuda/kernels/reduce.h"
#include "cuda/launch.h"

namespace galley::kernels {
namespace {

constexpr int kSide = 64;      // rows and columns of a piece
constexpr int kDepth = 16;     // columns of a, rows of b that are in shared memory at a time
constexpr int kPerThread = 4;  // rows and columns of a thread, kStep apart
constexpr int kStep = kSide / kPerThread;
constexpr int kThreads = kStep * kStep;

template <class T>
__global__ void __launch_bounds__(kThreads)
    matmul_kernel(const T* a, const T* b, T* out, Layout<2> matrices, Size m, Size n, Size p) {
  __shared__ T a_tile[kDepth][kSide + 1], b_tile[kDepth][kSide];
  const Size across = (p + kSide - 1) / kSide, down = (m + kSide - 1) / kSide;
  const Size product = block() / (across * down), piece = block() % (across * down);
  const Size first_row = piece / across * kSide, first_col = piece % across * kSide;
  Size places[2];
  matrices.place(product, places);
  a += places[0] * m * n;
  b += places[1] * n * p;
  out += product * m * p;
  const int ty = thread() / kStep, tx = thread() % kStep;

  T sums[kPerThread][kPerThread] = {};
  for (Size k0 = 0; k0 < n; k0 += kDepth) {
    const int depth = static_cast<int>(n - k0 < kDepth ? n - k0 : kDepth);
    __syncthreads();  // the tiles before these have been read
    for (int i = thread(); i < kSide * kDepth; i += kThreads) {
      const int row = i / kDepth, k = i % kDepth;
      a_tile[k][row] = first_row + row < m && k < depth ? a[(first_row + row) * n + k0 + k] : T(0);
    }
    for (int i = thread(); i < kSide * kDepth; i += kThreads) {
      const int k = i / kSide, col = i % kSide;
      b_tile[k][col] = first_col + col < p && k < depth ? b[(k0 + k) * p + first_col + col] : T(0);
    }
    __syncthreads();  // both tiles are there
    for (int k = 0; k < depth; ++k)
      for (int r = 0; r < kPerThread; ++r)
        for (int c = 0; c < kPerThread; ++c)
          sums[r][c] += a_tile[k][ty + r * kStep] * b_tile[k][tx + c * kStep];
  }

  for (int r = 0; r < kPerThread; ++r)
    for (int c = 0; c < kPerThread; ++c) {
      const Size row = first_row + ty + r * kStep, col = first_col + tx + c * kStep;
      if (row < m && col < p) out[row * p + col] = sums[r][c];
    }
}

}  // namespace

template <class T>
void matmul(const T* a, const T* b, T* out, const Layout<2>& matrices, Size m, Size n, Size p) {
  const Size blocks = matrices.count() * blocks_for(m, kSide) * blocks_for(p, kSide);
  if (blocks == 0) return;
  if (blocks > kMaxGridX) throw DeviceError("matmul: more pieces than a grid has blocks");
  launch("matmul", matmul_kernel<T>, dim3(static_cast<unsigned>(blocks)), dim3(kThreads), 0, a, b, out,
         matrices, m, n, p);
}

template void matmul(const float*, const float*, float*, const Layout<2>&, Size, Size, Size);
template void matmul(const double*, const double*, double*, const Layout<2>&, Size, Size, Size);

}  // namespace galley::kernels
