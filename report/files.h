#pragma once
// The little that the report asks of the machine: files, time, processes, the commit.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace galley::report {

/// A file's bytes. BadInput naming the file when it cannot be read.
std::string read_file(const std::string& path);

/// A file's bytes, or nothing when it is not there.
std::optional<std::string> read_if_there(const std::string& path);

/// Writes a whole file. BadInput naming the file when it cannot be written.
void write_file(const std::string& path, std::string_view bytes);

/// This machine's name, as runs record it.
const std::string& host_name();

/// When a living process started, in milliseconds since 1970; nothing where the system does not tell.
std::optional<std::int64_t> process_start_ms(std::int64_t pid);

/// "2026-11-29T18:00:00.123Z" in milliseconds since 1970; nothing for another form.
std::optional<std::int64_t> time_ms(const std::string& iso);

/// Now, in that form, without the fraction.
std::string now_iso();

/// The commit that a checkout stands at, shortened to 12 digits; empty outside git. Starts no process.
std::string commit_of(const std::string& root);

/// Whether this machine shows an NVIDIA device at all.
bool gpu_is_present();

}  // namespace galley::report
