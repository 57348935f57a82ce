#pragma once

namespace galley::kernels {

/// How one number is kept. F06.
enum class Format { float64, float32, float16, bfloat16, int64, uint8 };

}  // namespace galley::kernels
