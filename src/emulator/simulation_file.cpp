#include "emulator/simulation_file.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/version.hpp>

#include "report/netcdf_bytes.hpp"
#include "report/netcdf_layout.hpp"
#include "report/netcdf_writer.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

constexpr int simulations_format = 1;
constexpr const char* file_of_simulations = "a file of simulations";

void write_places(const GroupWriter& root, const KeptSimulations& kept) {
  std::vector<double> theta, rows;
  std::vector<std::int64_t> number, place_of;
  std::vector<int> asked;
  std::vector<std::int8_t> failed;
  const auto columns = static_cast<std::size_t>(kept.simulator.dimension);
  for (std::size_t j = 0; j < kept.places.size(); ++j) {
    const KeptPlace& place = kept.places[j];
    theta.insert(theta.end(), place.theta.begin(), place.theta.end());
    number.push_back(place.number);
    asked.push_back(place.asked);
    failed.push_back(place.failed ? 1 : 0);
    rows.insert(rows.end(), place.rows.begin(), place.rows.end());
    place_of.insert(place_of.end(), place.rows.size() / columns, static_cast<std::int64_t>(j));
  }
  const int places = root.dimension("place", kept.places.size()),
            parameters = root.dimension("parameter", kept.simulator.parameters.size()),
            observations = root.dimension("observation", place_of.size()),
            width = root.dimension("column", columns);
  root.variable("parameter", {parameters}, kept.simulator.parameters);
  root.variable("theta", {places, parameters}, theta);
  root.variable("number", {places}, number);
  root.variable("asked", {places}, asked);
  root.variable("failed", {places}, failed);
  root.variable("place_of", {observations}, place_of);
  root.variable("x", {observations, width}, rows);
}

void write_runs(const GroupWriter& root, const std::vector<KeptRun>& runs) {
  if (runs.empty()) return;
  std::vector<std::string> keys;
  std::vector<std::int64_t> first;
  for (const KeptRun& run : runs) {
    keys.push_back(run.key);
    first.push_back(run.first);
  }
  const int dimension = root.dimension("run", runs.size());
  root.variable("run_key", {dimension}, keys);
  root.variable("run_first", {dimension}, first);
}

std::uint32_t number_in(std::int64_t value, const char* what) {
  if (value < 0 || value > std::numeric_limits<std::int32_t>::max())
    throw Error(Fault::data, fmt::format("\"{}\" must be a number from 0 to {}, but has {}", what,
                                         std::numeric_limits<std::int32_t>::max(), value));
  return static_cast<std::uint32_t>(value);
}

/// Hands each observation to its place.
void read_observations(const GroupReader& root, KeptSimulations& kept) {
  const auto columns = static_cast<std::size_t>(kept.simulator.dimension);
  const auto place_of = root.integers("place_of");
  const auto rows = root.numbers("x");
  require_length(rows, place_of.size() * columns, "x");
  if (!std::all_of(rows.begin(), rows.end(), [](double value) { return std::isfinite(value); }))
    throw Error(Fault::data, "\"x\" must have finite numbers only");
  for (std::size_t i = 0; i < place_of.size(); ++i) {
    if (place_of[i] < 0 || static_cast<std::size_t>(place_of[i]) >= kept.places.size())
      throw Error(Fault::data, fmt::format("\"place_of\" must be below {}, but has {}",
                                           kept.places.size(), place_of[i]));
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i * columns);
    auto& own = kept.places[static_cast<std::size_t>(place_of[i])].rows;
    own.insert(own.end(), row, row + static_cast<std::ptrdiff_t>(columns));
  }
}

void read_places(const GroupReader& root, KeptSimulations& kept) {
  const std::size_t width = kept.simulator.parameters.size();
  const auto number = root.integers("number"), asked = root.integers("asked"),
             failed = root.integers("failed");
  const auto theta = root.numbers("theta");
  require_length(asked, number.size(), "asked");
  require_length(failed, number.size(), "failed");
  require_length(theta, number.size() * width, "theta");
  kept.places.resize(number.size());
  for (std::size_t j = 0; j < number.size(); ++j) {
    KeptPlace& place = kept.places[j];
    const auto begin = theta.begin() + static_cast<std::ptrdiff_t>(j * width);
    place.theta.assign(begin, begin + static_cast<std::ptrdiff_t>(width));
    if (!std::all_of(place.theta.begin(), place.theta.end(),
                     [](double value) { return std::isfinite(value); }))
      throw Error(Fault::data, "\"theta\" must have finite numbers only");
    place.number = number_in(number[j], "number");
    place.asked = static_cast<int>(number_in(asked[j], "asked"));
    place.failed = failed[j] != 0;
  }
  read_observations(root, kept);
  for (std::size_t j = 0; j < kept.places.size(); ++j) {
    const KeptPlace& place = kept.places[j];
    const auto expected = place.failed ? 0 : static_cast<std::size_t>(place.asked);
    const std::size_t found =
        place.rows.size() / static_cast<std::size_t>(kept.simulator.dimension);
    if (found != expected || place.asked < 2 || place.asked % 2 != 0)
      throw Error(Fault::data,
                  fmt::format("place {} must have as many observations as were asked for, an even "
                              "number, but has {} of {}",
                              j, found, place.asked));
  }
}

}  // namespace

SimulatorIdentity simulator_of(const Model& model) {
  std::vector<std::string> options;
  for (const ModelOption& option : model.options)
    options.push_back(fmt::format("{}={}", option.name, shortest(option.value)));
  return {model.name, model.source, fmt::format("{}", fmt::join(options, ",")),
          model.parameters.names(), model.dimension};
}

std::string difference(const SimulatorIdentity& there, const SimulatorIdentity& here) {
  const auto differs = [](const char* what, const std::string& theirs, const std::string& ours) {
    const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
    return theirs == ours ? std::string()
                          : fmt::format("{}: {} there, {} here", what, shown(theirs), shown(ours));
  };
  const auto list = [](const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ","));
  };
  for (const std::string& text :
       {differs("model", there.model, here.model),
        differs("parameters", list(there.parameters), list(here.parameters)),
        differs("columns of an observation", std::to_string(there.dimension),
                std::to_string(here.dimension)),
        differs("options of the model", there.options, here.options),
        differs("code of the model", there.source, here.source)})
    if (!text.empty()) return text;
  return {};
}

std::string to_netcdf(const KeptSimulations& kept) {
  std::string content;
  {
    const NetcdfTurn turn;
    NetcdfImage image;
    const GroupWriter root = image.root();
    root.attribute("format_version", simulations_format);
    root.attribute("inference_library", std::string("surefoot"));
    root.attribute("inference_library_version", std::string(version()));
    root.attribute("simulator", kept.simulator.model);
    root.attribute("simulator_source", kept.simulator.source);
    root.attribute("simulator_options", kept.simulator.options);
    write_places(root, kept);
    write_runs(root, kept.runs);
    content = image.finish();
  }
  return content += checksum_line(content);
}

KeptSimulations decode_simulations(std::string_view content) {
  const NetcdfSource source(content);
  const GroupReader root = source.root();
  if (!root.find_text("simulator"))
    throw Error(Fault::data, "this is a netCDF file, but not one of simulations");
  require_format(root, simulations_format);
  KeptSimulations kept;
  kept.simulator.model = root.text("simulator");
  kept.simulator.source = root.text("simulator_source");
  kept.simulator.options = root.text("simulator_options");
  kept.simulator.parameters = root.texts("parameter");
  const auto shape = root.shape("x");
  if (shape.size() != 2 || shape[1] == 0 || shape[1] > std::numeric_limits<std::int32_t>::max())
    throw Error(Fault::data, "\"x\" must have observations and their columns");
  kept.simulator.dimension = static_cast<int>(shape[1]);
  if (kept.simulator.parameters.empty())
    throw Error(Fault::data, "\"parameter\" must name the parameters, but is empty");
  read_places(root, kept);
  if (!root.has_variable("run_key")) return kept;
  const auto keys = root.texts("run_key");
  const auto first = root.integers("run_first");
  require_length(first, keys.size(), "run_first");
  for (std::size_t r = 0; r < keys.size(); ++r)
    kept.runs.push_back({keys[r], number_in(first[r], "run_first")});
  return kept;
}

KeptSimulations simulations_of_netcdf(std::string content) {
  KeptSimulations kept;
  decode_checked(std::move(content), file_of_simulations,
                 [&](std::string_view body) { kept = decode_simulations(body); });
  return kept;
}

KeptSimulations read_simulations(const std::filesystem::path& path) {
  try {
    return simulations_of_netcdf(read_netcdf_bytes(path, file_of_simulations));
  } catch (const Error& error) {
    throw Error(error.fault(), fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace surefoot
