#include "cuda/kernels/causal_attention.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_causal_attention {

// Shape (heads, n, m, d_k, d_v, first position). Later keys score higher, so that what was summed must be
// rescaled again and again; in the second head the first key scores some 100 more than all others, so that
// rescaling the wrong way overflows. Keys and values that no query may read are NaN.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t heads = shape[0], n = shape[1], m = shape[2], d_k = shape[3], d_v = shape[4],
                     first = shape[5];
  std::vector<T> q = numbers<T>(heads * n * d_k, 95), k = numbers<T>(heads * m * d_k, 96),
                 v = numbers<T>(heads * m * d_v, 97);
  const auto key_of = [&](std::size_t i, std::int64_t width) {
    return static_cast<std::int64_t>(i) / width % m;
  };
  for (T& value : q) value = static_cast<T>(std::fabs(value) / 8);
  for (std::size_t i = 0; i < k.size(); ++i)
    k[i] = static_cast<T>(k[i] / 4 + static_cast<double>(key_of(i, d_k)) / 16);
  for (std::size_t i = 0; i < k.size(); ++i)
    if (key_of(i, d_k) >= first + n) k[i] = static_cast<T>(NAN);
  for (std::size_t i = 0; i < v.size(); ++i)
    if (key_of(i, d_v) >= first + n) v[i] = static_cast<T>(NAN);
  for (std::int64_t c = 0; c < d_k && heads > 1 && m > 0; ++c) k[static_cast<std::size_t>(m * d_k + c)] = 300;

  DeviceArray<T> out(static_cast<std::size_t>(heads * n * d_v));
  kernels::causal_attention<T>(DeviceArray<T>(q).data(), DeviceArray<T>(k).data(), DeviceArray<T>(v).data(),
                               out.data(), heads, n, m, d_k, d_v, first);
  Outcome outcome{widened(out.host()), {}, {}};
  for (std::int64_t h = 0; h < heads; ++h)
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t readable = std::max<std::int64_t>(0, std::min(m, first + i + 1));
      std::vector<long double> weights;
      long double sum = 0, most = -INFINITY;
      for (std::int64_t j = 0; j < readable; ++j) {
        long double score = 0;
        for (std::int64_t c = 0; c < d_k; ++c)
          score += static_cast<long double>(q[static_cast<std::size_t>((h * n + i) * d_k + c)]) *
                   k[static_cast<std::size_t>((h * m + j) * d_k + c)];
        weights.push_back(score / std::sqrt(static_cast<long double>(d_k)));
        most = std::max(most, weights.back());
      }
      for (long double& weight : weights) sum += weight = std::exp(weight - most);
      for (std::int64_t c = 0; c < d_v; ++c) {
        long double mixed = 0, magnitude = 0;
        for (std::int64_t j = 0; j < readable; ++j) {
          const long double part =
              weights[static_cast<std::size_t>(j)] * v[static_cast<std::size_t>((h * m + j) * d_v + c)];
          mixed += part / sum;
          magnitude += std::fabs(part) / sum;
        }
        outcome.expected.push_back(mixed);
        outcome.magnitude.push_back(magnitude);
      }
    }
  return outcome;
}

// A score is a sum of d_k products of size up to 16 in all, rounded again and again; its error is that of the
// exponential.
constexpr const char* kRounding =
    "scores reach about 16 and carry some 2 ulps of 8 ε each into the exponential";

const Table table(
    "CausalAttention", run<float>, run<double>,
    {{{0, 3, 3, 4, 4, 0}, "no heads", 24, kRounding, true},
     {{2, 0, 3, 4, 4, 3}, "no queries", 24, kRounding, true},
     {{1, 2, 0, 4, 4, 0}, "no keys: zeros", 24, kRounding, true},
     {{1, 1, 1, 1, 1, 0}, "one number each: the value itself", 24, kRounding},
     {{2, 3, 3, 2, 4, 0}, "the book's size", 24, kRounding},
     {{1, 3, 2, 4, 4, 5}, "queries past the last key read every key, and no padding", 24, kRounding},
     {{1, 2, 5, 4, 4, 3}, "two new queries behind three cached keys", 24, kRounding},
     {{1, 1, 33, 8, 8, 32}, "one decoding step, one key over a tile", 24, kRounding},
     {{1, 17, 17, 8, 8, 0}, "one query over a block", 24, kRounding},
     {{2, 37, 67, 33, 65, 30}, "no multiple of anything: queries, keys, both widths", 24, kRounding},
     {{1, 5, 9, 4, 4, -2}, "two queries that may read nothing: zeros", 24, kRounding},
     {{1, 4, 70, 70, 3, 10}, "most keys behind the mask, and NaN", 24, kRounding},
     {{1, 3, 101, 64, 128, 98}, "a whole head: two panels of values", 24, kRounding}});

}  // namespace galley::parity::of_causal_attention
