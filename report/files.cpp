#include "report/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "checks/bad_input.h"

namespace galley::report {
namespace {

// An open file that closes itself.
struct Descriptor {
  int number;
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

std::string first_line(std::string text) {
  text.resize(std::min(text.size(), text.find('\n')));
  return text;
}

}  // namespace

std::optional<std::string> read_if_there(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    throw BadInput(path + ": cannot be read: " + std::strerror(errno));
  }
  struct stat about = {};
  std::string bytes;
  if (::fstat(file.number, &about) == 0 && about.st_size > 0)
    bytes.reserve(static_cast<std::size_t>(about.st_size));
  std::array<char, 1 << 16> part;
  for (;;) {
    const ssize_t got = ::read(file.number, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw BadInput(path + ": cannot be read: " + std::strerror(errno));
    if (got == 0) return bytes;
    bytes.append(part.data(), static_cast<std::size_t>(got));
  }
}

std::string read_file(const std::string& path) {
  std::optional<std::string> bytes = read_if_there(path);
  if (!bytes) throw BadInput(path + ": there is no such file");
  return std::move(*bytes);
}

void write_file(const std::string& path, std::string_view bytes) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.number < 0) throw BadInput(path + ": cannot be written: " + std::strerror(errno));
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(file.number, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) throw BadInput(path + ": cannot be written: " + std::strerror(errno));
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

const std::string& host_name() {
  static const std::string name = [] {
    std::array<char, 256> text = {};
    return ::gethostname(text.data(), text.size() - 1) == 0 ? std::string(text.data()) : std::string();
  }();
  return name;
}

std::optional<std::int64_t> process_start_ms(std::int64_t pid) {
  const std::optional<std::string> status = read_if_there("/proc/" + std::to_string(pid) + "/stat");
  const std::optional<std::string> system = read_if_there("/proc/stat");
  if (!status || !system) return std::nullopt;
  // The command's name may hold spaces and brackets; the start is the 20th field after its closing bracket.
  std::size_t at = status->rfind(')');
  for (int field = 0; field < 20 && at != std::string::npos; ++field) at = status->find(' ', at + 1);
  const std::size_t boot = system->find("btime ");
  if (at == std::string::npos || boot == std::string::npos) return std::nullopt;
  const long long ticks = std::atoll(status->c_str() + at + 1);
  const long long booted = std::atoll(system->c_str() + boot + 6);
  const long long hertz = ::sysconf(_SC_CLK_TCK);
  if (ticks <= 0 || booted <= 0 || hertz <= 0) return std::nullopt;
  return booted * 1000 + ticks * 1000 / hertz;
}

std::optional<std::int64_t> time_ms(const std::string& iso) {
  std::tm time = {};
  int milliseconds = 0;
  if (std::sscanf(iso.c_str(), "%d-%d-%dT%d:%d:%d.%3d", &time.tm_year, &time.tm_mon, &time.tm_mday,
                  &time.tm_hour, &time.tm_min, &time.tm_sec, &milliseconds) < 6)
    return std::nullopt;
  time.tm_year -= 1900;
  time.tm_mon -= 1;
  return static_cast<std::int64_t>(::timegm(&time)) * 1000 + milliseconds;
}

std::string now_iso() {
  const std::time_t now = std::time(nullptr);
  std::tm time = {};
  ::gmtime_r(&now, &time);
  std::array<char, 32> text = {};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &time);
  return text.data();
}

std::string commit_of(const std::string& root) {
  std::string git = root + "/.git";
  std::error_code ignored;
  // In a linked worktree `.git` is a file that names the folder.
  if (std::filesystem::is_regular_file(git, ignored)) {
    const std::string line = first_line(read_if_there(git).value_or(""));
    if (line.rfind("gitdir: ", 0) != 0) return "";
    git = line.substr(8);
  }
  if (!std::filesystem::is_directory(git, ignored)) return "";
  const std::string head = first_line(read_if_there(git + "/HEAD").value_or(""));
  if (head.rfind("ref: ", 0) != 0) return head.substr(0, 12);
  const std::string ref = head.substr(5);
  const std::string common = first_line(read_if_there(git + "/commondir").value_or("."));
  const std::string shared = common.rfind('/', 0) == 0 ? common : git + "/" + common;
  if (const auto direct = read_if_there(shared + "/" + ref)) return direct->substr(0, 12);
  const std::string packed = read_if_there(shared + "/packed-refs").value_or("");
  const std::size_t found = packed.find(" " + ref + "\n");
  return found == std::string::npos || found < 40 ? "" : packed.substr(found - 40, 12);
}

bool gpu_is_present() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) || std::filesystem::exists("/dev/dxg", ignored);
}

}  // namespace galley::report
