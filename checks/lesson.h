#pragma once
// All that a lesson includes; precompiled once for all of them, so it stays light.
#include "checks/claim.h"
#include "checks/compare.h"
#include "checks/second/second.h"

namespace galley {

#ifdef __clang__  // g++ keeps no instantiation in a precompiled header: it would make them for each lesson
                  // anew
/// Never called: what many lessons make from the library's templates is made here, once, when this header is
/// precompiled.
inline void make_templates_for_lessons() {
  const std::vector<std::string> texts = {"a"};
  const std::vector<std::vector<std::string>> lists = {texts, texts};
  const std::vector<double> numbers = {1};
  const std::vector<double> same(numbers.begin(), numbers.end());
  const std::vector<std::int64_t> whole = {1};
  const Mask mask({1}, {1});
  Model model;
  model.layers.push_back({});
  KvCache cache(model.layers.size());
  cache = KvCache(cache);
  const Tokenizer tokenizer{};
  const std::vector<Message> messages = {Message{}};
  Tensor x = row({1});
  x = Tensor(x.shape(), numbers);
  Ids ids = Ids::full({1}, 1);
  ids = Ids({1}, {1});
  for (const double number : same) EXPECT_LESS(0, number);
  for (const double number : numbers) EXPECT_LESS(number, 2);
  EXPECT_EXACTLY(ids.at({0}) == 1, true);
  EXPECT_EXACTLY(ids.at({0}), 1);
  EXPECT_EXACTLY(std::ssize(texts), std::int64_t{1});
  EXPECT_CLOSE(x.at({0}), 1.0, within(0, "the same"));
  EXPECT_REFUSED(x.item(), std::to_string(1).c_str());
  EXPECT_EXACTLY("a" + std::to_string(1), texts[0] + lists[0][0]);
}
#endif

}  // namespace galley

using namespace galley;  // NOLINT(google-build-using-namespace): a lesson speaks these words and nothing else
