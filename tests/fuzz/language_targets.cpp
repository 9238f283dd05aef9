#include <algorithm>
#include <array>
#include <cmath>

#include <surefoot/error.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/kernels/lengthscale.hpp>
#include <surefoot/parameters.hpp>
#include <surefoot/prior/base_measure.hpp>
#include <surefoot/prior/parameter_prior.hpp>
#include <surefoot/settings/config.hpp>
#include <surefoot/simulators/contamination.hpp>
#include <surefoot/simulators/registry.hpp>
#include <surefoot/simulators/theta.hpp>

#include "fuzz/targets.hpp"

namespace surefoot::fuzz {
namespace {

const Model& some_model() {
  static const Model model = built_in_model("g-and-k");
  return model;
}

Sample some_observations() { return Sample({1.0, 2.0, 4.0, 3.5, 2.5, 3.0, 7.0, 8.0}, 1); }

bool is_finite(double value) { return std::isfinite(value); }

void read_kernel(const std::string& text) {
  const auto terms = parse_kernel(text);
  const std::string written = to_text(terms);
  require(to_text(parse_kernel(written)) == written, "the same kernel after writing and reading");
  const bool complete = std::none_of(terms.begin(), terms.end(), needs_lengthscale);
  if (complete) Kernel(terms).text();
}

void read_parameters(const std::string& text) {
  const ParameterSpace space(parse_parameters(text));
  std::vector<double> theta, eta(static_cast<std::size_t>(space.size()));
  for (int k = 0; k < space.size(); ++k) theta.push_back(space[k].lower);
  space.to_optimiser(theta, eta);
  space.to_natural(eta, theta);
  for (int k = 0; k < space.size(); ++k) {
    const double value = theta[static_cast<std::size_t>(k)];
    require(space[k].lower <= value && value <= space[k].upper, "parameters inside their box");
  }
}

void read_prior(const std::string& text) {
  std::string in_force = text;
  const auto prior =
      make_parameter_prior(in_force, some_model(), some_model().parameters, some_observations());
  Noise noise({.seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::data});
  std::vector<double> eta(static_cast<std::size_t>(some_model().parameters.free_size()));
  prior.draw(noise, eta);
  require(std::all_of(eta.begin(), eta.end(), is_finite), "finite draws of the prior");
  std::string again = in_force;
  make_parameter_prior(again, some_model(), some_model().parameters, some_observations());
  require(again == in_force, "the same prior after writing and reading");
}

void read_base_measure(const std::string& text) {
  if (text.starts_with("file:")) return;  // might be any file of this machine
  const auto measure = make_base_measure(text, some_model(), some_observations());
  const Coordinates at{.seed = 1, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::data};
  const std::vector<double> rows = measure->draw(at, 3);
  require(rows.size() == 3, "as many pseudo-observations as wanted");
  require(std::all_of(rows.begin(), rows.end(), is_finite), "finite pseudo-observations");
}

struct Language {
  std::string_view name;
  void (*read)(const std::string& text);
};

constexpr std::array languages{
    Language{"kernel", read_kernel},
    Language{"lengthscale",
             [](const std::string& t) { choose_lengthscale(t, some_observations(), 1); }},
    Language{"parameters", read_parameters},
    Language{"prior", read_prior},
    Language{"base-measure", read_base_measure},
    Language{"contaminate", [](const std::string& t) { contaminate(some_observations(), t, 1); }},
    Language{"data-generator", [](const std::string& t) { generate(t, 5, 2, 1); }},
    Language{"theta", [](const std::string& t) { theta_with(some_model(), parse_theta(t)); }},
    Language{"model", [](const std::string& t) { built_in_model(t); }}};

/// What stands before the first line's end, and what behind it.
std::pair<std::string, std::string> name_and_text(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  return {std::string(bytes.substr(0, end)),
          std::string(bytes.substr(std::min(end + 1, bytes.size())))};
}

}  // namespace

void read_small_language(std::string_view bytes) {
  const auto [name, text] = name_and_text(bytes);
  for (const Language& language : languages)
    if (language.name == name) language.read(text);
}

// The first line names a setting, and the rest is its value.  What is said of other names takes
// long to find, and is tried where config files are.
void read_setting(std::string_view bytes) {
  static const std::vector<std::string> names = setting_names();
  const auto [name, text] = name_and_text(bytes);
  if (std::find(names.begin(), names.end(), name) == names.end()) return;
  FitConfig config, again;
  set(config, name, text);
  const std::string written = get(config, name);
  set(again, name, written);
  require(get(again, name) == written, "the same setting after writing and reading");
  validate(config);
}

}  // namespace surefoot::fuzz
