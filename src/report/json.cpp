#include <nlohmann/json.hpp>

#include <surefoot/report/calibration_text.hpp>
#include <surefoot/report/findings.hpp>
#include <surefoot/report/text.hpp>

namespace surefoot {
namespace {

using Json = nlohmann::ordered_json;  // keeps the model's order of parameters

Json to_object(const ParameterSummary& p) {
  return {{"mean", p.mean}, {"sd", p.sd},   {"mcse", p.mcse}, {"q025", p.q025}, {"q05", p.q05},
          {"q25", p.q25},   {"q50", p.q50}, {"q75", p.q75},   {"q95", p.q95},   {"q975", p.q975}};
}

Json lengthscale(const std::vector<double>& terms) {
  if (terms.empty()) return nullptr;
  return terms.size() == 1 ? Json(terms.front()) : Json(terms);
}

Json history(const std::vector<SmcStep>& steps) {
  Json list = Json::array();
  for (const SmcStep& step : steps)
    list.push_back({{"threshold", step.threshold},
                    {"simulations", step.simulations},
                    {"acceptance", step.acceptance},
                    {"unique", step.unique},
                    {"seconds", step.seconds}});
  return list;
}

/// Null if nobody looked.
Json undetermined_object(const Summary& s) {
  if (!s.undetermined.looked_for) return nullptr;
  Json groups = Json::array();
  for (const Undetermined::Group& group : s.undetermined.groups)
    groups.push_back({{"parameters", group.parameters},
                      {"combinations", group.combinations},
                      {"determined", group.determined}});
  Json directions = Json::array();
  for (const std::vector<double>& step : s.undetermined.directions) {
    Json direction = Json::object();
    for (std::size_t k = 0; k < step.size() && k < s.parameters.size(); ++k)
      direction[s.parameters[k].name] = step[k];
    directions.push_back(std::move(direction));
  }
  return {{"everywhere", s.undetermined.everywhere},
          {"groups", std::move(groups)},
          {"directions", std::move(directions)}};
}

void add_minimisation(Json& object, const Summary& s) {
  object["modes"] = Json::array();
  for (const Summary::Mode& mode : s.modes) {
    Json place = Json::object();
    for (std::size_t k = 0; k < mode.theta.size(); ++k) place[s.parameters[k].name] = mode.theta[k];
    object["modes"].push_back(
        {{"parameters", place}, {"objective", mode.objective}, {"draws", mode.draws}});
  }
  object["remaining_move"] = s.remaining_move;
  object["solved_again"] = s.solved_again;
  object["improved"] = s.improved;
  object["simulation_share"] = s.simulation_share;
  object["blind"] = s.blind;
  object["undetermined"] = undetermined_object(s);
  if (s.prior_shares.empty()) return;
  object["data_weight"] = s.data_weight;
  for (std::size_t k = 0; k < s.parameters.size(); ++k)
    object["prior_share"][s.parameters[k].name] = s.prior_shares[k];
}

Json settings(const std::vector<Setting>& list) {
  Json object = Json::object();
  for (const Setting& setting : list)
    std::visit([&](const auto& value) { object[setting.name] = value; }, setting.value);
  return object;
}

}  // namespace

std::string to_json(const Summary& s) {
  Json object = {{"model", s.model},         {"method", s.method},
                 {"draws", s.draws},         {"requested_draws", s.requested_draws},
                 {"partial", s.partial},     {"observations", s.observations},
                 {"dimension", s.dimension}, {"seed", s.seed}};
  object["parameters"] = Json::object();
  for (const ParameterSummary& p : s.parameters) {
    Json& numbers = object["parameters"][p.name] = to_object(p);
    if (s.chains > 0) numbers.update({{"ess", p.ess}, {"rhat", p.rhat}});
  }
  if (s.chains > 0) object.update({{"chains", s.chains}, {"acceptance", s.acceptance}});
  if (!s.history.empty()) object["history"] = history(s.history);
  if (s.mass)
    object["mass"] = {
        {"mean", s.mass->mean}, {"sd", s.mass->sd}, {"q05", s.mass->q05}, {"q95", s.mass->q95}};
  object["converged"] = s.converged;
  object["on_edge"] = s.on_edge;
  object["failed"] = s.failed;
  object["status"] = Json::object();
  for (const auto& [status, count] : s.statuses)
    object["status"][std::string(to_word(status))] = count;
  if (s.minimises) add_minimisation(object, s);
  object["evaluator"] = s.evaluator;
  if (s.has_mmd2) object["mmd2"] = {{"mean", s.mmd2.mean}, {"sd", s.mmd2.sd}};
  if (s.has_kernel) object["lengthscale"] = lengthscale(s.lengthscales);
  object["simulations_per_draw"] = s.simulations_per_draw;
  object["simulator_calls"] = s.simulator_calls;
  object["seconds"] = s.seconds;
  object["threads"] = s.threads;
  object["device"] = s.device;
  object["settings"] = settings(s.settings);
  if (s.given) object["given"] = *s.given;
  object["findings"] = s.findings;
  if (s.test)
    object["composite_test"] = {{"statistic", s.test->statistic},
                                {"p_value", s.test->p_value()},
                                {"tolerance", usual_tolerance},
                                {"p_value_beyond_tolerance", s.test->p_value(usual_tolerance)},
                                {"replicates", s.test->replicates.size()}};
  if (s.calibration) object["calibration"] = Json::parse(calibration_json(*s.calibration));
  object["warnings"] = s.warnings;
  if (!s.alarm.empty()) object["warnings"].insert(object["warnings"].begin(), s.alarm);
  object["version"] = s.version;
  // A path or a name that is not UTF-8 must not cost the user the result.
  return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace surefoot
