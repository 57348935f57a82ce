#pragma once
// One line of results, read in place. The book is redrawn after every run, and reading the results is most of
// that work: strings stay where they are in the file's bytes, and a line costs no allocation once the first
// few have been read. (A library's document takes six times as long.) Everything else that is JSON here goes
// through nlohmann/json.
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace galley::report {

class JsonLine;

/// A value of a line; it lives as long as the line is not read anew.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

  Kind kind() const;
  bool is_null() const { return kind() == Kind::null; }
  bool is_number() const { return kind() == Kind::number; }
  bool is_string() const { return kind() == Kind::string; }
  bool is_array() const { return kind() == Kind::array; }
  bool is_object() const { return kind() == Kind::object; }

  /// True for `true` and for nothing else.
  bool truth() const;
  /// The number; 0 for what is none.
  double number() const;
  /// The string; empty for what is none.
  std::string_view text() const;
  /// The name that this value has in its object; empty in a list.
  std::string_view name() const;
  /// The value as it stands in the line.
  std::string_view source() const;

  /// The member of this name, or null.
  JsonValue operator[](std::string_view name) const;
  /// The values of a list or an object, in order; none of anything else.
  std::vector<JsonValue> values() const;

 private:
  friend class JsonLine;
  JsonValue(const JsonLine& line, std::uint32_t at) : line_(&line), at_(at) {}
  const JsonLine* line_;
  std::uint32_t at_;
};

/// Reads lines, one after the other.
class JsonLine {
 public:
  /// Reads a line that is one JSON value in valid UTF-8. False for anything else. The bytes must outlive the
  /// values.
  bool read(std::string_view line);
  /// The line's value, after read() returned true.
  JsonValue root() const { return {*this, 1}; }

 private:
  friend class JsonValue;
  friend class JsonReader;
  // Values in the order in which they begin; `next` is the following one of the same list. 0 is null.
  struct Node {
    JsonValue::Kind kind = JsonValue::Kind::null;
    bool truth = false;
    std::uint32_t next = 0, first = 0;
    double number = 0;
    std::string_view text, name, source;
  };
  std::vector<Node> nodes_;
  std::deque<std::string> unescaped_;
};

/// Whether bytes are UTF-8 as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view bytes);

}  // namespace galley::report
