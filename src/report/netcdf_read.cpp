#include <algorithm>
#include <sstream>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/draws/draw_statistics.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/netcdf.hpp>

#include "report/failed_draws.hpp"
#include "report/netcdf_bytes.hpp"
#include "report/netcdf_check.hpp"
#include "report/netcdf_layout.hpp"
#include "report/netcdf_own.hpp"
#include "report/netcdf_reader.hpp"

namespace surefoot {
namespace {

constexpr const char* file_of_a_fit = "a fit";

FitConfig read_settings(const GroupReader& root) {
  FitConfig config;
  for (const std::string& name : setting_names())
    if (const auto text = root.find_text(name)) set(config, name, *text);
  return config;
}

std::optional<std::vector<std::string>> read_given(const GroupReader& root) {
  const auto text = root.find_text(given_attribute);
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  std::istringstream list(*text);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

DrawStatus status_of(std::int64_t number) {
  for (const DrawStatus s : draw_statuses)
    if (number == static_cast<std::int64_t>(s)) return s;
  throw Error(Fault::data, fmt::format("{} is not the number of a status", number));
}

// Behind the parameters lies the mass, where it is free, which is among the statistics too.
void read_parameters(const GroupReader& root, Draws& draws) {
  const GroupReader posterior = root.group("posterior");
  auto variables = posterior.variables();
  // A parameter with one of these names is stored under another.
  std::erase_if(variables, [](const std::string& v) { return v == "chain" || v == "draw"; });
  if (variables.size() == draws.names.size() + 1) variables.pop_back();
  require_length(variables, draws.names.size(), "posterior");
  draws.values.resize(draws.rows() * variables.size());
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const auto column = posterior.numbers(variables[k]);
    require_length(column, draws.rows(), draws.names[k]);
    for (std::size_t r = 0; r < column.size(); ++r)
      draws.values[r * variables.size() + k] = column[r];
  }
}

// What follows from other statistics is no member, and is not read.
void read_statistics(const GroupReader& stats, bool free_mass, Draws& draws) {
  draws.info.resize(draws.rows());
  for_each_statistic(free_mass, [&](const auto& statistic) {
    if constexpr (std::is_member_object_pointer_v<decltype(statistic.member)>) {
      using Value = std::decay_t<decltype(draws.info[0].*statistic.member)>;
      const auto fill = [&](const auto& values, auto&& as_value) {
        require_length(values, draws.rows(), statistic.name);
        for (std::size_t r = 0; r < values.size(); ++r)
          draws.info[r].*statistic.member = as_value(values[r]);
      };
      if constexpr (std::is_floating_point_v<Value>)
        fill(stats.numbers(statistic.name), [](double v) { return v; });
      else if constexpr (std::is_enum_v<Value>)
        fill(stats.integers(statistic.name), status_of);
      else
        fill(stats.integers(statistic.name), [](auto v) { return static_cast<Value>(v); });
    }
  });
}

/// Files of before format 3 have failed draws among the others.
void read_failed(const GroupReader& root, Fit& fit) {
  if (!root.has_group("failed_draws")) return;
  const GroupReader group = root.group("failed_draws");
  Draws failed;
  failed.names = fit.draws.names;
  failed.index = to_index(group.integers("draw_index"));
  failed.values = group.numbers("theta");
  require_length(failed.values, failed.rows() * failed.names.size(), "failed_draws/theta");
  read_statistics(group, fit.settings.mass == Mass::free, failed);
  const auto rows = group.integers("row");
  require_length(rows, failed.rows(), "failed_draws/row");
  fit.draws = put_failures_back(fit.draws, failed, rows);
}

/// Like the posterior, but one chain.
void read_prior(const GroupReader& root, Fit& fit) {
  if (!root.has_group("prior")) return;
  const GroupReader prior = root.group("prior");
  PriorDraws& draws = fit.prior_draws;
  draws.names = root.group("surefoot").texts("prior_parameter");
  auto variables = prior.variables();
  std::erase_if(variables, [](const std::string& v) { return v == "chain" || v == "draw"; });
  require_length(variables, draws.names.size(), "prior");
  if (variables.empty()) throw Error(Fault::data, "\"prior\" must have parameters, but has none");
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const auto column = prior.numbers(variables[k]);
    if (k == 0) draws.values.resize(column.size() * variables.size());
    require_length(column, draws.values.size() / variables.size(), "prior/" + draws.names[k]);
    for (std::size_t r = 0; r < column.size(); ++r)
      draws.values[r * variables.size() + k] = column[r];
  }
}

void read_observations(const GroupReader& root, Fit& fit) {
  if (!root.has_group("observed_data")) return;
  const GroupReader observed = root.group("observed_data"), own = root.group("surefoot");
  const auto shape = observed.shape("x");
  fit.observations =
      Sample(observed.numbers("x"), shape.size() > 1 ? static_cast<int>(shape[1]) : 1);
  if (own.has_variable("column")) fit.observations = fit.observations.named(own.texts("column"));
}

/// Simulated data have the columns of the observations, unless these were left out.
void require_columns(const std::vector<std::size_t>& shape, const Fit& fit) {
  const std::size_t columns = shape.size() > 3 ? shape[3] : 1;
  const auto expected =
      fit.left_out > 0 ? columns : static_cast<std::size_t>(fit.observations.dimension());
  if (shape.size() < 3 || shape.size() > 4 || columns != expected)
    throw Error(Fault::data,
                fmt::format("\"posterior_predictive/x\" must have chains, draws, observations and "
                            "their columns, {}, but has the shape {}",
                            expected, fmt::join(shape, " x ")));
}

void read_predictive(const GroupReader& root, Fit& fit) {
  if (!root.has_group("posterior_predictive")) return;
  const GroupReader group = root.group("posterior_predictive");
  const auto shape = group.shape("x");
  require_columns(shape, fit);
  fit.predictive.index = to_index(root.group("surefoot").integers("predictive_row"));
  fit.predictive.observations = static_cast<int>(shape[2]);
  fit.predictive.values = group.numbers("x");
  std::size_t values = fit.predictive.index.size();
  for (std::size_t i = 2; i < shape.size(); ++i) values *= shape[i];
  require_length(fit.predictive.values, values, "posterior_predictive/x");
  for (const std::uint32_t row : fit.predictive.index)
    if (row >= fit.draws.rows())
      throw Error(Fault::data, fmt::format("\"predictive_row\" must be below the number of draws, "
                                           "{}, but has {}",
                                           fit.draws.rows(), row));
}

/// Counts whose sums and differences are numbers that there are.
void require_calls(std::int64_t calls, std::int64_t most) {
  if (calls < 0 || calls > most)
    throw Error(Fault::data, fmt::format("\"simulator_calls\" must be between 0 and {}, but has {}",
                                         most, calls));
}

/// What the rest of the library takes for granted of a fit.
void require_consistent(const Fit& fit) {
  constexpr std::int64_t most = 1'000'000'000'000;  // of one draw, which would take years
  require_calls(fit.simulator_calls, most * 1'000'000);
  for (const DrawInfo& info : fit.draws.info) require_calls(info.simulator_calls, most);
  for (const DoubledDraw& doubled : fit.doubled) require_calls(doubled.simulator_calls, most);
  for (const TriedNeighbours& tried : fit.neighbours) require_calls(tried.simulator_calls, most);
  const std::size_t rows = fit.draws.rows();
  const auto chains = static_cast<std::size_t>(std::max(fit.chains, 0));
  if (fit.chains < 0 || (chains > 0 && rows % chains != 0))
    throw Error(Fault::data,
                fmt::format("{} draws cannot be those of {} chains", rows, fit.chains));
}

}  // namespace

Fit decode_netcdf(std::string_view content) {
  const NetcdfSource source(content);
  const GroupReader root = source.root();
  require_format(root, netcdf_format);
  Fit fit;
  fit.model = root.text("model");
  fit.model_source = root.find_text(source_attribute).value_or("");
  fit.version = root.text("inference_library_version");
  fit.partial = root.integer("partial") != 0;
  fit.settings = read_settings(root);
  fit.given = read_given(root);
  read_own(root.group("surefoot"), fit);
  read_parameters(root, fit.draws);
  read_statistics(root.group("sample_stats"), fit.settings.mass == Mass::free, fit.draws);
  read_failed(root, fit);
  read_prior(root, fit);
  read_observations(root, fit);
  read_predictive(root, fit);
  if (root.has_group("scores")) read_scores(root.group("scores"), fit);
  if (root.has_group("check")) read_check(root.group("check"), fit);
  if (root.has_group("calibration")) read_calibration(root.group("calibration"), fit);
  require_consistent(fit);
  return fit;
}

Fit from_netcdf(std::string content) {
  Fit fit;
  decode_checked(std::move(content), file_of_a_fit,
                 [&](std::string_view body) { fit = decode_netcdf(body); });
  return fit;
}

Fit read_netcdf(const std::filesystem::path& path) {
  try {
    return from_netcdf(read_netcdf_bytes(path, file_of_a_fit));
  } catch (const Error& error) {
    // A setting that `set` refuses is wrong data here, not wrong usage.
    const Fault fault = error.fault() == Fault::usage ? Fault::data : error.fault();
    throw Error(fault, fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace surefoot
