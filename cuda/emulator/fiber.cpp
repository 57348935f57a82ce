// Fibers: stacks, the switch, and what the sanitizers want to know about it. This file must stay
// uninstrumented (no -fsanitize=thread); it reaches the sanitizers through weak symbols that are absent in an
// ordinary build.
#include "cuda/emulator/fiber.h"

#include <sys/mman.h>

#include <new>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

extern "C" {
__attribute__((weak)) void* __tsan_get_current_fiber();
__attribute__((weak)) void* __tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_destroy_fiber(void* fiber);
__attribute__((weak)) void __tsan_switch_to_fiber(void* fiber, unsigned flags);
__attribute__((weak)) void __tsan_acquire(void* tag);
__attribute__((weak)) void __tsan_release(void* tag);
__attribute__((weak)) void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                                          std::size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom,
                                                           std::size_t* size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* begin, std::size_t size);
}

#if defined(__x86_64__)
// System V x86-64: the callee-saved registers are all that a call may expect to survive, so they are all that
// is kept. 30 to 40 ns a switch where swapcontext, which asks the kernel for the signal mask, takes about
// 680.
extern "C" __attribute__((visibility("hidden"))) void galley_switch_stack(void** save, void* load);
asm(R"(
.text
.globl galley_switch_stack
.hidden galley_switch_stack
.type galley_switch_stack,@function
galley_switch_stack:
  push %rbp
  push %rbx
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rsp,(%rdi)
  mov %rsi,%rsp
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbx
  pop %rbp
  ret
.size galley_switch_stack,.-galley_switch_stack
)");
#endif

namespace galley::emu {

namespace {

constexpr std::size_t kStackBytes = 128 << 10;
constexpr std::size_t kGuardBytes = 4096;
constexpr unsigned kNoHappensBefore = 1;  // a switch orders nothing: only barriers do

void* scheduler_thread_sanitizer = nullptr;
void* scheduler_fake_stack = nullptr;
const void* scheduler_stack_bottom = nullptr;
std::size_t scheduler_stack_bytes = 0;

}  // namespace

Fiber::Context Fiber::scheduler_;

void orders_before(void* tag) {
  if (__tsan_release) __tsan_release(tag);
}

void orders_after(void* tag) {
  if (__tsan_acquire) __tsan_acquire(tag);
}

Fiber::Fiber() {
  void* mapping = mmap(nullptr, kGuardBytes + kStackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<char*>(mapping);
  mprotect(mapping_, kGuardBytes, PROT_NONE);
  if (__tsan_create_fiber) thread_sanitizer_ = __tsan_create_fiber(0);
}

Fiber::~Fiber() {
  abandon();
  if (__tsan_destroy_fiber && thread_sanitizer_) __tsan_destroy_fiber(thread_sanitizer_);
  munmap(mapping_, kGuardBytes + kStackBytes);
#if !defined(__x86_64__)
  delete static_cast<ucontext_t*>(context_.system);
#endif
}

char* Fiber::stack_bottom() const { return mapping_ + kGuardBytes; }

void Fiber::prepare(void (*entry)()) {
  fake_stack_ = nullptr;
  make_context(entry);
}

void Fiber::enter() {
  if (__tsan_get_current_fiber) scheduler_thread_sanitizer = __tsan_get_current_fiber();
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(&scheduler_fake_stack, stack_bottom(), kStackBytes);
  if (__tsan_switch_to_fiber) __tsan_switch_to_fiber(thread_sanitizer_, kNoHappensBefore);
  switch_context(scheduler_, context_);
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(scheduler_fake_stack, nullptr, nullptr);
}

void Fiber::leave(bool for_good) {
  if (__sanitizer_start_switch_fiber)
    __sanitizer_start_switch_fiber(for_good ? nullptr : &fake_stack_, scheduler_stack_bottom,
                                   scheduler_stack_bytes);
  if (__tsan_switch_to_fiber) __tsan_switch_to_fiber(scheduler_thread_sanitizer, kNoHappensBefore);
  switch_context(context_, scheduler_);
  if (__sanitizer_finish_switch_fiber) __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
}

void Fiber::arrived() {
  if (__sanitizer_finish_switch_fiber)
    __sanitizer_finish_switch_fiber(nullptr, &scheduler_stack_bottom, &scheduler_stack_bytes);
}

void Fiber::abandon() {
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(stack_bottom(), kStackBytes);
  if (!__tsan_destroy_fiber || !thread_sanitizer_) return;
  __tsan_destroy_fiber(thread_sanitizer_);  // its record of open calls would never be closed
  thread_sanitizer_ = __tsan_create_fiber(0);
}

#if defined(__x86_64__)

void Fiber::switch_context(Context& from, Context& to) {
  galley_switch_stack(&from.stack_pointer, to.stack_pointer);
}

void Fiber::make_context(void (*entry)()) {
  constexpr int kSavedRegisters = 6;
  // Two words above the entry's address keep rsp % 16 == 8 at its first instruction, as after a call.
  void** top = reinterpret_cast<void**>(stack_bottom() + kStackBytes) - 2;
  top[0] = reinterpret_cast<void*>(entry);
  top[1] = nullptr;
  for (int i = 0; i < kSavedRegisters; ++i) *--top = nullptr;
  context_.stack_pointer = top;
}

#else

void Fiber::switch_context(Context& from, Context& to) {
  if (!from.system) from.system = new ucontext_t;
  swapcontext(static_cast<ucontext_t*>(from.system), static_cast<ucontext_t*>(to.system));
}

void Fiber::make_context(void (*entry)()) {
  if (!context_.system) context_.system = new ucontext_t;
  auto* context = static_cast<ucontext_t*>(context_.system);
  getcontext(context);
  context->uc_stack.ss_sp = stack_bottom();
  context->uc_stack.ss_size = kStackBytes;
  context->uc_link = nullptr;
  makecontext(context, entry, 0);
}

#endif

}  // namespace galley::emu
