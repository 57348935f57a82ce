// Embedding lookup: row ids[i] of the table becomes row i (F05).
//
//   table (rows, width), ids (count) → out (count, width)
//
// Grid: one thread an element of out. Block: 32 to 256 threads.
#include "cuda/kernels/gather_rows.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    gather_rows_kernel(const T* table, const std::int64_t* ids, T* out, Size rows, Size width, Size count) {
  const Size i = thread_of_grid();
  if (i >= count * width) return;
  const Size id = ids[i / width];
  out[i] = id >= 0 && id < rows ? table[id * width + i % width] : static_cast<T>(NAN);
}

}  // namespace

template <class T>
void gather_rows(const T* table, const std::int64_t* ids, T* out, Size rows, Size width, Size count) {
  launch_elements("gather_rows", gather_rows_kernel<T>, count * width, table, ids, out, rows, width, count);
}

template void gather_rows(const float*, const std::int64_t*, float*, Size, Size, Size);
template void gather_rows(const double*, const std::int64_t*, double*, Size, Size, Size);

}  // namespace galley::kernels
