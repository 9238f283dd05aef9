#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/theta.hpp>

#include "settings/setting_text.hpp"
#include "text.hpp"

namespace surefoot {

std::map<std::string, double> parse_theta(const std::string& text) {
  using Named = SettingType<std::map<std::string, double>>;
  std::string_view found = text;
  const auto given = Named::read(text, found);
  if (!given || given->empty())
    throw Error(Fault::usage,
                fmt::format("theta must be {}, but is {}", Named::must_be({}), in_quotes(found)));
  return *given;
}

std::vector<double> theta_with(const Model& model, const std::map<std::string, double>& given) {
  const ParameterSpace& space = model.parameters;
  if (given.empty() && model.truth.empty())
    throw Error(Fault::usage, fmt::format("{} has no published truth to simulate at: --theta {}=X",
                                          model.name, fmt::join(space.names(), "=X,")));
  std::vector<double> theta = model.truth;
  theta.resize(static_cast<std::size_t>(space.size()), std::numeric_limits<double>::quiet_NaN());
  for (const auto& [name, value] : given) {
    const int k = space.index(name);
    if (!(space[k].lower <= value && value <= space[k].upper))
      throw Error(Fault::usage, fmt::format("theta must have {} between {} and {}, but has {}",
                                            name, space[k].lower, space[k].upper, value));
    theta[static_cast<std::size_t>(k)] = value;
  }
  for (int k = 0; k < space.size(); ++k)
    if (std::isnan(theta[static_cast<std::size_t>(k)]))
      throw Error(Fault::usage, fmt::format("theta must have {}, of which the model has no "
                                            "published truth, but has not",
                                            space[k].name));
  return theta;
}

}  // namespace surefoot
