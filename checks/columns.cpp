#include "checks/columns.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>

#include "checks/recorded_ops.h"

namespace galley {
namespace {

Column cpu_column(const std::string& name, Precision precision) {
  Column column;
  column.name = name;
  column.precision = precision;
  column.device = machine_name();
  column.make_ops = [precision](WordLog& log) { return reference_ops(log, precision); };
  return column;
}

std::string folder_of_this_library() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void*>(&columns_of), &info) || !info.dli_fname) return ".";
  return std::filesystem::path(info.dli_fname).parent_path().string();
}

std::vector<Column> unavailable(const std::string& group, const std::string& why) {
  std::vector<Column> columns(2);
  columns[0].name = group + ".f64";
  columns[1].name = group + ".f32";
  columns[1].precision = Precision::f32;
  for (Column& column : columns) {
    column.unavailable = why;
    column.on_device = true;
  }
  return columns;
}

std::vector<Column> plugin_columns(const std::string& group) {
  const std::string path = folder_of_this_library() + "/libgalley_" + group + ".so";
  if (!std::filesystem::exists(path)) {
    return unavailable(group,
                       group == "gpu" ? "built without the CUDA toolkit" : "the emulator was not built");
  }
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* error = dlerror();
    return unavailable(group, std::string("cannot load the kernels: ") + (error ? error : path));
  }
  const auto entry = reinterpret_cast<ColumnsEntry>(dlsym(library, kColumnsEntryName));
  if (!entry) return unavailable(group, path + " exports no " + kColumnsEntryName);
  std::vector<Column> columns;
  entry(columns);
  return columns;
}

}  // namespace

std::unique_ptr<Ops> reference_ops(WordLog& log, Precision precision) {
  return std::make_unique<RecordedOps<Ops>>(log, precision);
}

std::string machine_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "CPU";
}

std::vector<Column> columns_of(const std::string& group) {
  if (group == "cpu") return {cpu_column("cpu.f64", Precision::f64), cpu_column("cpu.f32", Precision::f32)};
  return plugin_columns(group);
}

}  // namespace galley
