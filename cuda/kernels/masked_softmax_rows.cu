// Softmax of each row over what may be read (F12).
//
//   scores   (rows, cols)  row-major
//   may_read (rows, cols)  bytes, 0 = may not
//   shares   (rows, cols)  share_j = exp(score_j − max) / Σ exp(score − max) over what may be read, 0
//   elsewhere
//
// Grid: one block a row. Block: 32 to 256 threads, as many warps as the row can use. Any number of columns.
#include "cuda/kernels/masked_softmax_rows.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads)
    masked_softmax_kernel(const T* scores, const std::uint8_t* may_read, T* shares, Size rows, Size cols) {
  __shared__ T max_parts[kWarp], sum_parts[kWarp];
  const Size row = block();
  if (row >= rows) return;
  scores += row * cols;
  may_read += row * cols;
  shares += row * cols;

  // Find the largest score that may be read.
  T most = lowest<T>();
  for (Size c = thread(); c < cols; c += threads())
    if (may_read[c]) most = larger(most, scores[c]);
  most = block_reduce<Largest>(most, max_parts);
  const T shift = most == lowest<T>() ? T(0) : most;  // −∞ − (−∞) would be NaN

  // Add up what the scores weigh.
  T sum = 0;
  for (Size c = thread(); c < cols; c += threads())
    if (may_read[c]) sum += exp(scores[c] - shift);
  sum = block_reduce<Sum>(sum, sum_parts);

  // Divide; NaN is not equal to 0 and so goes on.
  for (Size c = thread(); c < cols; c += threads())
    shares[c] = may_read[c] && sum != T(0) ? exp(scores[c] - shift) / sum : T(0);
}

}  // namespace

template <class T>
void masked_softmax_rows(const T* scores, const std::uint8_t* may_read, T* shares, Size rows, Size cols) {
  launch_rows("masked_softmax_rows", masked_softmax_kernel<T>, rows, cols, scores, may_read, shares, rows,
              cols);
}

template void masked_softmax_rows(const float*, const std::uint8_t*, float*, Size, Size);
template void masked_softmax_rows(const double*, const std::uint8_t*, double*, Size, Size);

}  // namespace galley::kernels
