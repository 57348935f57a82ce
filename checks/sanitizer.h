#pragma once

namespace galley {

/// True in a build with AddressSanitizer, which watches the edges of arrays itself and ends the process at
/// the first bad access.
#if defined(__SANITIZE_ADDRESS__)  // g++
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kAddressSanitizer = false;
#endif

}  // namespace galley
