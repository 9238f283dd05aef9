#include "front/overwriting.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot::front {
namespace {

namespace fs = std::filesystem;

// Where a file is that may not be there yet.
fs::path place_of(const fs::path& path) {
  std::error_code fault;
  fs::path place = fs::weakly_canonical(path, fault);
  if (fault) place = fs::absolute(path, fault);
  return (fault ? path : place).lexically_normal();
}

bool keeps_nothing(const fs::path& path) {
  std::error_code fault;
  const fs::file_status found = fs::status(path, fault);
  return !fault && fs::exists(found) && !fs::is_regular_file(found);
}

bool are_one_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == "-" || keeps_nothing(b)) return false;
  std::error_code fault;  // a file that is not there is no other file
  return fs::equivalent(a, b, fault) || place_of(a) == place_of(b);
}

}  // namespace

void refuse_overwriting(const std::vector<NamedFile>& inputs,
                        const std::vector<NamedFile>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NamedFile& output = outputs[i];
    for (const NamedFile& input : inputs)
      if (are_one_file(input.path, output.path))
        throw Error(Fault::usage, fmt::format("{}: the {} would replace the {}", output.path,
                                              output.role, input.role));
    for (std::size_t j = 0; j < i; ++j)
      if (are_one_file(outputs[j].path, output.path))
        throw Error(Fault::usage, fmt::format("{}: {} and {} must be two files", output.path,
                                              outputs[j].role, output.role));
  }
}

}  // namespace surefoot::front
