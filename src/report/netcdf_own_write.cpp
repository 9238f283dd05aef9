#include <algorithm>

#include "report/netcdf_own.hpp"

namespace surefoot {
namespace {

void write_history(const GroupWriter& group, const std::vector<SmcStep>& history) {
  if (history.empty()) return;
  const int dimension = group.dimension("step", history.size());
  const auto put = [&](const char* name, auto quantity) {
    std::vector<decltype(quantity(SmcStep{}))> values;
    for (const SmcStep& step : history) values.push_back(quantity(step));
    group.variable(name, {dimension}, values);
  };
  put("step_threshold", [](const SmcStep& s) { return s.threshold; });
  put("step_simulations", [](const SmcStep& s) { return s.simulations; });
  put("step_acceptance", [](const SmcStep& s) { return s.acceptance; });
  put("step_unique", [](const SmcStep& s) { return s.unique; });
  put("step_seconds", [](const SmcStep& s) { return s.seconds; });
}

void write_neighbours(const GroupWriter& group, const Fit& fit) {
  if (fit.neighbours.empty()) return;
  std::vector<std::int64_t> numbers, calls;
  std::vector<std::int8_t> failing;
  for (const TriedNeighbours& tried : fit.neighbours) {
    numbers.push_back(tried.number);
    calls.push_back(tried.simulator_calls);
    for (const std::string& name : fit.draws.names)
      failing.push_back(std::find(tried.failing.begin(), tried.failing.end(), name) !=
                        tried.failing.end());
  }
  const int draws = group.dimension("neighbours", numbers.size());
  const int parameters = group.dimension("neighbours_parameter", fit.draws.names.size());
  group.variable("neighbours_draw", {draws}, numbers);
  group.variable("neighbours_calls", {draws}, calls);
  group.variable("neighbours_fail", {draws, parameters}, failing);
}

/// A file that has not got the attribute was written before anybody looked.
void write_undetermined(const GroupWriter& group, const Fit& fit) {
  const Undetermined& found = fit.undetermined;
  if (!found.looked_for) return;
  group.attribute("flat_everywhere", found.everywhere ? 1 : 0);
  group.attribute("flat_search_calls", found.simulator_calls);
  if (found.groups.empty()) return;
  std::vector<std::string> names, determined;
  std::vector<std::int64_t> group_of, combinations;
  for (const Undetermined::Group& one : found.groups) {
    for (const std::string& name : one.parameters) {
      names.push_back(name);
      group_of.push_back(static_cast<std::int64_t>(determined.size()));
    }
    determined.push_back(one.determined);
    combinations.push_back(one.combinations);
  }
  const int parameters = group.dimension("undetermined", names.size());
  const int groups = group.dimension("undetermined_set", determined.size());
  group.variable("undetermined", {parameters}, names);
  group.variable("undetermined_group", {parameters}, group_of);
  group.variable("determined_combinations", {groups}, combinations);
  group.variable("determined_combination", {groups}, determined);
  std::vector<double> steps;
  for (const std::vector<double>& step : found.directions)
    steps.insert(steps.end(), step.begin(), step.end());
  const int directions = group.dimension("flat_directions", found.directions.size());
  const int width = group.dimension("flat_direction_parameter", fit.draws.names.size());
  group.variable("flat_direction", {directions, width}, steps);
}

void write_doubled(const GroupWriter& group, const std::vector<DoubledDraw>& doubled) {
  if (doubled.empty()) return;
  const int dimension = group.dimension("doubled", doubled.size());
  const auto put = [&](const char* name, auto quantity) {
    std::vector<decltype(quantity(DoubledDraw{}))> values;
    for (const DoubledDraw& draw : doubled) values.push_back(quantity(draw));
    group.variable(name, {dimension}, values);
  };
  put("doubled_draw", [](const DoubledDraw& d) { return std::int64_t{d.number}; });
  put("doubled_share", [](const DoubledDraw& d) { return d.share; });
  put("doubled_calls", [](const DoubledDraw& d) { return d.simulator_calls; });
}

}  // namespace

void write_own(const GroupWriter& group, const Fit& fit, const Draws& usable,
               const std::vector<int>& coordinates) {
  group.attribute("threads", fit.threads);
  group.attribute("device", fit.device);
  group.attribute("instruction_set", fit.instruction_set);
  group.attribute("seconds", fit.seconds);
  group.attribute("simulations_per_draw", fit.simulations_per_draw);
  group.attribute("simulator_calls", fit.simulator_calls);
  group.attribute("evaluator", fit.evaluator);
  group.attribute("simulation_share", fit.simulation_share);
  if (!fit.failure.empty()) group.attribute("failure", fit.failure);

  if (fit.left_out > 0)
    group.attribute("observations_left_out", static_cast<std::int64_t>(fit.left_out));
  if (fit.chains > 0) {
    group.attribute("chains", fit.chains);
    group.attribute("acceptance", fit.acceptance);
  }
  write_history(group, fit.history);
  write_doubled(group, fit.doubled);
  write_neighbours(group, fit);
  write_undetermined(group, fit);

  group.variable("draw_index", coordinates,
                 std::vector<std::int64_t>(usable.index.begin(), usable.index.end()));
  std::vector<std::string> words;
  for (const DrawInfo& info : usable.info) words.emplace_back(to_word(info.status));
  group.variable("status_word", coordinates, words);

  const auto list = [&group](const char* name, const auto& values) {
    if (!values.empty()) group.variable(name, {group.dimension(name, values.size())}, values);
  };
  const auto& rows = fit.predictive.index;
  list("parameter", fit.draws.names);
  list("column",
       std::vector<std::string>(fit.observations.names().begin(), fit.observations.names().end()));
  list("prior_parameter", fit.prior_draws.names);
  std::vector<double> lower, upper;
  for (const Interval& interval : fit.box) {
    lower.push_back(interval.lower);
    upper.push_back(interval.upper);
  }
  list("box_lower", lower);
  list("box_upper", upper);
  list("mode_objective", fit.mode_objectives);
  list("mode_parameters", fit.modes);
  list("blind", fit.blind);
  list("lengthscale", fit.lengthscales);
  if (!fit.prior_shares.empty()) group.attribute("data_weight", fit.data_weight);
  list("prior_share", fit.prior_shares);
  list("warning", fit.warnings);
  list("predictive_row", std::vector<std::int64_t>(rows.begin(), rows.end()));
}

}  // namespace surefoot
