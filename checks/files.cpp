#include "checks/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "checks/bad_input.h"

namespace galley {
namespace {

/// An open file that closes itself.
struct Descriptor {
  int number;
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

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

}  // namespace galley
