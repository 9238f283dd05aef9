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
  for (const Sensitivity& s : fit.check->sensitivities) {
    Json moves = Json::object();
    for (std::size_t k = 0; k < s.moves.size(); ++k) moves[fit.draws.names[k]] = s.moves[k];
    object["sensitivities"].push_back(
        {{"setting", s.setting}, {"value", s.value}, {"moves", moves}});
  }
  return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace surefoot
