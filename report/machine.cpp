#include "report/machine.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "checks/files.h"

namespace galley::report {
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

bool gpu_is_present() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) || std::filesystem::exists("/dev/dxg", ignored);
}

}  // namespace galley::report
