// Lays a permuted, sliced or broadcast view row-major (F08).
//
//   x under the shape of y, by strides → y, row-major
//
// Where some axis of x has stride 1 but not the last one, a tile goes through shared memory, so that both
// reading and writing run along memory. Grid: one block a 32 × 32 tile of these two axes. Block: 32 × 8
// threads. Otherwise: one thread an element, blocks of 32 to 256 threads.
#include "cuda/kernels/permute.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

constexpr int kTile = 32, kTileRows = 8;

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    copy_kernel(const T* x, T* y, Layout<1> layout, Size count) {
  const Size i = thread_of_grid();
  if (i >= count) return;
  Size place;
  layout.place(i, &place);
  y[i] = x[place];
}

// `others`: the axes beside the two, with strides of x and of y. Along the rows of a tile x has stride 1,
// along its columns y has.
template <class T>
__global__ void __launch_bounds__(kTile* kTileRows)
    tile_kernel(const T* x, T* y, Layout<2> others, Size rows, Size cols, Size x_col_stride,
                Size y_row_stride) {
  __shared__ T tile[kTile][kTile + 1];  // one column more, so that a column of it lies in 32 different banks
  const Size down = (rows + kTile - 1) / kTile, across = (cols + kTile - 1) / kTile;
  Size places[2];
  others.place(block() / (down * across), places);
  const Size first_row = block() % (down * across) / across * kTile, first_col = block() % across * kTile;
  const int tx = thread() % kTile, ty = thread() / kTile;

  for (int i = ty; i < kTile; i += kTileRows) {
    const Size row = first_row + tx, col = first_col + i;
    if (row < rows && col < cols) tile[tx][i] = x[places[0] + row + col * x_col_stride];
  }
  __syncthreads();  // the tile is there
  for (int i = ty; i < kTile; i += kTileRows) {
    const Size row = first_row + i, col = first_col + tx;
    if (row < rows && col < cols) y[places[1] + row * y_row_stride + col] = tile[i][tx];
  }
}

// The axis other than the last along which x has stride 1; −1 if there is none.
int unit_axis(const Layout<1>& layout) {
  if (layout.rank < 2 || layout.strides[0][layout.rank - 1] == 1) return -1;
  for (int a = 0; a + 1 < layout.rank; ++a)
    if (layout.strides[0][a] == 1 && layout.shape[a] > 1) return a;
  return -1;
}

}  // namespace

template <class T>
void permute(const T* x, T* y, const Layout<1>& layout) {
  const Size count = layout.count();
  const int unit = unit_axis(layout), last = layout.rank - 1;
  if (unit < 0) return launch_elements("permute", copy_kernel<T>, count, x, y, layout, count);

  Layout<2> others;
  Size y_stride = 1, y_unit_stride = 1;
  for (int a = last; a >= 0; --a) {
    if (a == unit) y_unit_stride = y_stride;
    if (a != unit && a != last) ++others.rank;
    y_stride *= layout.shape[a];
  }
  y_stride = layout.shape[last];
  for (int a = last - 1, o = others.rank - 1; a >= 0; --a) {
    if (a != unit) {
      others.shape[o] = layout.shape[a];
      others.strides[0][o] = layout.strides[0][a];
      others.strides[1][o--] = y_stride;
    }
    y_stride *= layout.shape[a];
  }
  const Size rows = layout.shape[unit], cols = layout.shape[last];
  const Size blocks = others.count() * blocks_for(rows, kTile) * blocks_for(cols, kTile);
  if (blocks == 0) return;
  if (blocks > kMaxGridX) throw DeviceError("permute: more tiles than a grid has blocks");
  launch("permute", tile_kernel<T>, dim3(static_cast<unsigned>(blocks)), dim3(kTile * kTileRows), 0, x, y,
         others, rows, cols, layout.strides[0][last], y_unit_stride);
}

template void permute(const float*, float*, const Layout<1>&);
template void permute(const double*, double*, const Layout<1>&);

}  // namespace galley::kernels
