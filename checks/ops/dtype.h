#pragma once
#include "checks/ops/batch.h"

namespace galley {

/// How one number of an array is kept (F06).
enum class Dtype { float64, float32, float16, bfloat16, int64, uint8 };

/// "bfloat16".
std::string_view name_of(Dtype dtype);

/// True for int64 and uint8.
bool is_integer(Dtype dtype);

/// An array together with what its shape does not say: the format of its numbers, and where they lie. F06.
struct Stored {
  Tensor values;
  Dtype dtype = Dtype::float32;
  std::string device = "cpu";
};

/// One array of a list of what needs memory. F06.
struct Item {
  std::string name;
  Shape shape;
  Dtype dtype = Dtype::float32;
};
using Inventory = std::vector<Item>;

/// Number formats, memory and devices (F06). These words compute in the format that they are asked for,
/// whatever the column's precision is; a device is a name here, and what its name stands for is the column's
/// affair.
class DtypeOps : public BatchOps {
 public:
  using BatchOps::BatchOps;

  /// Bits of one number: 64, 32, 16, 16, 64, 8. F06.
  virtual std::int64_t bit_width(Dtype dtype) const;

  /// Bytes of one number: 8, 4, 2, 2, 8, 1. F06.
  virtual std::int64_t bytes_per_element(Dtype dtype) const;

  /// Bytes of an array's numbers: elements times bytes of one. F06.
  virtual std::int64_t storage_bytes(const Shape& shape, Dtype dtype) const;

  /// Bytes as MiB, of 1024 · 1024 bytes each. F06.
  virtual double in_mib(std::int64_t bytes) const;

  /// Bytes as MB, of 1,000,000 bytes each. F06.
  virtual double in_megabytes(std::int64_t bytes) const;

  /// Bytes of each array of a list: → (n). F06.
  virtual Ids item_bytes(const Inventory& items) const;

  /// Bytes of all arrays of a list together. F06.
  virtual std::int64_t total_bytes(const Inventory& items) const;

  /// Each number as the format keeps it: the nearest one, ties to even, ±∞ beyond the largest; whole formats
  /// drop the fraction, and uint8 keeps the lowest 8 bits. Throws for a NaN or ∞ that is to become whole.
  /// F06.
  virtual Tensor cast(const Tensor& x, Dtype dtype) const;

  /// Ids as a format keeps them: exact in int64, rounded in float formats. F06.
  virtual Ids ids_in(const Ids& ids, Dtype dtype) const;

  /// Numbers as ids. Throws naming one that is not whole: no id lies between two rows. F06.
  virtual Ids whole_numbers(const Tensor& x) const;

  /// a + b with operands and sum kept in a format; same shapes. F06.
  virtual Tensor add_in(const Tensor& a, const Tensor& b, Dtype dtype) const;

  /// All elements added one after the other, the running sum kept in a format: → one number. F06.
  virtual Tensor sum_in(const Tensor& x, Dtype dtype) const;

  /// An array put into a format and on a device; its numbers are copied. F06.
  virtual Stored store(const Tensor& values, Dtype dtype, const std::string& device) const;

  /// The same array in another format: numbers are rounded, shape and device stay. F06.
  virtual Stored to_dtype(const Stored& x, Dtype dtype) const;

  /// The same array on another device: a copy of its own, bit for bit; shape and format stay. F06.
  virtual Stored to_device(const Stored& x, const std::string& device) const;

  /// The same numbers in another shape; format and device stay. F06.
  virtual Stored reshape_stored(const Stored& x, const Shape& shape) const;

  /// a + b where both lie on one device in one format. Throws naming both devices, or both formats: nothing
  /// is moved silently. F06.
  virtual Stored add_stored(const Stored& a, const Stored& b) const;

  /// Rows of a table: E (N, d), ids (…) → (…, d), in the table's format. Throws when the ids are in a float
  /// format, and naming both devices when they differ. F06.
  virtual Stored embed_stored(const Stored& table, const Stored& ids) const;

  /// When each launch has returned to the program, launched one after the other from time 0: kernels (n) →
  /// (n). F06.
  virtual Ids launch_returns(const Ids& kernels, std::int64_t launch) const;

  /// When each kernel is done: it starts when its launch has returned and the one before it is done.
  /// Durations (n) → (n), in the unit of `launch`. F06.
  virtual Ids kernel_ends(const Ids& kernels, std::int64_t launch) const;

  /// What a clock shows that is read when the last launch has returned: the time of queueing. F06.
  virtual std::int64_t queueing_time(const Ids& kernels, std::int64_t launch) const;

  /// What a clock shows that is read after waiting for the device: the time until the work is done. F06.
  virtual std::int64_t finished_time(const Ids& kernels, std::int64_t launch) const;
};

}  // namespace galley
