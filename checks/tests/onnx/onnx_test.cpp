// Runs the words against the vectors: each case in float64 and in the case's own precision. What has no word
// is listed, with the reason.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

#include "checks/tests/agree.h"
#include "checks/tests/onnx/vectors.h"

namespace galley::onnx {
namespace {

std::map<std::string, Translation> translations() {
  std::map<std::string, Translation> all = array_translations();
  all.merge(arithmetic_translations());
  all.merge(attention_translations());
  return all;
}

/// What was compared, and what has no word.
struct Tally {
  std::set<std::string> operators;
  int cases = 0;
  std::map<std::string, std::string> without;  ///< case or operator → why
};
Tally& tally() {
  static Tally everything;
  return everything;
}

bool is_half(const Case& c) { return c.outputs.begin()->second.dtype == "float16" && c.op != "Cast"; }

/// Whole numbers are met exactly; others within so many rounding steps of the format that the vectors were
/// computed in, at the scale of max(1, |want|): they were rounded after each operation themselves.
double bound_for(const Case& c, const Value& want) {
  if (want.dtype.starts_with("int") || want.dtype.starts_with("uint")) return 0;
  if (c.op == "Cast") return 0;
  if (want.dtype == "float16") return 4 * epsilon_of(Precision::f16);
  return 16 * epsilon_of(Precision::f32);
}

class VectorTest : public testing::Test {
 public:
  VectorTest(const Case& c, Translation say) : case_(c), say_(say) {}

  void TestBody() override {
    std::vector<Precision> columns = {Precision::f64, Precision::f32};
    if (is_half(case_)) columns = {Precision::f64, Precision::f16};
    try {
      for (const Precision precision : columns) check(precision);
      ++tally().cases;
      tally().operators.insert(case_.op);
    } catch (const NoWord& none) {
      tally().without[case_.name] = none.what();
      GTEST_SKIP() << none.what();
    }
  }

 private:
  void check(Precision precision) const {
    const Ops on(precision);
    const Outputs got = say_(on, case_);
    ASSERT_FALSE(case_.outputs.empty());
    for (const auto& [slot, want] : case_.outputs) {
      const auto mine = got.find(slot);
      if (mine == got.end()) {
        // Mean and deviation beside a norm: no word hands them out.
        tally().without[case_.op + ", output " + std::to_string(slot)] = "no word hands it out";
        continue;
      }
      EXPECT_TRUE(agree(mine->second, want.tensor(), bound_for(case_, want)))
          << case_.name << ", output " << slot << ", at " << name_of(precision);
    }
  }

  const Case& case_;
  Translation say_;
};

void register_cases(const std::vector<Case>& cases) {
  const std::map<std::string, Translation> known = translations();
  for (const Case& c : cases) {
    const auto translation = known.find(c.op);
    if (translation == known.end()) {
      tally().without[c.op] = "no word";
      continue;
    }
    const Translation say = translation->second;
    testing::RegisterTest("Onnx", (c.op + "/" + c.name).c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [&c, say]() -> testing::Test* { return new VectorTest(c, say); });
  }
}

void print_tally() {
  const Tally& t = tally();
  std::cout << t.cases << " cases of " << t.operators.size() << " operators met\n";
  for (const auto& [what, why] : t.without) std::cout << "without a word: " << what << ": " << why << "\n";
}

}  // namespace
}  // namespace galley::onnx

int main(int argc, char** argv) {
  namespace onnx = galley::onnx;
  testing::InitGoogleTest(&argc, argv);
  const char* given = std::getenv("GALLEY_ONNX_VECTORS");
  const std::string folder = given ? given : GALLEY_ONNX_VECTORS;
  if (folder.empty() || !std::filesystem::exists(folder)) {
    std::cout << "skipped: no operator vectors" << (folder.empty() ? "" : " in " + folder)
              << "; -DGALLEY_ONNX_VECTORS=DIR names their folder\n";
    return 77;
  }
  try {
    const std::vector<onnx::Case> cases = onnx::load_cases(folder);
    onnx::register_cases(cases);
    const int outcome = RUN_ALL_TESTS();
    if (!testing::GTEST_FLAG(list_tests)) onnx::print_tally();
    if (cases.empty() || (onnx::tally().cases == 0 && testing::GTEST_FLAG(filter) == "*" &&
                          !testing::GTEST_FLAG(list_tests))) {
      std::cout << folder << ": holds no case\n";
      return 1;
    }
    return outcome;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
