#pragma once
// How the words' own tests compare: apart from checks/compare.h, which is under test itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "checks/ndarray.h"

namespace galley {

/// The same shape, and each element within `bound` at the scale of max(1, |want|); an infinity or a NaN
/// agrees only with its like.
inline testing::AssertionResult agree(const Tensor& got, const Tensor& want, double bound) {
  if (got.shape() != want.shape()) {
    return testing::AssertionFailure()
           << "shape " << to_text(got.shape()) << ", expected " << to_text(want.shape());
  }
  const std::vector<double> g = got.values();
  const std::vector<double> w = want.values();
  for (std::size_t i = 0; i < g.size(); ++i) {
    if (std::isnan(g[i]) && std::isnan(w[i])) continue;
    if (g[i] == w[i]) continue;
    const double scale = std::max(1.0, std::abs(w[i]));
    if (!(std::abs(g[i] - w[i]) <= bound * scale)) {
      return testing::AssertionFailure() << "element " << i << " of " << to_text(got.shape()) << " is "
                                         << g[i] << ", expected " << w[i] << ", apart by " << g[i] - w[i];
    }
  }
  return testing::AssertionSuccess();
}

inline testing::AssertionResult agree(const Ids& got, const Ids& want) {
  if (got.shape() == want.shape() && got.values() == want.values()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << testing::PrintToString(got.values()) << " of " << to_text(got.shape())
                                     << ", expected " << testing::PrintToString(want.values()) << " of "
                                     << to_text(want.shape());
}

inline testing::AssertionResult agree(const Mask& got, const Mask& want) {
  if (got.shape() == want.shape() && got.values() == want.values()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "masks differ, of " << to_text(got.shape()) << " and "
                                     << to_text(want.shape());
}

/// What every float64 word is held to against the second route.
inline constexpr double kAgreement = 1e-13;

}  // namespace galley

#define EXPECT_AGREE(...) EXPECT_TRUE(::galley::agree(__VA_ARGS__))
