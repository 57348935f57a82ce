// The model of X01, whole: every table of both sentences and of the cached step on two routes, and on the
// page.
#include <gtest/gtest.h>

#include <cmath>

#include "checks/fixture.h"
#include "checks/ops.h"
#include "checks/second/second.h"
#include "checks/tests/agree.h"

namespace galley {
namespace {

const Ops on;

/// What X01 prints under a name; the first printing of each element.
Tensor printed(const std::string& name) {
  static const Fixture fixture = load_fixture(std::string(GALLEY_FIXTURES) + "/X01.json");
  const FigureText text = figure_of(fixture, name);
  std::vector<double> values;
  for (const auto& element : text.printings) values.push_back(element.front().number.value);
  return Tensor(Shape(text.shape), values);
}

Tensor identity(std::int64_t n) {
  Tensor a = Tensor::full({n, n}, 0);
  for (std::int64_t i = 0; i < n; ++i) a.set({i, i}, 1);
  return a;
}

Model worked_example() {
  const Tensor one = Tensor::full({4}, 1);
  const Tensor none = Tensor::full({4}, 0);
  Model model;
  model.embedding = printed("E");
  model.layers.push_back({one, none, printed("Wq"), printed("Wk"), printed("Wv"), identity(4), one, none,
                          identity(4), identity(4), second::multiply(identity(4), printed("ffn_scale"))});
  model.final_gamma = one;
  model.final_beta = none;
  model.w_out = second::transpose(model.embedding);
  model.heads = 2;
  model.epsilon = printed("eps").item();
  return model;
}

void expect_same_traces(const Trace& got, const Trace& want) {
  ASSERT_EQ(got.steps().size(), want.steps().size());
  for (std::size_t i = 0; i < got.steps().size(); ++i) {
    EXPECT_EQ(got.steps()[i].name, want.steps()[i].name);
    EXPECT_TRUE(agree(got.steps()[i].value, want.steps()[i].value, kAgreement)) << got.steps()[i].name;
  }
}

class WorkedExample : public testing::TestWithParam<const char*> {};

TEST_P(WorkedExample, EveryTableAgreesOnBothRoutes) {
  const Model model = worked_example();
  const std::string sentence = GetParam();
  std::vector<std::int64_t> tokens;
  for (const double id : printed(sentence + ".ids").values()) tokens.push_back(static_cast<std::int64_t>(id));
  const auto n = static_cast<std::int64_t>(tokens.size());
  Trace mine, other;
  on.forward(model, Ids({1, n}, tokens), on.causal_mask(n, n), mine);
  second::forward(model, Ids({1, n}, tokens), second::causal_mask(n, n), other);
  expect_same_traces(mine, other);
  EXPECT_EQ(mine.steps().size(), 18u)
      << "X, 4 before the heads, 3 for each of 2 heads, 5 after, final, logits";

  // And the second route alone prints the chapter's tables.
  for (const char* name :
       {"X", "norm1", "Q", "K", "V", "head0.scores", "head0.shares", "head0.out", "head1.scores",
        "head1.shares", "head1.out", "concat", "residual1", "norm2", "ffn", "residual2"}) {
    const Tensor got = second::select(other.at(name), 0, 0);
    EXPECT_TRUE(agree(got, printed(sentence + "." + name), 0.5000001e-6)) << name;
  }
  const Tensor final = second::slice(second::select(other.at("final"), 0, 0), 0, n - 1, n);
  EXPECT_AGREE(final, printed(sentence + ".final"), 0.5000001e-6);
}

INSTANTIATE_TEST_SUITE_P(X01, WorkedExample, testing::Values("a", "b"));

TEST(WorkedExampleStep, TheCachedStepAgreesOnBothRoutes) {
  const Model model = worked_example();
  const Ids prompt = ids({1, 2, 3});
  const Ids next({1}, {static_cast<std::int64_t>(printed("step.id").values().front())});
  KvCache cache, other_cache;
  Trace mine, other;
  on.next_logits(model, prompt, cache, mine);
  second::next_logits(model, prompt, other_cache, other);
  const Tensor logits = on.next_logits(model, next, cache, mine);
  EXPECT_AGREE(logits, second::next_logits(model, next, other_cache, other), kAgreement);
  expect_same_traces(mine, other);
  Trace whole;
  const Tensor full =
      second::forward(model, ids_table({{1, 2, 3, next.item()}}), second::causal_mask(4, 4), whole);
  EXPECT_AGREE(logits, second::select(second::select(full, 0, 0), 0, 3), kAgreement);
}

}  // namespace
}  // namespace galley
