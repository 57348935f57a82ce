#pragma once
// How values, states and reasons are worded, in both languages and in plain text.
#include <cstdint>
#include <string>
#include <vector>

#include "report/results.h"

namespace galley::report {

/// A value in plain text with up to ten significant digits: "0.6652409558", "-inf", "nan".
std::string value_text(double value);

/// A value at full precision, the shortest text that reads back to the same double.
std::string exact_text(double value);

/// An error or a bound, two significant digits: "4.8e-08", "0".
std::string error_text(double value);

/// "[0,2]"; empty for no index.
std::string index_text(const std::vector<std::int64_t>& index);

/// "[2,3]" for a shape, "[]" for rank 0.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// A state as a reader's words: holds, fails, crashed, not run …
Text state_words(State state);

/// One sign for a state, for margins and terminals: ✓ ✗ ‼ – · ~ ?
const char* sign_of(State state);

/// A reason in both languages: those that the program itself gives are translated, others stand as they are.
Text reason_words(const std::string& why);

/// Why a bound is what it is, in both languages as far as its parts are known.
Text bound_words(const std::string& why);

/// "not run: no CUDA device"; the state alone when there is no reason.
Text state_with_reason(State state, const std::string& why);

}  // namespace galley::report
