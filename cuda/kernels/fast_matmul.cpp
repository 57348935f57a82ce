// cuBLAS, opened when it is first wanted: a machine with a GPU and no cuBLAS must still load the plugin.
#include "cuda/kernels/fast_matmul.h"

#include <cublas_v2.h>
#include <dlfcn.h>

#include <string>

#include "cuda/device_error.h"

namespace galley::kernels {
namespace {

constexpr Size kWorthIt = Size{1} << 24;

/// cuBLAS' functions and its handle, for the life of the process; `gemm_…` are null where there is no cuBLAS.
class Cublas {
 public:
  Cublas() {
    const std::string major = std::to_string(CUBLAS_VER_MAJOR);
    library_ = dlopen(("libcublas.so." + major).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library_) return;
    cublasStatus_t (*create)(cublasHandle_t*) = nullptr;
    if (!find("cublasCreate_v2", create) || create(&handle_) != CUBLAS_STATUS_SUCCESS) return;
    find("cublasSgemmStridedBatched", gemm_float);
    find("cublasDgemmStridedBatched", gemm_double);
    find("cublasDestroy_v2", destroy_);
  }
  ~Cublas() {
    if (handle_ && destroy_) destroy_(handle_);
    if (library_) dlclose(library_);
  }
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  cublasHandle_t handle() const { return handle_; }
  decltype(&cublasSgemmStridedBatched) gemm_float = nullptr;
  decltype(&cublasDgemmStridedBatched) gemm_double = nullptr;

 private:
  template <class Function>
  bool find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    return function != nullptr;
  }
  void* library_ = nullptr;
  cublasHandle_t handle_ = nullptr;
  decltype(&cublasDestroy) destroy_ = nullptr;
};

Cublas& cublas() {
  static Cublas instance;
  return instance;
}

auto gemm_of(const Cublas& library, float) { return library.gemm_float; }
auto gemm_of(const Cublas& library, double) { return library.gemm_double; }

}  // namespace

// Row-major out = a · b is, read column-major as cuBLAS does, outᵀ = bᵀ · aᵀ: the same memory with the
// operands swapped.
template <class T>
bool fast_matmul(const T* a, const T* b, T* out, const Layout<2>& matrices, Size m, Size n, Size p) {
  constexpr Size kMost = 2147483647;
  if (m * n * p < kWorthIt || matrices.rank > 1 || matrices.count() == 0) return false;
  if (m > kMost || n > kMost || p > kMost || matrices.count() > kMost) return false;
  const auto gemm = gemm_of(cublas(), T{});
  if (!gemm) return false;
  const T one = 1, zero = 0;
  const cublasStatus_t status =
      gemm(cublas().handle(), CUBLAS_OP_N, CUBLAS_OP_N, static_cast<int>(p), static_cast<int>(m),
           static_cast<int>(n), &one, b, static_cast<int>(p), matrices.strides[1][0] * n * p, a,
           static_cast<int>(n), matrices.strides[0][0] * m * n, &zero, out, static_cast<int>(p), m * p,
           static_cast<int>(matrices.count()));
  if (status != CUBLAS_STATUS_SUCCESS)
    throw DeviceError("cuBLAS matrix product: status " + std::to_string(status));
  return true;
}

template bool fast_matmul(const float*, const float*, float*, const Layout<2>&, Size, Size, Size);
template bool fast_matmul(const double*, const double*, double*, const Layout<2>&, Size, Size, Size);

}  // namespace galley::kernels
