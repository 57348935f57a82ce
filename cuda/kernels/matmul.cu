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

constexpr int kPieceSide = 64;         // rows and columns of a piece
constexpr int kPieceDepth = 16;        // columns of a, rows of b that are in shared memory at a time
constexpr int kElementsPerThread = 4;  // rows and columns of a thread, kElementStep apart
constexpr int kElementStep = kPieceSide / kElementsPerThread;
constexpr int kPieceThreads = kElementStep * kElementStep;

template <class T>
__global__ void __launch_bounds__(kPieceThreads)
    matmul_kernel(const T* a, const T* b, T* out, Layout<2> matrices, Size m, Size n, Size p) {
  __shared__ T a_tile[kPieceDepth][kPieceSide + 1], b_tile[kPieceDepth][kPieceSide];
  const Size across = (p + kPieceSide - 1) / kPieceSide, down = (m + kPieceSide - 1) / kPieceSide;
  const Size product = block() / (across * down), piece = block() % (across * down);
  const Size first_row = piece / across * kPieceSide, first_col = piece % across * kPieceSide;
  Size places[2];
  matrices.place(product, places);
  a += places[0] * m * n;
  b += places[1] * n * p;
  out += product * m * p;
  const int ty = thread() / kElementStep, tx = thread() % kElementStep;

  T sums[kElementsPerThread][kElementsPerThread] = {};
  for (Size k0 = 0; k0 < n; k0 += kPieceDepth) {
    const int depth = static_cast<int>(n - k0 < kPieceDepth ? n - k0 : kPieceDepth);
    __syncthreads();  // the tiles before these have been read
    for (int i = thread(); i < kPieceSide * kPieceDepth; i += kPieceThreads) {
      const int row = i / kPieceDepth, k = i % kPieceDepth;
      a_tile[k][row] = first_row + row < m && k < depth ? a[(first_row + row) * n + k0 + k] : T(0);
    }
    for (int i = thread(); i < kPieceSide * kPieceDepth; i += kPieceThreads) {
      const int k = i / kPieceSide, col = i % kPieceSide;
      b_tile[k][col] = first_col + col < p && k < depth ? b[(k0 + k) * p + first_col + col] : T(0);
    }
    __syncthreads();  // both tiles are there
    for (int k = 0; k < depth; ++k)
      for (int r = 0; r < kElementsPerThread; ++r)
        for (int c = 0; c < kElementsPerThread; ++c)
          sums[r][c] += a_tile[k][ty + r * kElementStep] * b_tile[k][tx + c * kElementStep];
  }

  for (int r = 0; r < kElementsPerThread; ++r)
    for (int c = 0; c < kElementsPerThread; ++c) {
      const Size row = first_row + ty + Size{r} * kElementStep, col = first_col + tx + Size{c} * kElementStep;
      if (row < m && col < p) out[row * p + col] = sums[r][c];
    }
}

}  // namespace

template <class T>
void matmul(const T* a, const T* b, T* out, const Layout<2>& matrices, Size m, Size n, Size p) {
  const Size blocks = matrices.count() * blocks_for(m, kPieceSide) * blocks_for(p, kPieceSide);
  if (blocks == 0) return;
  if (blocks > kMaxGridX) throw DeviceError("matmul: more pieces than a grid has blocks");
  launch("matmul", matmul_kernel<T>, dim3(static_cast<unsigned>(blocks)), dim3(kPieceThreads), 0, a, b, out,
         matrices, m, n, p);
}

template void matmul(const float*, const float*, float*, const Layout<2>&, Size, Size, Size);
template void matmul(const double*, const double*, double*, const Layout<2>&, Size, Size, Size);

}  // namespace galley::kernels
