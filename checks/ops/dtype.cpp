#include "checks/ops/dtype.h"

#include "checks/ops/elements.h"

namespace galley {
namespace {

/// One number as a format keeps it.
double kept(Dtype dtype, double value) {
  switch (dtype) {
    case Dtype::float64:
      return value;
    case Dtype::float32:
      return round_to(Precision::f32, value);
    case Dtype::float16:
      return round_to(Precision::f16, value);
    case Dtype::bfloat16:
      return round_to(Precision::bf16, value);
    case Dtype::int64:
    case Dtype::uint8:
      break;
  }
  if (!std::isfinite(value)) {
    throw Misuse("cast: " + std::to_string(value) + " is no whole number of " + std::string(name_of(dtype)));
  }
  const double whole = std::trunc(value);
  return dtype == Dtype::uint8 ? whole - 256 * std::floor(whole / 256) : whole;
}

std::string place(const Stored& x) { return x.device + " (" + std::string(name_of(x.dtype)) + ")"; }

void need_one_device(const char* word, const Stored& a, const Stored& b) {
  if (a.device != b.device) {
    throw Misuse(std::string(word) + ": operands lie on different devices: " + place(a) + " and " + place(b));
  }
}

void need_kernels(const char* word, const Ids& kernels, std::int64_t launch) {
  if (kernels.rank() != 1 || launch < 0) {
    throw Misuse(std::string(word) + ": needs durations (n) and a launch time, given " +
                 to_text(kernels.shape()) + " and " + std::to_string(launch));
  }
}

}  // namespace

std::string_view name_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::float64:
      return "float64";
    case Dtype::float32:
      return "float32";
    case Dtype::float16:
      return "float16";
    case Dtype::bfloat16:
      return "bfloat16";
    case Dtype::int64:
      return "int64";
    case Dtype::uint8:
      return "uint8";
  }
  return "";
}

bool is_integer(Dtype dtype) { return dtype == Dtype::int64 || dtype == Dtype::uint8; }

std::int64_t DtypeOps::bit_width(Dtype dtype) const {
  switch (dtype) {
    case Dtype::float64:
    case Dtype::int64:
      return 64;
    case Dtype::float32:
      return 32;
    case Dtype::float16:
    case Dtype::bfloat16:
      return 16;
    case Dtype::uint8:
      return 8;
  }
  return 0;
}

std::int64_t DtypeOps::bytes_per_element(Dtype dtype) const { return bit_width(dtype) / 8; }

std::int64_t DtypeOps::storage_bytes(const Shape& shape, Dtype dtype) const {
  return element_count(shape) * bytes_per_element(dtype);
}

double DtypeOps::in_mib(std::int64_t bytes) const { return static_cast<double>(bytes) / (1024 * 1024); }

double DtypeOps::in_megabytes(std::int64_t bytes) const { return static_cast<double>(bytes) / 1'000'000; }

Ids DtypeOps::item_bytes(const Inventory& items) const {
  std::vector<std::int64_t> bytes;
  for (const Item& item : items) bytes.push_back(storage_bytes(item.shape, item.dtype));
  return Ids({std::ssize(items)}, std::move(bytes));
}

std::int64_t DtypeOps::total_bytes(const Inventory& items) const {
  std::int64_t total = 0;
  for (const std::int64_t bytes : item_bytes(items).values()) total += bytes;
  return total;
}

Tensor DtypeOps::cast(const Tensor& x, Dtype dtype) const {
  std::vector<double> values = x.values();
  for (double& v : values) v = kept(dtype, v);
  return Tensor(x.shape(), std::move(values));
}

Ids DtypeOps::ids_in(const Ids& ids, Dtype dtype) const {
  if (dtype == Dtype::int64) return ids;
  std::vector<std::int64_t> values = ids.values();
  for (std::int64_t& id : values) id = static_cast<std::int64_t>(kept(dtype, static_cast<double>(id)));
  return Ids(ids.shape(), std::move(values));
}

Ids DtypeOps::whole_numbers(const Tensor& x) const {
  std::vector<std::int64_t> ids;
  for (const double v : x.values()) {
    if (v != std::trunc(v) || std::abs(v) > 0x1p53) {
      throw Misuse("whole_numbers: " + std::to_string(v) + " is no whole number, so it is no id");
    }
    ids.push_back(static_cast<std::int64_t>(v));
  }
  return Ids(x.shape(), std::move(ids));
}

Tensor DtypeOps::add_in(const Tensor& a, const Tensor& b, Dtype dtype) const {
  if (a.shape() != b.shape()) {
    throw Misuse("add_in: shapes differ: " + to_text(a.shape()) + " and " + to_text(b.shape()));
  }
  std::vector<double> values = a.values();
  const std::vector<double> others = b.values();
  // A double holds the exact sum of two numbers of any shorter format near enough that it rounds only once.
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = kept(dtype, kept(dtype, values[i]) + kept(dtype, others[i]));
  }
  return Tensor(a.shape(), std::move(values));
}

Tensor DtypeOps::sum_in(const Tensor& x, Dtype dtype) const {
  double running = 0;
  for (const double v : x.values()) running = kept(dtype, running + kept(dtype, v));
  return scalar(running);
}

Stored DtypeOps::store(const Tensor& values, Dtype dtype, const std::string& device) const {
  return {cast(values, dtype), dtype, device};
}

Stored DtypeOps::to_dtype(const Stored& x, Dtype dtype) const { return store(x.values, dtype, x.device); }

Stored DtypeOps::to_device(const Stored& x, const std::string& device) const {
  return {contiguous(x.values), x.dtype, device};
}

Stored DtypeOps::reshape_stored(const Stored& x, const Shape& shape) const {
  return {reshape(x.values, shape), x.dtype, x.device};
}

Stored DtypeOps::add_stored(const Stored& a, const Stored& b) const {
  need_one_device("add_stored", a, b);
  if (a.dtype != b.dtype) {
    throw Misuse("add_stored: operands differ in format: " + place(a) + " and " + place(b));
  }
  return {add_in(a.values, b.values, a.dtype), a.dtype, a.device};
}

Stored DtypeOps::embed_stored(const Stored& table, const Stored& ids) const {
  if (!is_integer(ids.dtype)) {
    throw Misuse("embed_stored: ids need a whole format, given " + place(ids));
  }
  need_one_device("embed_stored", table, ids);
  return {cast(embed(table.values, whole_numbers(ids.values)), table.dtype), table.dtype, table.device};
}

Ids DtypeOps::launch_returns(const Ids& kernels, std::int64_t launch) const {
  need_kernels("launch_returns", kernels, launch);
  Ids times = Ids::full(kernels.shape(), 0);
  for (std::int64_t i = 0; i < kernels.size(); ++i) times.set({i}, (i + 1) * launch);
  return times;
}

Ids DtypeOps::kernel_ends(const Ids& kernels, std::int64_t launch) const {
  const Ids returns = launch_returns(kernels, launch);
  Ids ends = Ids::full(kernels.shape(), 0);
  std::int64_t free_at = 0;
  for (std::int64_t i = 0; i < kernels.size(); ++i) {
    free_at = std::max(free_at, returns.at({i})) + kernels.at({i});
    ends.set({i}, free_at);
  }
  return ends;
}

std::int64_t DtypeOps::queueing_time(const Ids& kernels, std::int64_t launch) const {
  const Ids returns = launch_returns(kernels, launch);
  return returns.size() == 0 ? 0 : returns.at({returns.size() - 1});
}

std::int64_t DtypeOps::finished_time(const Ids& kernels, std::int64_t launch) const {
  const Ids ends = kernel_ends(kernels, launch);
  return ends.size() == 0 ? 0 : ends.at({ends.size() - 1});
}

}  // namespace galley
