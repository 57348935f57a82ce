// KV-cache append: new keys or values go behind the cached ones, in place (F16).
//
//   rows (B, n, width) → cache (B, capacity, width) at positions [start, start + n)
//
// Grid: one thread an element of rows. Block: 32 to 256 threads.
#include "cuda/kernels/append_rows.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    append_rows_kernel(T* cache, const T* rows, Size capacity, Size start, Size n, Size width, Size count) {
  const Size i = thread_of_grid();
  if (i >= count) return;
  const Size sentence = i / (n * width), within = i % (n * width);
  cache[(sentence * capacity + start) * width + within] = rows[i];
}

}  // namespace

template <class T>
void append_rows(T* cache, const T* rows, Size batch, Size capacity, Size start, Size n, Size width) {
  if (start < 0 || n < 0 || start + n > capacity)
    throw DeviceError("append_rows: positions [" + std::to_string(start) + "," + std::to_string(start + n) +
                      ") are not within a cache of " + std::to_string(capacity));
  const Size count = batch * n * width;
  launch_elements("append_rows", append_rows_kernel<T>, count, cache, rows, capacity, start, n, width, count);
}

template void append_rows(float*, const float*, Size, Size, Size, Size, Size);
template void append_rows(double*, const double*, Size, Size, Size, Size, Size);

}  // namespace galley::kernels
