#include <nlohmann/json.hpp>

#include <surefoot/report/calibration_text.hpp>

namespace surefoot {

std::string calibration_json(const Calibration& c) {
  using Json = nlohmann::ordered_json;
  Json object = {{"level", c.level},
                 {"datasets", c.datasets},
                 {"draws", c.draws},
                 {"outliers", c.outliers},
                 {"parameters", Json::object()}};
  for (const CalibratedParameter& p : c.parameters)
    object["parameters"][p.name] = {{"coverage", p.coverage}, {"coverage_error", p.coverage_error},
                                    {"bias", p.bias},         {"bias_error", p.bias_error},
                                    {"factor", p.factor},     {"lower", p.lower},
                                    {"upper", p.upper}};
  return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace surefoot
