// What both plugins export: the columns of a device, or why there are none.
#include <exception>
#include <memory>

#include "checks/column.h"
#include "checks/recorded_ops.h"
#include "cuda/cuda_ops.h"
#include "cuda/device_array.h"
#include "kernels_hash.h"

namespace galley {
namespace {

#ifdef GALLEY_EMULATED
constexpr const char* kGroup = "emu";
#else
constexpr const char* kGroup = "gpu";
#endif

DeviceInfo device() {
  try {
    return device_info();
  } catch (const std::exception& error) {
    DeviceInfo none;
    none.unavailable = error.what();
    return none;
  }
}

Column column(const DeviceInfo& info, Precision precision) {
  Column column;
  column.name = std::string(kGroup) + "." + std::string(name_of(precision));
  column.precision = precision;
  column.unavailable = info.unavailable;
  column.device = info.name;
  column.driver = info.driver;
  column.kernels_hash = kKernelsHash;
  column.on_device = true;
  column.make_ops = [precision](WordLog& log) -> std::unique_ptr<Ops> {
    return std::make_unique<RecordedOps<DeviceOps>>(log, log, precision);
  };
  return column;
}

}  // namespace
}  // namespace galley

/// Adds the columns of this plugin, f64 first.
extern "C" __attribute__((visibility("default"))) void galley_columns(std::vector<galley::Column>& out) {
  const galley::DeviceInfo info = galley::device();
  for (const galley::Precision precision : {galley::Precision::f64, galley::Precision::f32})
    out.push_back(galley::column(info, precision));
}
