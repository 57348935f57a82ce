#pragma once
// The words with which a lesson is written: LESSON, SECTION, CLAIM, NOTE; and MISTAKE for checks/mistakes.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checks/headers_id.h"
#include "checks/ops.h"
#include "checks/page.h"

namespace galley {

/// What a claim says of itself beside its sentence.
struct Flag {
  const char *name, *why;
};
/// The claim cannot hold below float64; the other columns show the measured error and this reason.
inline Flag NeedsF64(const char* why) { return {"NeedsF64", why}; }
/// Only a device can show it.
inline Flag DeviceOnly(const char* why) { return {"DeviceOnly", why}; }
/// Large: run once a column and judged like any other claim, but left out of the slips, which would run it
/// some hundred times.
inline Flag Big(const char* why) { return {"Big", why}; }

struct Claim {
  std::string lesson, id, zh, en;
  std::string file;
  int line = 0;
  std::vector<Flag> flags;
  void (*body)(const Ops& on, Page& page) = nullptr;
  std::size_t section = 0;

  /// The flag of this name, or nullptr.
  const Flag* flag(const std::string& name) const;
};

/// Words with a wrong idea among them, as a column of this precision computes them.
using MakeOps = std::unique_ptr<Ops> (*)(Precision precision);

struct Mistake {
  std::string lesson, id, zh, en;
  std::string file;
  int line = 0;
  MakeOps make_ops = nullptr;
};

struct SectionInfo {
  std::string zh, en;
  int line = 0;
};

struct Note {
  std::string section, zh, en, claim;
};

/// Everything that static initialisers of a lesson and of checks/mistakes have announced. Contradictions are
/// collected and reported when the lesson starts.
struct Registry {
  std::string lesson, title_zh, title_en, file;
  std::string source;  ///< the lesson's source text, as it was compiled
  std::vector<SectionInfo> sections;
  std::vector<Claim> claims;
  std::vector<Mistake> mistakes;                      ///< of all chapters
  std::map<std::string, std::string> mistake_places;  ///< "F09.NoMaximum" to its file and line
  std::vector<Note> notes;
  std::vector<std::string> errors;
};
Registry& registry();

bool announce_lesson(const char* id, const char* zh, const char* en, const char* file, const char* source,
                     std::size_t source_size, const char* headers_id);
bool announce_section(const char* zh, const char* en, int line);
bool announce_claim(const char* lesson, const char* id, const char* zh, const char* en, const char* file,
                    int line, void (*body)(const Ops& on, Page& page), std::initializer_list<Flag> flags);
bool announce_mistake(const char* lesson, const char* id, const char* zh, const char* en, const char* file,
                      int line, MakeOps make_ops);
bool announce_note(const char* section, const char* zh, const char* en, const char* claim);

/// Runs the lesson that this executable is: all columns, or those that `--column=cpu|gpu|emu|teeth|slips`
/// names, filtered by GoogleTest's own options. Returns 0 (all held), 1 (something did not), 2 (wrong use),
/// 77 (no column could run here).
int run_lesson(int argc, char** argv);

}  // namespace galley

/// `LESSON(F09, "概率…", "Probability…");` stands first in a chapter. It carries the source text into the
/// executable, so that a result knows from which text it came.
#define LESSON(id, zh, en)                                                                               \
  __asm__(".pushsection .rodata\n.global galley_source_begin\ngalley_source_begin:\n.incbin \"" __FILE__ \
          "\"\n.global galley_source_end\ngalley_source_end:\n.popsection\n");                           \
  extern "C" const char galley_source_begin[], galley_source_end[]; /* NOLINT */                         \
  static const bool galley_lesson_##id = ::galley::announce_lesson(                                      \
      #id, zh, en, __FILE__, galley_source_begin,                                                        \
      static_cast<std::size_t>(galley_source_end - galley_source_begin), kHeadersId);                    \
  int main(int argc, char** argv) { return ::galley::run_lesson(argc, argv); }                           \
  static_assert(true)

#define GALLEY_JOIN_(a, b) a##b
#define GALLEY_JOIN(a, b) GALLEY_JOIN_(a, b)

/// `SECTION("softmax一步不跳地算", "Softmax, one step at a time");` with the heading as the chapter has it.
#define SECTION(zh, en) \
  static const bool GALLEY_JOIN(galley_section_, __LINE__) = ::galley::announce_section(zh, en, __LINE__)

/// `CLAIM(F09, SharesSumToOne, "…", "…") { … }`; flags may follow the sentences. The body has `on`, the
/// column's words, and `page`, its figures and exhibits.
#define CLAIM(lesson, name, zh, en, ...)                                                                  \
  static void lesson##name(const ::galley::Ops& on, ::galley::Page& page);                                \
  static const bool galley_claim_##lesson##name =                                                         \
      ::galley::announce_claim(#lesson, #name, zh, en, __FILE__, __LINE__, &lesson##name, {__VA_ARGS__}); \
  static void lesson##name([[maybe_unused]] const ::galley::Ops& on, [[maybe_unused]] ::galley::Page& page)

/// `MISTAKE(F09, NoShift, "…", "leaves the largest score in the exponent");` after `struct NoShift : Ops { …
/// };`.
#define MISTAKE(lesson, type, zh, en)                                           \
  static const bool galley_mistake_##lesson##type = ::galley::announce_mistake( \
      #lesson, #type, zh, en, __FILE__, __LINE__,                               \
      [](::galley::Precision precision) { return std::unique_ptr<::galley::Ops>(new type(precision)); })

/// `NOTE("heading", "…", "…", SharesSumToOne);` tells the author what the text gets wrong, leaves open or
/// over-claims, and which claim proves it.
#define NOTE(section, zh, en, claim) \
  static const bool GALLEY_JOIN(galley_note_, __LINE__) = ::galley::announce_note(section, zh, en, #claim)
