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

namespace surefoot::paper {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(Fault::data, fmt::format("{}: cannot be read", path));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string DataSource::path(const Case& c, int run) const {
  return (std::filesystem::path(folder_) / fmt::format(fmt::runtime(c.file), fmt::arg("run", run)))
      .string();
}

std::optional<Sample> DataSource::observations(const Case& c, int observations, int run) const {
  const Model model = built_in_model(c.model, 0, c.model_option);
  if (reads(c)) {
    if (!std::filesystem::exists(path(c, run))) return std::nullopt;
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
  if (!std::filesystem::exists(path(c, run))) return "";
  return fmt::format("file {:016x}", hash_of(content_of(path(c, run))));
}

}  // namespace surefoot::paper
