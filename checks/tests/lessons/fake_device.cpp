// A column on a device that is none, for the rule of provenance: its matmul is marked as the device's, its
// sum is marked and wrong.
#include "checks/column.h"
#include "checks/recorded_ops.h"

namespace galley {
namespace {

class FakeDevice : public Ops {
 public:
  FakeDevice(Precision p, WordLog& log) : Ops(p), log_(log) {}

  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    Tensor result = Ops::matmul(a, b);
    log_.runs_on_device();
    return result;
  }

  Tensor sum(const Tensor& a, std::int64_t axis) const override {
    Tensor result = Ops::sum(a, axis);
    for (std::int64_t i = 0; i < result.length(0); ++i) {
      result.set({i, 0}, result.at({i, 0}) + 1);
    }
    log_.runs_on_device();
    return result;
  }

 private:
  WordLog& log_;
};

Column fake_column() {
  Column column;
  column.name = "emu.f32";
  column.precision = Precision::f32;
  column.device = "a device that is none";
  column.kernels_hash = "xxh3:0123456789abcdef";
  column.on_device = true;
  column.make_ops = [](WordLog& log) -> std::unique_ptr<Ops> {
    return std::make_unique<RecordedOps<FakeDevice>>(log, Precision::f32, log);
  };
  return column;
}

}  // namespace
}  // namespace galley

extern "C" void galley_columns(std::vector<galley::Column>& columns) {
  columns.push_back(galley::fake_column());
}
