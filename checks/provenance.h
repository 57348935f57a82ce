#pragma once
// Where and from what a run comes.
#include <string>

namespace galley {

/// This machine's name, as runs record it.
const std::string& host_name();

/// Now, "2026-11-29T18:00:00.123Z".
std::string utc_now();

/// The commit that a checkout stands at, shortened to 12 digits; empty outside git. Starts no process.
std::string commit_of(const std::string& root);

}  // namespace galley
