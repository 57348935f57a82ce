#pragma once
#include <array>
#include <set>
#include <string>

#include "checks/ndarray.h"

namespace galley {

/// Which words a claim spoke, and where those that compute ran.
///
/// A word ran on the device when its override said so, on the host when it computed there itself. A composite
/// word, which leaves computing to other words, ran nowhere. Words that only describe elements anew (shapes,
/// views) are noted when a claim speaks them, not when another word uses them.
class WordLog {
 public:
  const std::set<std::string>& spoken() const { return spoken_; }
  const std::set<std::string>& on_device() const { return on_device_; }
  const std::set<std::string>& on_host() const { return on_host_; }

  /// Called by a device's override: the word that is running now computes on the device.
  void runs_on_device() { now_.on_device = true; }

 private:
  friend class WordCall;
  /// What is known of the word that is running.
  struct State {
    bool on_device = false, uses_computing_words = false;
    int depth = 0;
  };

  std::set<std::string> spoken_, on_device_, on_host_;
  State now_;
};

/// One call of a word, for as long as it runs; the word that uses it waits outside. Most of this is no
/// template, since it is there once for each word and each column.
class WordCall {
 public:
  WordCall(WordLog& log, const char* word);
  ~WordCall() { log_.now_ = outer_; }
  WordCall(const WordCall&) = delete;
  WordCall& operator=(const WordCall&) = delete;

  /// Takes note of the operands, before the word runs.
  template <class... Args>
  void reads(const Args&... args) {
    static_assert(sizeof...(Args) <= kMostOperands);
    (operand(args), ...);
  }

  /// Notes where the word ran and marks its result as come through the device when it, or an operand, did.
  template <class Result>
  Result returns(Result result) {
    const bool ran_there = ends(describes_anew(result));
    if (ran_there || operands_came_through_) mark(result);
    return result;
  }
  void returns() { ends(false); }

 private:
  static constexpr std::size_t kMostOperands = 12;

  template <class T>
  void operand(const NdArray<T>& a) {
    operand(a.identity(), a.came_through_device());
  }
  template <class T>
  void operand(const T&) {}
  void operand(const void* elements, bool came_through);

  /// True for another view of an operand's elements, and for a shape.
  template <class T>
  bool describes_anew(const NdArray<T>& result) const {
    return is_an_operand(result.identity());
  }
  bool describes_anew(const Shape&) const { return true; }
  template <class T>
  bool describes_anew(const T&) const {
    return false;
  }
  bool is_an_operand(const void* elements) const;

  template <class T>
  static void mark(const NdArray<T>& a) {
    a.mark_through_device();
  }
  template <class T>
  static void mark(const T&) {}

  /// `describes`: it computed nothing. True when it ran on the device.
  bool ends(bool describes);

  WordLog& log_;
  const char* word_;
  WordLog::State outer_;
  std::array<const void*, kMostOperands> operands_{};  ///< of those that are arrays, their elements
  std::size_t arrays_ = 0;
  bool operands_came_through_ = false;
};

}  // namespace galley
