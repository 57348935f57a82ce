#include "checks/body.h"

#include <gtest/gtest-spi.h>

#include <chrono>

namespace galley {
namespace {

std::string on_one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::vector<Failure> failures_in(const testing::TestPartResultArray& results) {
  std::vector<Failure> failures;
  for (int i = 0; i < results.size(); ++i) {
    const testing::TestPartResult& result = results.GetTestPartResult(i);
    if (!result.failed()) continue;
    std::string message = result.message();
    // ADD_FAILURE starts with a line that only says so.
    if (message.starts_with("Failed\n")) message = message.substr(7);
    failures.push_back(
        {result.file_name() ? result.file_name() : "", result.line_number(), on_one_line(message)});
  }
  return failures;
}

}  // namespace

std::string Outcome::first_problem() const {
  if (!failures.empty()) return failures.front().message;
  return exception ? "throws: " + *exception : "";
}

Outcome run_body(const Claim& claim, const Ops& on, FigureShelf& shelf, Record record, const Nudge* nudge) {
  Outcome outcome;
  outcome.record = std::move(record);
  testing::TestPartResultArray results;
  const auto start = std::chrono::steady_clock::now();
  {
    const testing::ScopedFakeTestPartResultReporter intercept(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    const RecordScope scope(outcome.record);
    Page page(shelf, claim.lesson + "." + claim.id, nudge);
    try {
      claim.body(on, page);
    } catch (const Misprint& misprint) {
      outcome.misprint = true;
      outcome.exception = misprint.what();
    } catch (const std::exception& error) {
      outcome.exception = on_one_line(error.what());
    } catch (...) {
      outcome.exception = "an exception that is not a std::exception";
    }
  }
  outcome.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  outcome.failures = failures_in(results);
  return outcome;
}

}  // namespace galley
