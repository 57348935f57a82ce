#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "checks/precision.h"

namespace galley {

class Ops;
class WordLog;

/// One way to compute every claim: a kind of machine at a precision.
struct Column {
  std::string name;  ///< "cpu.f64", "gpu.f32", "emu.f32"
  Precision precision = Precision::f64;
  std::string unavailable;   ///< why nothing can run here ("no CUDA device (…)"); empty where it can
  std::string device;        ///< what computes: "NVIDIA H200", "EMULATED (CPU fibers)"
  std::string driver;        ///< versions of driver and toolkit, where there are any
  std::string kernels_hash;  ///< of the sources that a device's words were built from
  /// Fresh words that report each call to the log; usually RecordedOps.
  std::function<std::unique_ptr<Ops>(WordLog&)> make_ops;
  /// True for a device (or its emulation): a pass then needs every compared value to have come through it.
  bool on_device = false;
};

/// What a plugin (libgalley_gpu.so, libgalley_emu.so) exports: adds its columns.
using ColumnsEntry = void (*)(std::vector<Column>&);
inline constexpr const char* kColumnsEntryName = "galley_columns";

}  // namespace galley
