#pragma once

#include <cstddef>

namespace galley::emu {

/// A flow of control with its own stack, entered and left by hand: what one emulated CUDA thread runs on.
///
/// All fibers belong to the one operating-system thread that launches kernels. ThreadSanitizer and
/// AddressSanitizer, where they are linked in, are told of every switch; without that they would take two
/// fibers for one thread.
class Fiber {
 public:
  /// Maps a stack of 128 KiB with a guard page below it. Throws std::bad_alloc if the system has no memory
  /// for it.
  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Makes the next enter() begin `entry` on an empty stack. `entry` must end with leave(…, true) and never
  /// return.
  void prepare(void (*entry)());

  /// Scheduler → fiber. Comes back when the fiber leaves.
  void enter();

  /// Fiber → scheduler. `for_good`: the fiber has ended and will not be entered again before prepare().
  void leave(bool for_good);

  /// To be called first in an entry function: completes the switch for AddressSanitizer.
  static void arrived();

  /// Forgets what an abandoned fiber (one that never ended) left behind on its stack.
  void abandon();

 private:
  struct Context {
    void* stack_pointer = nullptr;
    void* system = nullptr;  // a ucontext_t where there is no assembly of our own
  };
  static void switch_context(Context& from, Context& to);
  void make_context(void (*entry)());
  char* stack_bottom() const;

  char* mapping_ = nullptr;
  Context context_;
  void* thread_sanitizer_ = nullptr;
  void* fake_stack_ = nullptr;

  static Context scheduler_;
};

/// "What was done before this point …": a happens-before edge for ThreadSanitizer, from here …
void orders_before(void* tag);
/// … to here: "… is seen after this point". `tag` is any address.
void orders_after(void* tag);

}  // namespace galley::emu
