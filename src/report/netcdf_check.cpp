#include "report/netcdf_check.hpp"

namespace surefoot {

void write_scores(const GroupWriter& group, const Fit& fit) {
  const ObservationScores& s = *fit.scores;
  group.attribute("draws", s.draws);
  const int observation = group.dimension("observation", fit.observations.size());
  group.variable("inlier", {observation}, s.inlier);
  group.variable("inlier_low", {observation}, s.inlier_low);
  group.variable("inlier_high", {observation}, s.inlier_high);
  if (!s.witness.empty()) group.variable("witness", {observation}, s.witness);
  if (s.influence.empty()) return;
  const int parameter = group.dimension("parameter", fit.draws.names.size());
  group.variable("parameter", {parameter}, fit.draws.names);
  group.variable("influence", {observation, parameter}, s.influence);
}

void write_check(const GroupWriter& group, const Fit& fit) {
  const ModelCheck& check = *fit.check;
  if (check.test) {
    group.attribute("statistic", check.test->statistic);
    group.attribute("p_value", check.test->p_value());
    group.attribute("radius", check.test->radius);
    const auto& replicates = check.test->replicates;
    group.variable("replicate_statistic", {group.dimension("replicate", replicates.size())},
                   replicates);
  }
  if (!check.places.empty()) {
    std::vector<double> places, z, share;
    for (const WitnessPlace& place : check.places) {
      places.insert(places.end(), place.place.begin(), place.place.end());
      z.push_back(place.z);
      share.push_back(place.share);
    }
    const int dimension = group.dimension("place", z.size());
    const int column = group.dimension("column", check.places.front().place.size());
    group.variable("witness_place", {dimension, column}, places);
    group.variable("witness_z", {dimension}, z);
    group.variable("witness_share", {dimension}, share);
  }
  if (check.sensitivities.empty()) return;
  std::vector<std::string> settings, values;
  const auto all = [&](std::vector<double> Sensitivity::*numbers) {
    std::vector<double> list;
    for (const Sensitivity& s : check.sensitivities)
      list.insert(list.end(), (s.*numbers).begin(), (s.*numbers).end());
    return list;
  };
  for (const Sensitivity& s : check.sensitivities) {
    settings.push_back(s.setting);
    values.push_back(s.value);
  }
  const int choice = group.dimension("choice", settings.size());
  const int parameter = group.dimension("parameter", fit.draws.names.size());
  group.variable("choice_setting", {choice}, settings);
  group.variable("choice_value", {choice}, values);
  group.variable("choice_move", {choice, parameter}, all(&Sensitivity::moves));
  if (check.refit_draws == 0) return;
  group.attribute("refit_draws", check.refit_draws);
  group.variable("choice_mean_move", {choice, parameter}, all(&Sensitivity::mean_moves));
  group.variable("choice_sd_ratio", {choice, parameter}, all(&Sensitivity::sd_ratios));
}

namespace {

/// The numbers of a calibrated parameter, by the names that they have in files.
constexpr std::pair<const char*, double CalibratedParameter::*> calibrated_numbers[] = {
    {"coverage", &CalibratedParameter::coverage},
    {"coverage_error", &CalibratedParameter::coverage_error},
    {"bias", &CalibratedParameter::bias},
    {"bias_error", &CalibratedParameter::bias_error},
    {"factor", &CalibratedParameter::factor},
    {"lower", &CalibratedParameter::lower},
    {"upper", &CalibratedParameter::upper},
};

}  // namespace

void write_calibration(const GroupWriter& group, const Calibration& calibration) {
  group.attribute("level", calibration.level);
  group.attribute("datasets", calibration.datasets);
  group.attribute("draws", calibration.draws);
  group.attribute("outliers", calibration.outliers);
  const int parameter = group.dimension("parameter", calibration.parameters.size());
  std::vector<std::string> names;
  for (const CalibratedParameter& p : calibration.parameters) names.push_back(p.name);
  group.variable("parameter", {parameter}, names);
  for (const auto& [name, member] : calibrated_numbers) {
    std::vector<double> values;
    for (const CalibratedParameter& p : calibration.parameters) values.push_back(p.*member);
    group.variable(name, {parameter}, values);
  }
}

void read_calibration(const GroupReader& group, Fit& fit) {
  Calibration c{group.number("level"),
                static_cast<int>(group.integer("datasets")),
                static_cast<int>(group.integer("draws")),
                group.number("outliers"),
                {}};
  for (const std::string& name : group.texts("parameter")) {
    c.parameters.emplace_back();
    c.parameters.back().name = name;
  }
  for (const auto& [name, member] : calibrated_numbers) {
    const auto values = group.numbers(name);
    require_length(values, c.parameters.size(), name);
    for (std::size_t k = 0; k < values.size(); ++k) c.parameters[k].*member = values[k];
  }
  fit.calibration = std::move(c);
}

void read_scores(const GroupReader& group, Fit& fit) {
  const std::size_t n = fit.observations.size();
  ObservationScores s;
  s.draws = static_cast<int>(group.integer("draws"));
  const auto read = [&](const char* name, std::size_t count) {
    auto values = group.numbers(name);
    require_length(values, count, name);
    return values;
  };
  s.inlier = read("inlier", n);
  s.inlier_low = read("inlier_low", n);
  s.inlier_high = read("inlier_high", n);
  if (group.has_variable("witness")) s.witness = read("witness", n);
  if (group.has_variable("influence")) s.influence = read("influence", n * fit.draws.names.size());
  fit.scores = std::move(s);
}

void read_check(const GroupReader& group, Fit& fit) {
  ModelCheck check;
  if (group.has_variable("replicate_statistic"))
    check.test = CompositeTest{group.number("statistic"), group.numbers("replicate_statistic"),
                               group.number("radius")};
  if (group.has_variable("witness_z")) {
    const auto z = group.numbers("witness_z"), share = group.numbers("witness_share");
    const auto places = group.numbers("witness_place");
    const auto columns = static_cast<std::size_t>(fit.observations.dimension());
    require_length(share, z.size(), "witness_share");
    require_length(places, z.size() * columns, "witness_place");
    for (std::size_t i = 0; i < z.size(); ++i) {
      const auto from = places.begin() + static_cast<std::ptrdiff_t>(i * columns);
      check.places.push_back({{from, from + static_cast<std::ptrdiff_t>(columns)}, z[i], share[i]});
    }
  }
  if (group.has_variable("choice_setting")) {
    const auto settings = group.texts("choice_setting"), values = group.texts("choice_value");
    require_length(values, settings.size(), "choice_value");
    for (std::size_t i = 0; i < settings.size(); ++i)
      check.sensitivities.push_back({settings[i], values[i], {}});
    const auto read = [&](const char* name, std::vector<double> Sensitivity::*numbers) {
      const auto all = group.numbers(name);
      const std::size_t parameters = fit.draws.names.size();
      require_length(all, settings.size() * parameters, name);
      for (std::size_t i = 0; i < settings.size(); ++i) {
        const auto from = all.begin() + static_cast<std::ptrdiff_t>(i * parameters);
        (check.sensitivities[i].*numbers)
            .assign(from, from + static_cast<std::ptrdiff_t>(parameters));
      }
    };
    read("choice_move", &Sensitivity::moves);
    if (group.has_variable("choice_mean_move")) {
      check.refit_draws = static_cast<int>(group.integer("refit_draws"));
      read("choice_mean_move", &Sensitivity::mean_moves);
      read("choice_sd_ratio", &Sensitivity::sd_ratios);
    }
  }
  fit.check = std::move(check);
}

}  // namespace surefoot
