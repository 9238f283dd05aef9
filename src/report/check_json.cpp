#include <nlohmann/json.hpp>

#include <surefoot/report/check_text.hpp>
#include <surefoot/report/findings.hpp>

namespace surefoot {

std::string check_json(const Fit& fit, double tolerance) {
  using Json = nlohmann::ordered_json;
  Json object = {{"findings", findings(fit, tolerance)}, {"tolerance", tolerance}};
  if (!fit.check) return object.dump(2);
  if (const auto& test = fit.check->test) {
    object["statistic"] = test->statistic;
    object["p_value"] = test->p_value();
    object["p_value_beyond_tolerance"] = test->p_value(tolerance);
    object["replicates"] = test->replicates;
  }
  object["places"] = Json::array();
  for (const WitnessPlace& place : fit.check->places)
    object["places"].push_back({{"place", place.place}, {"z", place.z}, {"share", place.share}});
  object["sensitivities"] = Json::array();
  const auto by_name = [&](const std::vector<double>& numbers) {
    Json named = Json::object();
    for (std::size_t k = 0; k < numbers.size(); ++k) named[fit.draws.names[k]] = numbers[k];
    return named;
  };
  for (const Sensitivity& s : fit.check->sensitivities) {
    object["sensitivities"].push_back(
        {{"setting", s.setting}, {"value", s.value}, {"moves", by_name(s.moves)}});
    if (fit.check->refit_draws == 0) continue;
    object["sensitivities"].back()["mean_moves"] = by_name(s.mean_moves);
    object["sensitivities"].back()["sd_ratios"] = by_name(s.sd_ratios);
  }
  if (fit.check->refit_draws > 0) object["refit_draws"] = fit.check->refit_draws;
  return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace surefoot
