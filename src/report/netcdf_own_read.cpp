#include <algorithm>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "report/netcdf_own.hpp"

namespace surefoot {
namespace {

void read_history(const GroupReader& own, Fit& fit) {
  if (!own.has_variable("step_threshold")) return;
  const auto threshold = own.numbers("step_threshold"), acceptance = own.numbers("step_acceptance"),
             seconds = own.numbers("step_seconds");
  const auto simulations = own.integers("step_simulations"), unique = own.integers("step_unique");
  require_length(acceptance, threshold.size(), "step_acceptance");
  require_length(seconds, threshold.size(), "step_seconds");
  require_length(simulations, threshold.size(), "step_simulations");
  require_length(unique, threshold.size(), "step_unique");
  for (std::size_t i = 0; i < threshold.size(); ++i)
    fit.history.push_back(
        {threshold[i], simulations[i], acceptance[i], static_cast<int>(unique[i]), seconds[i]});
}

void read_doubled(const GroupReader& own, Fit& fit) {
  if (!own.has_variable("doubled_draw")) return;
  const auto numbers = to_index(own.integers("doubled_draw"));
  const auto shares = own.numbers("doubled_share");
  const auto calls = own.integers("doubled_calls");
  require_length(shares, numbers.size(), "doubled_share");
  require_length(calls, numbers.size(), "doubled_calls");
  for (std::size_t i = 0; i < numbers.size(); ++i)
    fit.doubled.push_back({numbers[i], shares[i], calls[i]});
}

void read_neighbours(const GroupReader& own, Fit& fit) {
  if (!own.has_variable("neighbours_draw")) return;
  const std::vector<std::string>& names = fit.draws.names;
  const auto numbers = to_index(own.integers("neighbours_draw"));
  const auto calls = own.integers("neighbours_calls"), failing = own.integers("neighbours_fail");
  require_length(calls, numbers.size(), "neighbours_calls");
  require_length(failing, numbers.size() * names.size(), "neighbours_fail");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    fit.neighbours.push_back({numbers[i], {}, calls[i]});
    for (std::size_t k = 0; k < names.size(); ++k)
      if (failing[i * names.size() + k] != 0) fit.neighbours.back().failing.push_back(names[k]);
  }
}

void read_undetermined(const GroupReader& own, Fit& fit) {
  Undetermined& found = fit.undetermined;
  if (!own.find_text("flat_everywhere")) return;
  found.looked_for = true;
  found.everywhere = own.integer("flat_everywhere") != 0;
  found.simulator_calls = own.integer("flat_search_calls");
  if (!own.has_variable("undetermined")) return;
  const auto names = own.texts("undetermined"), determined = own.texts("determined_combination");
  const auto group_of = own.integers("undetermined_group"),
             combinations = own.integers("determined_combinations");
  require_length(group_of, names.size(), "undetermined_group");
  require_length(combinations, determined.size(), "determined_combinations");
  for (std::size_t g = 0; g < determined.size(); ++g)
    found.groups.push_back({{}, determined[g], static_cast<int>(combinations[g])});
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto g = static_cast<std::size_t>(group_of[i]);
    if (g >= found.groups.size())
      throw Error(Fault::data, fmt::format("\"undetermined_group\" must be below {}, but has {}",
                                           found.groups.size(), group_of[i]));
    found.groups[g].parameters.push_back(names[i]);
  }
  if (std::any_of(found.groups.begin(), found.groups.end(),
                  [](const Undetermined::Group& group) { return group.parameters.empty(); }))
    throw Error(Fault::data, "\"undetermined_group\" leaves a group without parameters");
  const auto steps = own.numbers("flat_direction");
  const std::size_t width = fit.draws.names.size();
  require_length(steps, width == 0 ? 0 : steps.size() / width * width, "flat_direction");
  for (auto step = steps.begin(); step != steps.end(); step += static_cast<std::ptrdiff_t>(width))
    found.directions.emplace_back(step, step + static_cast<std::ptrdiff_t>(width));
}

void read_box(const GroupReader& own, Fit& fit) {
  if (!own.has_variable("box_lower")) return;
  const auto lower = own.numbers("box_lower"), upper = own.numbers("box_upper");
  require_length(lower, fit.draws.names.size(), "box_lower");
  require_length(upper, fit.draws.names.size(), "box_upper");
  for (std::size_t k = 0; k < lower.size(); ++k) fit.box.push_back({lower[k], upper[k]});
}

}  // namespace

/// Chains and history are not in files of before there were such methods.
void read_own(const GroupReader& own, Fit& fit) {
  fit.threads = static_cast<int>(own.integer("threads"));
  fit.device = own.text("device");
  fit.instruction_set = own.text("instruction_set");
  fit.seconds = own.number("seconds");
  fit.simulations_per_draw = static_cast<int>(own.integer("simulations_per_draw"));
  fit.simulator_calls = own.integer("simulator_calls");
  fit.evaluator = own.text("evaluator");
  fit.simulation_share = own.number("simulation_share");
  if (own.find_text("chains")) {
    fit.chains = static_cast<int>(own.integer("chains"));
    fit.acceptance = own.number("acceptance");
  }
  if (own.find_text("observations_left_out"))
    fit.left_out = static_cast<std::size_t>(own.integer("observations_left_out"));
  fit.failure = own.find_text("failure").value_or("");
  read_history(own, fit);
  read_doubled(own, fit);
  fit.draws.index = to_index(own.integers("draw_index"));
  if (own.has_variable("parameter")) fit.draws.names = own.texts("parameter");
  if (own.has_variable("mode_objective")) fit.mode_objectives = own.numbers("mode_objective");
  if (own.has_variable("mode_parameters")) fit.modes = own.numbers("mode_parameters");
  if (own.has_variable("blind")) fit.blind = own.texts("blind");
  read_box(own, fit);
  read_neighbours(own, fit);
  read_undetermined(own, fit);
  if (own.has_variable("lengthscale")) fit.lengthscales = own.numbers("lengthscale");
  if (own.has_variable("prior_share")) {
    fit.data_weight = own.number("data_weight");
    fit.prior_shares = own.numbers("prior_share");
    require_length(fit.prior_shares, fit.draws.names.size(), "prior_share");
  }
  if (own.has_variable("warning")) fit.warnings = own.texts("warning");
}

}  // namespace surefoot
