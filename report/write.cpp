#include "report/write.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>

#include "checks/bad_input.h"
#include "checks/files.h"
#include "report/assets.h"
#include "report/book_json.h"
#include "report/chapter.h"
#include "report/pages/pages.h"
#include "report/parallel.h"
#include "report/proof.h"

namespace galley::report {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

// The folder's own name, without a slash at its end.
fs::path folder_of(const std::string& out) {
  fs::path path = fs::absolute(out).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

fs::path beside(const std::string& out, const std::string& what) {
  const fs::path folder = folder_of(out);
  return folder.parent_path() / ("." + folder.filename().string() + "." + what);
}

std::optional<Proof> proof_of(const Lesson& lesson, const std::string& folder) {
  if (folder.empty() || !lesson.fixture) return std::nullopt;
  const std::string path = folder + "/" + lesson.id + ".txt";
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return std::nullopt;
  return make_proof(read_chapter(path), lesson);
}

// The time of writing is no change: a book that is else the same keeps the old one.
void keep_generated(std::string& fresh, const std::optional<std::string>& old, const std::string& generated) {
  if (!old) return;
  const std::string mark = "\"generated\":\"";
  const std::size_t at_old = old->find(mark), at_new = fresh.find(mark + generated + '"');
  if (at_old == std::string::npos || at_new == std::string::npos) return;
  const std::size_t begin = at_old + mark.size(), end = old->find('"', begin);
  if (end == std::string::npos) return;
  std::string same = fresh;
  same.replace(at_new + mark.size(), generated.size(), *old, begin, end - begin);
  if (same == *old) fresh = std::move(same);
}

// A file of the book and how it is drawn.
using Drawing = std::pair<std::string, std::function<std::string()>>;

std::vector<Drawing> drawings_of(const Book& book, const WriteOptions& options) {
  const bool all = options.only.empty();
  std::vector<Drawing> drawings;
  const auto add = [&](const char* name, std::string (*draw)(const Book&)) {
    drawings.emplace_back(name, [draw, &book] { return draw(book); });
  };
  // The long ones first, so that both cores end together.
  add("book.json", book_json);
  if (all) {
    add("mistakes.html", mistakes_page);
    add("numbers.html", numbers_page);
  }
  for (const Lesson& lesson : book.lessons) {
    if (!all && lesson.id != options.only) continue;
    drawings.emplace_back(lesson.id + ".html", [&] {
      const std::optional<Proof> proof = proof_of(lesson, options.book);
      return chapter_page(book, lesson, proof ? &*proof : nullptr);
    });
  }
  add("index.html", index_page);
  if (!all) return drawings;
  add("notes.html", notes_page);
  add("environment.html", environment_page);
  for (const Asset& asset : kAssets)
    drawings.emplace_back(std::string("assets/") + asset.name, [&asset] { return std::string(asset.text); });
  return drawings;
}

Files draw(const Book& book, const WriteOptions& options) {
  const std::vector<Drawing> drawings = drawings_of(book, options);
  std::vector<std::string> drawn(drawings.size());
  in_parallel(drawings.size(), [&](std::size_t place) { drawn[place] = drawings[place].second(); });
  Files files;
  for (std::size_t place = 0; place < drawings.size(); ++place)
    files[drawings[place].first] = std::move(drawn[place]);
  return files;
}

[[noreturn]] void cannot(const fs::path& path, const char* what, const std::string& why) {
  throw BadInput(path.string() + ": " + what + ": " + why);
}

// Every file of the old book that the new one does not replace goes over as it is.
void keep_others(const fs::path& old, const fs::path& fresh, const Files& changed, const Files& drawn,
                 bool all) {
  std::error_code ignored;
  for (fs::recursive_directory_iterator each(old, ignored), end; !ignored && each != end;
       each.increment(ignored)) {
    const std::string name = each->path().lexically_relative(old).generic_string();
    std::error_code failed;
    if (each->is_directory(failed)) {
      fs::create_directories(fresh / name, failed);
      continue;
    }
    if (changed.count(name) || (all && !drawn.count(name))) continue;
    fs::create_hard_link(each->path(), fresh / name, failed);
    if (failed) fs::copy_file(each->path(), fresh / name, failed);
    if (failed) cannot(fresh / name, "cannot be written", failed.message());
  }
}

// Puts the new folder in the old one's place, in one step where the file system can.
void swap_in(const fs::path& fresh, const fs::path& out) {
  if (::syscall(SYS_renameat2, AT_FDCWD, fresh.c_str(), AT_FDCWD, out.c_str(), 2u /* RENAME_EXCHANGE */) ==
      0) {
    std::error_code ignored;
    fs::remove_all(fresh, ignored);
    return;
  }
  std::error_code failed;
  const fs::path old = fresh.string() + ".old";
  fs::rename(out, old, failed);
  if (failed && failed != std::errc::no_such_file_or_directory)
    cannot(out, "cannot be replaced", failed.message());
  fs::rename(fresh, out, failed);
  if (failed) cannot(out, "cannot be replaced", failed.message());
  fs::remove_all(old, failed);
}

}  // namespace

WriteLock::WriteLock(const std::string& out) {
  std::error_code failed;
  fs::create_directories(folder_of(out).parent_path(), failed);
  const fs::path path = beside(out, "lock");
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) cannot(path, "cannot be written", std::strerror(errno));
  while (::flock(file_, LOCK_EX) != 0)
    if (errno != EINTR) cannot(path, "cannot be locked", std::strerror(errno));
}

WriteLock::~WriteLock() {
  if (file_ >= 0) ::close(file_);
}

std::vector<std::string> write_book(const Book& book, const WriteOptions& options) {
  const fs::path out = folder_of(options.out);
  std::error_code ignored;
  const bool there = fs::exists(out, ignored);
  if (there && !fs::is_directory(out, ignored))
    cannot(out, "is no folder", "give the book a folder of its own");
  if (there && !fs::is_empty(out, ignored) && !fs::exists(out / "book.json", ignored))
    cannot(out, "holds other files and no book", "give the book a folder of its own");
  // A part of a book makes sense only where the rest stands already.
  WriteOptions what = options;
  if (!there || !fs::exists(out / "book.json", ignored)) what.only.clear();

  Files drawn = draw(book, what), changed;
  const std::optional<std::string> old_json = read_if_there((out / "book.json").string());
  keep_generated(drawn["book.json"], old_json, book.options.generated);
  for (auto& [name, bytes] : drawn)
    if (read_if_there((out / name).string()) != bytes) changed[name] = std::move(bytes);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : changed) names.push_back(name);
  if (changed.empty()) return names;

  const fs::path fresh = beside(options.out, std::to_string(::getpid()));
  fs::remove_all(fresh, ignored);
  std::error_code failed;
  fs::create_directories(fresh / "assets", failed);
  if (failed) cannot(fresh, "cannot be written", failed.message());
  if (there) keep_others(out, fresh, changed, drawn, what.only.empty());
  for (const auto& [name, bytes] : changed) write_file((fresh / name).string(), bytes);
  swap_in(fresh, out);
  return names;
}

}  // namespace galley::report
