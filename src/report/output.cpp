#include <array>
#include <utility>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/csv.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/output.hpp>

namespace surefoot {
namespace {

using Writer = void (*)(const Fit&, const std::filesystem::path&);

Writer writer_of(const std::filesystem::path& path) {
  const auto extension = path.extension();
  if (extension == ".nc") return write_netcdf;
  if (extension == ".csv") return write_draws_csv;
  throw Error(Fault::usage, fmt::format("{}: the name of a fit must end in .nc or .csv, but ends "
                                        "in \"{}\"",
                                        path.string(), extension.string()));
}

}  // namespace

void write_fit(const Fit& fit, const std::filesystem::path& path) { writer_of(path)(fit, path); }

void check_writable(const std::filesystem::path& path) {
  writer_of(path);
  check_creatable(path);
}

}  // namespace surefoot
