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
#include "report/netcdf_own.hpp"
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
  const GroupWriter own = image.root().group("surefoot");
  write_own(own, fit, sorted.usable, write_coordinates(own, layout));
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
