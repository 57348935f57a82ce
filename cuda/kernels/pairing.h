#pragma once

namespace galley::kernels {

/// Which features of a row turn together: (0, 1), (2, 3), …; or (0, d/2), (1, d/2 + 1), … F13.
enum class Pairing { neighbours, halves };

}  // namespace galley::kernels
