#pragma once
#include <set>
#include <string>
#include <tuple>
#include <type_traits>

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

  /// Runs a word, notes it, and marks its result as come through the device when it, or an operand, did.
  template <class Body, class... Args>
  auto call(const char* word, Body body, const std::tuple<Args...>& args) {
    spoken_.insert(word);
    Frame frame(*this);
    using Result = decltype(body());
    if constexpr (std::is_void_v<Result>) {
      body();
      frame.end(word, false);
    } else {
      const bool operands_did =
          std::apply([](const auto&... a) { return (came_through_device(a) || ...); }, args);
      Result result = body();
      const bool describes =
          std::apply([&](const auto&... a) { return (describes_anew(result, a) || ...); }, args);
      const bool ran_there = frame.end(word, describes);
      if (ran_there || operands_did) mark(result);
      return result;
    }
  }

 private:
  /// What is known of the word that is running.
  struct State {
    bool on_device = false, uses_computing_words = false;
    int depth = 0;
  };

  /// A word while it runs; the one that uses it waits outside.
  class Frame {
   public:
    explicit Frame(WordLog& log) : log_(log), outer_(log.now_) {
      log.now_ = State{};
      log.now_.depth = outer_.depth + 1;
    }
    ~Frame() { log_.now_ = outer_; }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    /// Notes where the word ran; true for the device. `describes`: it computed nothing.
    bool end(const char* word, bool describes) {
      const State& ran = log_.now_;
      if (ran.on_device) {
        log_.on_device_.insert(word);
      } else if (!ran.uses_computing_words && !(describes && outer_.depth > 0)) {
        log_.on_host_.insert(word);
      }
      if (ran.on_device || ran.uses_computing_words || !describes) outer_.uses_computing_words = true;
      return ran.on_device;
    }

   private:
    WordLog& log_;
    State outer_;
  };

  template <class T>
  static bool came_through_device(const NdArray<T>& a) {
    return a.came_through_device();
  }
  template <class T>
  static bool came_through_device(const T&) {
    return false;
  }
  template <class T>
  static void mark(const NdArray<T>& a) {
    a.mark_through_device();
  }
  template <class T>
  static void mark(const T&) {}

  template <class T>
  static bool describes_anew(const NdArray<T>& result, const NdArray<T>& operand) {
    return result.shares_storage_with(operand);
  }
  template <class T>
  static bool describes_anew(const Shape&, const T&) {
    return true;
  }
  template <class R, class T>
  static bool describes_anew(const R&, const T&) {
    return false;
  }

  std::set<std::string> spoken_, on_device_, on_host_;
  State now_;
};

}  // namespace galley
