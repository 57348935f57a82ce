#pragma once
#include <set>
#include <string>
#include <tuple>
#include <type_traits>

#include "checks/ndarray.h"

namespace galley {

/// Which words a claim spoke, and where the primitive ones ran.
///
/// A word that speaks other words is composite and ran nowhere itself; of the others, one whose result is
/// marked as the device's ran there (a device's override marks what it computes), all else ran on the host.
class WordLog {
 public:
  const std::set<std::string>& spoken() const { return spoken_; }
  const std::set<std::string>& on_device() const { return on_device_; }
  const std::set<std::string>& on_host() const { return on_host_; }

  /// Called by a device's override: the word that is running now computes on the device.
  void runs_on_device() { device_now_ = true; }

  /// Runs a word, notes it, and marks its result as come through the device when it, or an operand, did.
  template <class Body, class... Args>
  auto call(const char* word, Body body, const std::tuple<Args...>& args) {
    const int calls_before = ++calls_;
    device_now_ = false;
    using Result = decltype(body());
    const bool operands_did =
        std::apply([](const auto&... a) { return (came_through_device(a) || ...); }, args);
    if constexpr (std::is_void_v<Result>) {
      body();
      note(word, calls_ == calls_before);
    } else {
      Result result = body();
      const bool ran_there = note(word, calls_ == calls_before);
      if (ran_there || operands_did) mark(result);
      return result;
    }
  }

 private:
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

  bool note(const char* word, bool primitive) {
    spoken_.insert(word);
    if (!primitive) return false;
    (device_now_ ? on_device_ : on_host_).insert(word);
    return device_now_;
  }

  std::set<std::string> spoken_, on_device_, on_host_;
  int calls_ = 0;
  bool device_now_ = false;
};

}  // namespace galley
