// Fused causal attention with online softmax (F11, F12, F16): keys come in tiles, and what has been summed so
// far is rescaled whenever a larger score turns up, so that no row of scores is ever stored.
//
//   q (heads, n, d_k), k (heads, m, d_k), v (heads, m, d_v) → out (heads, n, d_v)
//
// Grid: x: 16 queries a block, of all heads; y: 64 value features a block (more than 64 form the scores
// again). Block: 4 warps, 4 queries each; a lane owns one key of a tile while scores are formed, and 2 value
// features while they are mixed. Any n, m, d_k, d_v.
#include "cuda/kernels/causal_attention.h"

#include "cuda/kernels/reduce.h"
#include "cuda/launch.h"

namespace galley::kernels {
namespace {

constexpr int kWarps = 4;
constexpr int kQueriesPerWarp = 4;
constexpr int kQueries = kWarps * kQueriesPerWarp;
constexpr int kKeys = kWarp;        // keys of a tile: one a lane
constexpr int kKeyFeatures = 32;    // key features in shared memory at a time
constexpr int kValueFeatures = 64;  // value features of a block
constexpr int kFeaturesPerLane = kValueFeatures / kWarp;
constexpr int kAttentionThreads = kWarps * kWarp;

template <class T>
struct AttentionTiles {
  T q[kQueries][kKeyFeatures];
  T k[kKeys][kKeyFeatures + 1];  // one column more, so that a column of it lies in 32 different banks
  T v[kKeys][kValueFeatures];
};

// The products of this warp's queries with this lane's key, added up over all key features.
template <class T>
__device__ __forceinline__ void raw_scores(const T* q, const T* k, AttentionTiles<T>& shared, Size queries,
                                           Size keys, Size d_k, T (&scores)[kQueriesPerWarp]) {
  const int lane = thread() % kWarp, warp = thread() / kWarp;
  for (int r = 0; r < kQueriesPerWarp; ++r) scores[r] = 0;
  for (Size c0 = 0; c0 < d_k; c0 += kKeyFeatures) {
    const int depth = static_cast<int>(d_k - c0 < kKeyFeatures ? d_k - c0 : kKeyFeatures);
    __syncthreads();  // the features before these have been read
    for (int i = thread(); i < kQueries * kKeyFeatures; i += kAttentionThreads) {
      const int row = i / kKeyFeatures, c = i % kKeyFeatures;
      shared.q[row][c] = row < queries && c < depth ? q[row * d_k + c0 + c] : T(0);
    }
    for (int i = thread(); i < kKeys * kKeyFeatures; i += kAttentionThreads) {
      const int row = i / kKeyFeatures, c = i % kKeyFeatures;
      shared.k[row][c] = row < keys && c < depth ? k[row * d_k + c0 + c] : T(0);
    }
    __syncthreads();  // these features, and the tile of values, are there
    for (int c = 0; c < depth; ++c)
      for (int r = 0; r < kQueriesPerWarp; ++r)
        scores[r] += shared.q[warp * kQueriesPerWarp + r][c] * shared.k[lane][c];
  }
}

template <class T>
__global__ void __launch_bounds__(kAttentionThreads)
    causal_attention_kernel(const T* q, const T* k, const T* v, T* out, Size heads, Size n, Size m, Size d_k,
                            Size d_v, Size first_position, T scale) {
  __shared__ AttentionTiles<T> shared;
  const Size blocks_of_head = (n + kQueries - 1) / kQueries;
  const Size head = block() / blocks_of_head, first_query = block() % blocks_of_head * kQueries;
  if (head >= heads) return;
  const Size first_feature = static_cast<Size>(blockIdx.y) * kValueFeatures;
  q += (head * n + first_query) * d_k;
  k += head * m * d_k;
  v += head * m * d_v + first_feature;
  out += (head * n + first_query) * d_v + first_feature;
  const Size queries = n - first_query < kQueries ? n - first_query : kQueries;
  const Size features = d_v - first_feature < kValueFeatures ? d_v - first_feature : kValueFeatures;
  const int lane = thread() % kWarp, warp = thread() / kWarp;

  // Of each query: the largest score so far, the sum of weights and the weighted values, both relative to it.
  T most[kQueriesPerWarp], sum[kQueriesPerWarp], mixed[kQueriesPerWarp][kFeaturesPerLane] = {};
  for (int r = 0; r < kQueriesPerWarp; ++r) most[r] = lowest<T>(), sum[r] = 0;

  const Size last_position = first_position + first_query + queries - 1;
  const Size readable =
      last_position + 1 < m ? last_position + 1 : m;  // keys that some query of this block reads
  for (Size key0 = 0; key0 < readable; key0 += kKeys) {
    const Size keys = m - key0 < kKeys ? m - key0 : kKeys;
    __syncthreads();  // the tile of values before this one has been read
    for (int i = thread(); i < kKeys * kValueFeatures; i += kAttentionThreads) {
      const int row = i / kValueFeatures, c = i % kValueFeatures;
      shared.v[row][c] = row < keys && c < features ? v[(key0 + row) * d_v + c] : T(0);
    }
    T scores[kQueriesPerWarp];
    raw_scores(q, k + key0 * d_k, shared, queries, keys, d_k, scores);

    for (int r = 0; r < kQueriesPerWarp; ++r) {
      const Size position = first_position + first_query + Size{warp} * kQueriesPerWarp + r;
      const bool reads = lane < keys && key0 + lane <= position;
      const T score = reads ? scores[r] * scale : lowest<T>();
      const T larger_now = larger(most[r], warp_reduce<Largest>(score));
      const T shift = larger_now == lowest<T>() ? T(0) : larger_now;  // −∞ − (−∞) would be NaN
      const T weight = reads ? exp(score - shift) : T(0);
      const T rescale = exp(most[r] - shift);
      sum[r] = sum[r] * rescale + warp_reduce<Sum>(weight);
      most[r] = larger_now;
      for (int f = 0; f < kFeaturesPerLane; ++f) mixed[r][f] *= rescale;
      for (int j = 0; j < kKeys; ++j) {
        const T weight_j = __shfl_sync(kAllLanes, weight, j);
        if (key0 + j > position) break;  // not added with weight 0: 0 × NaN is not 0
        for (int f = 0; f < kFeaturesPerLane; ++f) mixed[r][f] += weight_j * shared.v[j][f * kWarp + lane];
      }
    }
  }

  for (int r = 0; r < kQueriesPerWarp; ++r) {
    const int query = warp * kQueriesPerWarp + r;
    for (int f = 0; f < kFeaturesPerLane; ++f) {
      const int feature = f * kWarp + lane;
      if (query < queries && feature < features)
        out[query * d_v + feature] = sum[r] != T(0) ? mixed[r][f] / sum[r] : T(0);
    }
  }
}

}  // namespace

template <class T>
void causal_attention(const T* q, const T* k, const T* v, T* out, Size heads, Size n, Size m, Size d_k,
                      Size d_v, Size first_position) {
  const Size blocks = heads * blocks_for(n, kQueries), panels = blocks_for(d_v, kValueFeatures);
  if (d_k < 1) throw DeviceError("causal_attention: queries and keys have no features");
  if (blocks <= 0 || panels <= 0) return;
  if (blocks > kMaxGridX || panels > kMaxGridYZ)
    throw DeviceError("causal_attention: more blocks than a grid has");
  const T scale = static_cast<T>(1 / sqrt(static_cast<double>(d_k)));
  launch("causal_attention", causal_attention_kernel<T>,
         dim3(static_cast<unsigned>(blocks), static_cast<unsigned>(panels)), dim3(kAttentionThreads), 0, q, k,
         v, out, heads, n, m, d_k, d_v, first_position, scale);
}

template void causal_attention(const float*, const float*, const float*, float*, Size, Size, Size, Size, Size,
                               Size);
template void causal_attention(const double*, const double*, const double*, double*, Size, Size, Size, Size,
                               Size, Size);

}  // namespace galley::kernels
