#pragma once
// The little that the report asks of the machine: time, processes, devices.
#include <cstdint>
#include <optional>
#include <string>

namespace galley::report {

/// When a living process started, in milliseconds since 1970; nothing where the system does not tell.
std::optional<std::int64_t> process_start_ms(std::int64_t pid);

/// "2026-11-29T18:00:00.123Z" in milliseconds since 1970; nothing for another form.
std::optional<std::int64_t> time_ms(const std::string& iso);

/// Whether this machine shows an NVIDIA device at all.
bool gpu_is_present();

}  // namespace galley::report
