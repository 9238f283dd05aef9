#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/parameters.hpp>

#include "text.hpp"

namespace surefoot {

namespace {

constexpr double logit_end = 36.0;       // exp(-36) is about 2^-52: theta is at its end
constexpr double logit_edge = 13.8;      // exp(-13.8) is about 1e-6 of the width
constexpr double edge_tolerance = 1e-9;  // of the width of eta's box

void require_box(const Parameter& p) {
  const auto refuse = [&](const char* must) {
    throw Error(Fault::usage, fmt::format("the box of parameter {} must {}, but is {}:{}",
                                          in_quotes(p.name), must, p.lower, p.upper));
  };
  if (!(p.lower < p.upper)) refuse("have its lower end below its upper end");
  if (p.transform == Transform::log && !(p.lower > 0.0))
    refuse("be positive, since the parameter is optimised on the log scale");
  if (p.transform == Transform::logit && !std::isfinite(p.upper - p.lower))
    refuse("have finite ends, since the parameter is optimised on the logit scale");
}

void require_inside(const Parameter& p, double value) {
  if (std::isfinite(value) && p.lower <= value && value <= p.upper) return;
  throw Error(Fault::usage,
              fmt::format("parameter {} must be held at a finite value in its box {}:{}, but at {}",
                          in_quotes(p.name), p.lower, p.upper, value));
}

double to_eta(const Parameter& p, double theta) {
  switch (p.transform) {
    case Transform::log:
      return std::log(theta);
    case Transform::logit:
      return std::clamp(std::log((theta - p.lower) / (p.upper - theta)), -logit_end, logit_end);
    case Transform::identity:
      break;
  }
  return theta;
}

Axis axis_of(const Parameter& p) { return {p.transform, p.lower, p.upper}; }

}  // namespace

ParameterSpace::ParameterSpace(std::vector<Parameter> parameters)
    : parameters_(std::move(parameters)),
      held_(parameters_.size(), std::numeric_limits<double>::quiet_NaN()) {
  if (parameters_.empty()) throw Error(Fault::usage, "a model must have at least 1 parameter");
  for (auto p = parameters_.begin(); p != parameters_.end(); ++p) {
    if (p->name.empty()) throw Error(Fault::usage, "every parameter must have a name");
    const auto same = [&](const Parameter& other) { return other.name == p->name; };
    if (std::any_of(parameters_.begin(), p, same))
      throw Error(Fault::usage, fmt::format("the names of parameters must differ, but {} is there "
                                            "twice",
                                            in_quotes(p->name)));
    require_box(*p);
  }
  rebuild();
}

std::vector<std::string> ParameterSpace::names() const {
  std::vector<std::string> names;
  for (const Parameter& p : parameters_) names.push_back(p.name);
  return names;
}

int ParameterSpace::index(const std::string& name) const {
  for (int k = 0; k < size(); ++k)
    if ((*this)[k].name == name) return k;
  const std::string near = nearest(name, names());
  throw Error(Fault::usage,
              fmt::format("the model has no parameter {}; its parameters are {}{}", in_quotes(name),
                          fmt::join(names(), ", "), did_you_mean(near)));
}

void ParameterSpace::bound(const std::string& name, double lower, double upper) {
  const auto k = static_cast<std::size_t>(index(name));
  Parameter boxed = parameters_[k];
  boxed.lower = lower;
  boxed.upper = upper;
  require_box(boxed);
  if (!std::isnan(held_[k])) require_inside(boxed, held_[k]);
  parameters_[k] = std::move(boxed);
  rebuild();
}

void ParameterSpace::fix(const std::string& name, double value) {
  const auto k = static_cast<std::size_t>(index(name));
  require_inside(parameters_[k], value);
  if (free_size() == 1 && std::isnan(held_[k]))
    throw Error(Fault::usage,
                fmt::format("at least 1 parameter must be left to fit, but holding {} leaves none",
                            in_quotes(name)));
  held_[k] = value;
  rebuild();
}

void ParameterSpace::rebuild() {
  free_.clear();
  lower_.clear();
  upper_.clear();
  for (int k = 0; k < size(); ++k) {
    if (!std::isnan(held_[static_cast<std::size_t>(k)])) continue;
    const Parameter& p = (*this)[k];
    free_.push_back(k);
    lower_.push_back(to_eta(p, p.lower));
    upper_.push_back(to_eta(p, p.upper));
  }
}

void ParameterSpace::to_natural(std::span<const double> eta, std::span<double> theta) const {
  std::copy(held_.begin(), held_.end(), theta.begin());
  for (std::size_t j = 0; j < free_.size(); ++j) {
    const auto k = static_cast<std::size_t>(free_[j]);
    theta[k] = axis_of(parameters_[k]).to_theta(eta[j]);
  }
}

void ParameterSpace::to_optimiser(std::span<const double> theta, std::span<double> eta) const {
  for (std::size_t j = 0; j < free_.size(); ++j) {
    const auto k = static_cast<std::size_t>(free_[j]);
    const Parameter& p = parameters_[k];
    eta[j] = to_eta(p, std::clamp(theta[k], p.lower, p.upper));
  }
}

void ParameterSpace::pull_back(std::span<const double> theta, std::span<const double> gradient,
                               std::span<double> eta_gradient) const {
  for (std::size_t j = 0; j < free_.size(); ++j) {
    const auto k = static_cast<std::size_t>(free_[j]);
    eta_gradient[j] = gradient[k] * axis_of(parameters_[k]).slope(theta[k]);
  }
}

bool ParameterSpace::at_edge(std::span<const double> eta) const {
  for (std::size_t j = 0; j < free_.size(); ++j) {
    if (parameters_[static_cast<std::size_t>(free_[j])].transform == Transform::logit) {
      if (std::abs(eta[j]) > logit_edge) return true;
      continue;
    }
    const double width = upper_[j] - lower_[j];
    // An infinite width has no share; one end's own size then sets the rounding.
    const auto near = [&](double end) {
      const double scale = std::isfinite(width) ? width : std::abs(end);
      return std::isfinite(end) && std::abs(eta[j] - end) <= edge_tolerance * scale;
    };
    if (near(lower_[j]) || near(upper_[j])) return true;
  }
  return false;
}

}  // namespace surefoot
