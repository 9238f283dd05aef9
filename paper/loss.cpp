#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "paper/distance.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"

namespace surefoot::paper {
namespace {

struct LossSettings {
  std::string parameter;
  double from, to;
  int steps;
  int points;  // simulated at each value
  std::vector<double> lengthscales;
};

std::string label_of(double lengthscale) { return fmt::format("lengthscale {:.3g}", lengthscale); }

/// The MMD between the observations and simulations, as one parameter moves and
/// the others stay at the truth.
Line loss_along(const Case& c, const LossSettings& settings, double lengthscale,
                const Results& results) {
  const Model model = built_in_model(c.model, 0, c.model_option);
  const auto k = static_cast<std::size_t>(model.parameters.index(settings.parameter));
  const Kernel kernel({{"gaussian", lengthscale, {}}});
  const Sample observations = model.simulate(c.truth, c.observations, results.seed());
  Line line{label_of(lengthscale), {}, {}, {}, false};
  std::vector<double> theta = c.truth;
  for (int i = 0; i <= settings.steps; ++i) {
    if (results.stop().stop_requested()) throw Stopped{};
    theta[k] = settings.from + (settings.to - settings.from) * i / settings.steps;
    line.x.push_back(theta[k]);
    line.y.push_back(squared_mmd(kernel, observations,
                                 model.simulate(theta, settings.points, results.seed() + 1)));
  }
  return line;
}

Outcome conclude_loss(const Item& item, const Results& results, const LossSettings& settings) {
  Outcome outcome;
  const Case& c = item.cases.front();
  std::vector<Line> lines;
  std::vector<std::string> labels;
  for (const double lengthscale : settings.lengthscales) {
    Line line = loss_along(c, settings, lengthscale, results);
    const auto lowest =
        static_cast<std::size_t>(std::min_element(line.y.begin(), line.y.end()) - line.y.begin());
    const double highest = *std::max_element(line.y.begin(), line.y.end());
    for (std::size_t i = 0; i < line.x.size(); ++i)
      outcome.numbers.push_back({line.label,
                                 "",
                                 fmt::format("{} = {:.4g}", settings.parameter, line.x[i]),
                                 "MMD^2",
                                 {line.y[i], NAN},
                                 1});
    outcome.comparison.push_back(
        {line.label, c.label, "",
         fmt::format("minimum at {} = {:.2f}", settings.parameter, line.x[lowest]), "",
         fmt::format("the loss varies by {:.2g}", highest - line.y[lowest])});
    labels.push_back(line.label);
    lines.push_back(std::move(line));
  }
  outcome.picture = grid(
      {line_panel("", {settings.parameter, {}, false}, {"MMD²", {}, false}, lines, {420, 300})}, 1,
      labels);
  outcome.caption = fmt::format(
      "Unbiased estimate of the squared MMD between {} observations and {} simulated ones, along "
      "{}, the other parameters at the truth.",
      c.observations, settings.points, settings.parameter);
  return outcome;
}

}  // namespace

Conclude read_loss(const Section& section, Item& item) {
  const LossSettings settings{section.text("parameter"),
                              section.number("from"),
                              section.number("to"),
                              section.whole("steps", 2, 10'000),
                              section.whole("points", 10, 100'000),
                              section.numbers("lengthscales")};
  const auto& names = item.cases.front().names;
  if (std::find(names.begin(), names.end(), settings.parameter) == names.end())
    section.refuse("parameter", fmt::format("the model has no parameter {}", settings.parameter));
  for (const double lengthscale : settings.lengthscales)
    if (!(lengthscale > 0.0)) section.refuse("lengthscales", "lengthscales must be positive");
  return [settings](const Item& which, const Results& results) {
    return conclude_loss(which, results, settings);
  };
}

}  // namespace surefoot::paper
