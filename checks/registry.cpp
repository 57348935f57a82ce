#include <algorithm>

#include "checks/claim.h"

namespace galley {
namespace {

/// The file as the project names it: from "lessons/" or "checks/" on.
std::string project_path(const std::string& file) {
  for (const char* folder : {"/lessons/", "/checks/"}) {
    const std::size_t at = file.rfind(folder);
    if (at != std::string::npos) return file.substr(at + 1);
  }
  return file;
}

}  // namespace

const Flag* Claim::flag(const std::string& name) const {
  for (const Flag& f : flags) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

Registry& registry() {
  static Registry everything;
  return everything;
}

bool announce_lesson(const char* id, const char* zh, const char* en, const char* file, const char* source,
                     std::size_t source_size, const char* headers_id) {
  Registry& r = registry();
  r.lesson = id;
  r.title_zh = zh;
  r.title_en = en;
  r.file = project_path(file);
  r.source.assign(source, source_size);
  if (std::string_view(headers_id) != kHeadersId) {
    r.errors.push_back(r.file + ": was built against other words than these: build it again");
  }
  return true;
}

bool announce_section(const char* zh, const char* en, int line) {
  registry().sections.push_back({zh, en, line});
  return true;
}

bool announce_claim(const char* lesson, const char* id, const char* zh, const char* en, const char* file,
                    int line, void (*body)(const Ops& on, Page& page), std::initializer_list<Flag> flags) {
  Registry& r = registry();
  Claim claim{lesson, id, zh, en, project_path(file), line, flags, body, 0};
  const std::string place =
      claim.file + ":" + std::to_string(claim.line) + ": claim " + claim.lesson + "." + claim.id;
  if (claim.lesson != r.lesson) r.errors.push_back(place + ": stands in lesson " + r.lesson);
  if (claim.id.find('_') != std::string::npos)
    r.errors.push_back(place + ": a claim's name has no underscore");
  if (r.sections.empty()) r.errors.push_back(place + ": stands before the first SECTION");
  for (const Claim& other : r.claims) {
    if (other.id == claim.id)
      r.errors.push_back(place + ": the name is taken, by line " + std::to_string(other.line));
  }
  claim.section = r.sections.size() - 1;
  r.claims.push_back(std::move(claim));
  return true;
}

bool announce_mistake(const char* lesson, const char* id, const char* zh, const char* en, const char* file,
                      int line, MakeOps make_ops) {
  Registry& r = registry();
  Mistake mistake{lesson, id, zh, en, project_path(file), line, make_ops};
  const std::string name = mistake.lesson + "." + mistake.id;
  const std::string place = mistake.file + ":" + std::to_string(mistake.line);
  // Some four hundred are announced whenever a chapter starts, so they are not compared each with each.
  const auto [first, is_new] = r.mistake_places.emplace(name, place);
  if (!is_new) r.errors.push_back(place + ": mistake " + name + ": the name is taken, by " + first->second);
  r.mistakes.push_back(std::move(mistake));
  return true;
}

bool announce_note(const char* section, const char* zh, const char* en, const char* claim) {
  registry().notes.push_back({section, zh, en, claim});
  return true;
}

}  // namespace galley
