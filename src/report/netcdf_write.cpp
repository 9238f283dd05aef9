#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/chrono.h>

#include <surefoot/draws/draw_statistics.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/summary.hpp>
#include <surefoot/version.hpp>

#include "report/failed_draws.hpp"
#include "report/netcdf_check.hpp"
#include "report/netcdf_layout.hpp"
#include "report/netcdf_writer.hpp"

namespace surefoot {
namespace {

// Where the fit comes from and what decided it: root and every group carry it,
// since users look in the group that they have at hand.
void write_provenance(const GroupWriter& group, const Fit& fit, const std::string& created_at) {
  const std::string running(version());
  const auto failed = std::count_if(fit.draws.info.begin(), fit.draws.info.end(),
                                    [](const DrawInfo& info) { return is_failed(info.status); });
  group.attribute("created_at", created_at);
  group.attribute("creation_library", "surefoot");
  group.attribute("creation_library_version", running);
  group.attribute("creation_library_language", std::string("C++"));
  group.attribute("inference_library", "surefoot");
  group.attribute("inference_library_version", fit.version.empty() ? running : fit.version);
  group.attribute("format_version", netcdf_format);
  group.attribute("sampling_time", fit.seconds);
  group.attribute("draws_are_iid", fit.chains > 0 || !fit.history.empty() ? 0 : 1);
  group.attribute("partial", fit.partial ? 1 : 0);
  group.attribute("failed_draws", static_cast<std::int64_t>(failed));
  group.attribute("model", fit.model);
  if (!fit.model_source.empty()) group.attribute(source_attribute, fit.model_source);
  for (const Setting& setting : settings_in_force(fit.settings))
    std::visit(
        [&](const auto& value) {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, bool>)
            group.attribute(setting.name, std::string(value ? "true" : "false"));
          else
            group.attribute(setting.name, value);
        },
        setting.value);
  if (fit.given) group.attribute(given_attribute, fmt::format("{}", fmt::join(*fit.given, ",")));
}

std::vector<std::int64_t> count_up(std::size_t length) {
  std::vector<std::int64_t> values(length);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

std::vector<int> write_coordinates(const GroupWriter& group, const std::vector<std::int64_t>& chain,
                                   const std::vector<std::int64_t>& draw) {
  group.attribute("sample_dims", std::vector<std::string>{"chain", "draw"});  // for ArviZ 1.x
  const std::vector<int> dimensions{group.dimension("chain", chain.size()),
                                    group.dimension("draw", draw.size())};
  group.variable("chain", {dimensions[0]}, chain);
  group.variable("draw", {dimensions[1]}, draw);
  return dimensions;
}

std::vector<int> write_coordinates(const GroupWriter& group, const ChainLayout& layout) {
  return write_coordinates(group, count_up(layout.chains), count_up(layout.draws));
}

// The mass comes last, so that the reader knows which variables are the model's parameters.
void write_posterior(const GroupWriter& group, const Draws& draws, const ChainLayout& layout,
                     Mass mass) {
  const auto dimensions = write_coordinates(group, layout);
  for (std::size_t k = 0; k < draws.names.size(); ++k) {
    std::vector<double> column;
    for (std::size_t r = 0; r < draws.rows(); ++r) column.push_back(draws.row(r)[k]);
    group.named_variable(draws.names[k], "parameter" + std::to_string(k + 1), dimensions, column);
  }
  if (mass != Mass::free) return;
  std::vector<double> masses;
  for (const DrawInfo& info : draws.info) masses.push_back(posterior_mass(info));
  group.named_variable("mass", "mass_", dimensions, masses);
}

// The words of the statuses in the order of their numbers (CF's flags).
void describe_status(const GroupWriter& group, int variable) {
  std::vector<std::int8_t> numbers;
  std::string words;
  for (const DrawStatus s : draw_statuses) {
    numbers.push_back(static_cast<std::int8_t>(s));
    words += (words.empty() ? "" : " ") + std::string(to_word(s));
  }
  group.attribute(variable, "flag_values", numbers);
  group.attribute(variable, "flag_meanings", words);
}

void write_statistics(const GroupWriter& group, const Draws& draws,
                      const std::vector<int>& dimensions, Mass mass) {
  for_each_statistic(mass == Mass::free, [&](const auto& statistic) {
    using Value = std::decay_t<decltype(std::invoke(statistic.member, DrawInfo{}))>;
    constexpr bool flag = std::is_same_v<Value, bool>, status = std::is_enum_v<Value>;
    std::vector<std::conditional_t<flag || status, std::int8_t, Value>> values;
    for (const DrawInfo& info : draws.info)
      values.push_back(
          static_cast<typename decltype(values)::value_type>(std::invoke(statistic.member, info)));
    const int variable = group.variable(statistic.name, dimensions, values);
    if constexpr (flag) group.attribute(variable, "dtype", "bool");  // how xarray marks one
    if constexpr (status) describe_status(group, variable);
  });
}

void write_failed(const GroupWriter& group, const SortedDraws& sorted, Mass mass) {
  const Draws& draws = sorted.failed;
  const int failed = group.dimension("failed_draw", draws.rows());
  group.variable("row", {failed}, sorted.failed_rows);
  group.variable("draw_index", {failed},
                 std::vector<std::int64_t>(draws.index.begin(), draws.index.end()));
  group.variable("theta", {failed, group.dimension("parameter", draws.names.size())}, draws.values);
  write_statistics(group, draws, {failed}, mass);
}

void write_prior(const GroupWriter& group, const PriorDraws& prior) {
  const std::size_t width = prior.names.size(), rows = prior.values.size() / width;
  const auto dimensions = write_coordinates(group, {1, rows});
  for (std::size_t k = 0; k < width; ++k) {
    std::vector<double> column;
    for (std::size_t r = 0; r < rows; ++r) column.push_back(prior.values[r * width + k]);
    group.named_variable(prior.names[k], "parameter" + std::to_string(k + 1), dimensions, column);
  }
}

/// Observations or simulated ones; the columns have the names that the data gave them.
void write_data(const GroupWriter& group, std::vector<int> dimensions, std::size_t observations,
                int columns, std::vector<double> values, std::span<const std::string> names) {
  dimensions.push_back(group.dimension("observation", observations));
  if (columns > 1) {
    dimensions.push_back(group.dimension("column", static_cast<std::size_t>(columns)));
    if (!names.empty())
      group.variable("column", {dimensions.back()},
                     std::vector<std::string>(names.begin(), names.end()));
  }
  const int x = group.variable("x", dimensions, values);
  if (columns == 1 && !names.empty()) group.attribute(x, "long_name", names.front());
}

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

// What the layout has no place for.
void write_own(const GroupWriter& group, const Fit& fit, const Draws& usable,
               const ChainLayout& layout) {
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

  const auto dimensions = write_coordinates(group, layout);
  group.variable("draw_index", dimensions,
                 std::vector<std::int64_t>(usable.index.begin(), usable.index.end()));
  std::vector<std::string> words;
  for (const DrawInfo& info : usable.info) words.emplace_back(to_word(info.status));
  group.variable("status_word", dimensions, words);

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

std::string encode(const Fit& fit) {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::string created_at = fmt::format("{:%Y-%m-%dT%H:%M:%S}+00:00", fmt::gmtime(now));
  const NetcdfTurn turn;
  NetcdfImage image;
  write_provenance(image.root(), fit, created_at);
  const auto group = [&](const char* name) {
    const GroupWriter made = image.root().group(name);
    write_provenance(made, fit, created_at);
    return made;
  };

  // Particles stem from each other, in the order of their ancestors: parts of them say nothing.
  const int chains = fit.history.empty() ? fit.chains : 1;
  const Mass mass = fit.settings.mass.value_or(Mass::fixed);
  SortedDraws sorted = sort_out_failures(fit.draws);
  // Chains do not fail, and a posterior needs rows, if only of what is not a number.
  if (chains > 0 || sorted.usable.rows() == 0) sorted = {fit.draws, {}, {}, {}};
  const ChainLayout layout = chain_layout(sorted.usable.rows(), chains);
  write_posterior(group("posterior"), sorted.usable, layout, mass);
  const GroupWriter stats = group("sample_stats");
  write_statistics(stats, sorted.usable, write_coordinates(stats, layout), mass);
  if (sorted.failed.rows() > 0) write_failed(group("failed_draws"), sorted, mass);
  if (!fit.prior_draws.names.empty()) write_prior(group("prior"), fit.prior_draws);
  const Sample& observed = fit.observations;
  if (observed.size() > 0)
    write_data(group("observed_data"), {}, observed.size(), observed.dimension(),
               {observed.values().begin(), observed.values().end()}, observed.names());
  const Predictive& predictive = fit.predictive;
  if (!predictive.index.empty() && predictive.observations > 0) {
    const GroupWriter made = group("posterior_predictive");
    std::vector<std::uint32_t> rows = predictive.index;
    if (sorted.failed.rows() > 0)
      for (std::uint32_t& row : rows) row = sorted.usable_row_of[row];
    const auto places = predictive_layout(rows, layout);
    write_data(made, write_coordinates(made, places.chain, places.draw),
               static_cast<std::size_t>(predictive.observations), predictive.columns(),
               predictive.values, observed.names());
  }
  if (fit.scores && !fit.scores->inlier.empty()) write_scores(group("scores"), fit);
  if (fit.check) write_check(group("check"), fit);
  if (fit.calibration && !fit.calibration->parameters.empty())
    write_calibration(group("calibration"), *fit.calibration);
  write_own(image.root().group("surefoot"), fit, sorted.usable, layout);
  return image.finish();
}

}  // namespace

std::string to_netcdf(const Fit& fit) {
  std::string content = encode(fit);
  return content += checksum_line(content);
}

void write_netcdf(const Fit& fit, const std::filesystem::path& path) {
  check_creatable(path);
  write_atomically(path, to_netcdf(fit));
}

}  // namespace surefoot
