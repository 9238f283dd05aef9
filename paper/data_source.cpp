#include "paper/data_source.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include <surefoot/data/read.hpp>
#include <surefoot/error.hpp>
#include <surefoot/simulators/contamination.hpp>
#include <surefoot/simulators/registry.hpp>

#include "hash.hpp"
#include "text.hpp"

namespace surefoot::paper {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(Fault::data, fmt::format("{}: cannot be read", path));
  return {std::istreambuf_iterator<char>(file), {}};
}

bool has_file(const std::string& path) {
  std::error_code fault;
  return std::filesystem::exists(path, fault);
}

}  // namespace

std::string DataSource::path(const Case& c, int run) const {
  try {
    const std::string name = fmt::format(fmt::runtime(c.file), fmt::arg("run", run));
    return (std::filesystem::path(folder_) / name).string();
  } catch (const fmt::format_error&) {
    throw Error(Fault::usage, fmt::format("file must be a name with {{run}} in the place of the "
                                          "run's number, but is {}",
                                          surefoot::in_quotes(c.file)));
  }
}

std::optional<Sample> DataSource::observations(const Case& c, int observations, int run) const {
  const Model model = built_in_model(c.model, 0, c.model_option);
  if (reads(c)) {
    if (!has_file(path(c, run))) return std::nullopt;
    return read_sample(path(c, run), {.dimension = model.dimension}).observations;
  }
  const Sample clean = c.generator.empty()
                           ? model.simulate(model.truth, observations, seed_of(run))
                           : generate(c.generator, observations, model.dimension, seed_of(run));
  if (c.contaminate.empty()) return clean;
  return contaminate(clean, c.contaminate, seed_of(run)).observations;
}

std::string DataSource::identity(const Case& c, int observations, int run) const {
  if (!reads(c))
    return fmt::format("simulated n={} generator={} contaminate={} seed={}", observations,
                       c.generator, c.contaminate, seed_of(run));
  if (!has_file(path(c, run))) return "";
  return fmt::format("file {:016x}", hash_of(content_of(path(c, run))));
}

}  // namespace surefoot::paper
