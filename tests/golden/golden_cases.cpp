#include "golden/golden_cases.hpp"

namespace surefoot {
namespace {

using Names = std::vector<std::string>;

const Names models{"gaussian-location", "g-and-k", "toggle-switch", "m-g-1", "sir", "ricker"};
const Names masses{"fixed", "free"};

/// As little of everything as still goes through all of the code.
GoldenCase small(const std::string& model, const SettingList& more = {}) {
  GoldenCase result{model, {{"draws", "3"}, {"simulations", "64"}, {"screening", "24"}}};
  if (model == "toggle-switch") {
    result.settings.emplace_back("model-option", "transitions=12");
    result.observations = 40;
  }
  if (model == "ricker") {  // auto would take differences of many series: slow
    result.settings.emplace_back("model-option", "length=4,burn_in=4");
    result.settings.emplace_back("optimiser", "bfgs");
    result.observations = 20;
  }
  if (model == "gaussian-location") result.dimension = 2;
  for (const auto& setting : more) {
    std::erase_if(result.settings, [&](const auto& old) { return old.first == setting.first; });
    result.settings.push_back(setting);
  }
  return result;
}

class Cases {
 public:
  void add(const GoldenCase& one) { list.push_back(one); }
  void add(const std::string& model, const SettingList& more) { add(small(model, more)); }

  std::vector<GoldenCase> list;
};

void add_models(Cases& cases) {
  for (const auto& model : models)
    for (const auto& mass : masses) cases.add(model, {{"mass", mass}});
  for (const auto& model : models)
    for (const std::string design : {"closed-form", "quadrature", "sobol", "iid"})
      cases.add(model, {{"design", design}});
  for (const std::string model : {"gaussian-location", "g-and-k", "toggle-switch"})
    cases.add(model, {{"preset", "paper"}, {"steps", "20"}});
  // Enough draws for some to be solved again.
  cases.add({"g-and-k", {{"draws", "128"}, {"simulations", "64"}, {"mass", "free"}}});
  cases.add({"gaussian-location", {{"draws", "128"}, {"design", "iid"}}, 60, 3});
  for (const std::string model : {"plain-scale", "count", "failing", "two-valleys"})
    for (const auto& mass : masses) cases.add(model, {{"mass", mass}});
}

/// Models that are learnt once for all draws unless somebody says otherwise.
void add_learnt_models(Cases& cases) {
  for (const std::string model : {"m-g-1", "sir", "ricker", "plain-scale", "count"}) {
    GoldenCase one{model, {{"draws", "3"}, {"embedding", "auto"}}};
    if (model == "ricker") {
      one.settings.emplace_back("model-option", "length=4,burn_in=4");
      one.observations = 20;
    }
    cases.add(one);
  }
}

void add_kernels(Cases& cases) {
  const Names kernels{"gaussian",
                      "laplace",
                      "matern32",
                      "matern52",
                      "rational-quadratic",
                      "rational-quadratic:2:0.5",
                      "energy",
                      "energy:1.5",
                      "gaussian:1+gaussian:10",
                      "gaussian:1+laplace:3+matern32:2"};
  const Names evaluators{"auto", "pairs", "grid", "sorted", "features"};
  for (const std::string model : {"gaussian-location", "g-and-k"})
    for (const auto& kernel : kernels)
      for (const auto& evaluator : evaluators)
        for (const auto& mass : masses) {
          if (evaluator == "features" && (mass == "free") != (model == "g-and-k"))
            continue;  // slow
          cases.add(model, {{"draws", "2"},
                            {"design", model == "g-and-k" ? "quadrature" : "sobol"},
                            {"kernel", kernel},
                            {"evaluator", evaluator},
                            {"mass", mass}});
        }
  for (const auto& kernel : kernels)  // more columns than the loops are unrolled for
    cases.add({"gaussian-location",
               {{"draws", "2"}, {"design", "sobol"}, {"simulations", "64"}, {"kernel", kernel}},
               40,
               6});
  for (const std::string rule : {"0.5", "median", "median-paper", "median-l1"})
    cases.add("g-and-k", {{"lengthscale", rule}});
}

void add_optimisers(Cases& cases) {
  for (const std::string model : {"gaussian-location", "g-and-k", "toggle-switch", "count"})
    for (const auto& word : Words<OptimiserName>::list)
      if (model != "toggle-switch" || word.second != OptimiserName::gauss_newton)  // slow
        cases.add(model, {{"design", model == "g-and-k" ? "quadrature" : "iid"},
                          {"optimiser", std::string(word.first)},
                          {"steps", "40"}});
  for (const std::string noise : {"per-draw", "shared", "fresh"})
    for (const std::string optimiser : {"bfgs", "adam"})
      for (const std::string resample : {"false", "true"})
        cases.add("g-and-k", {{"design", "iid"},
                              {"noise", noise},
                              {"optimiser", optimiser},
                              {"resample", resample},
                              {"steps", "20"}});
}

void add_settings(Cases& cases) {
  const std::vector<SettingList> lists{
      {{"precision", "double"}},
      {{"precision", "double"}, {"mass", "free"}, {"evaluator", "pairs"}},
      {{"mass", "free"}, {"trim", "1"}},
      {{"mass", "free"}, {"trim", "1"}, {"evaluator", "pairs"}, {"design", "iid"}},
      {{"mass", "free"}, {"trim", "1"}, {"concentration", "5"}},
      {{"mass", "free"}, {"trim", "1"}, {"kernel", "laplace+matern32"}},
      {{"lengthscale", "quantile:0.25:1.5"}},
      {{"scale", "mad"}},
      {{"scale", "sd"}, {"kernel", "laplace"}},
      {{"concentration", "5"}},
      {{"concentration", "5"}, {"truncation", "20"}},
      {{"concentration", "5"}, {"base-measure", "normal:1:2"}},
      {{"concentration", "5"}, {"base-measure", "uniform:-3:9"}, {"mass", "free"}},
      {{"concentration", "5"}, {"base-measure", "prior-box"}},
      {{"starts", "1"}},
      {{"seed", "7"}, {"predictive-draws", "2"}, {"predictive-observations", "3"}}};
  for (const std::string model : {"gaussian-location", "g-and-k"})
    for (const SettingList& list : lists) cases.add(model, list);
  cases.add("g-and-k", {{"start", "a=3,b=1"}});
  cases.add("g-and-k", {{"start", "a=3"}, {"optimiser", "adam"}, {"steps", "20"}});
  cases.add("g-and-k", {{"fixed", "g=1"}, {"bounds", "a=3.5:4"}});
  cases.add("gaussian-location", {{"fixed", "theta1=1"}, {"design", "sobol"}});
  // A data term that is estimated from a subset, and weights of a subset of observations.
  cases.add({"g-and-k", {{"draws", "2"}, {"simulations", "64"}, {"evaluator", "pairs"}}, 5000});
  cases.add(
      {"gaussian-location", {{"draws", "2"}, {"simulations", "64"}, {"design", "sobol"}}, 5000, 2});
}

void add_methods(Cases& cases) {
  const SettingList draws{{"draws", "3"}};
  const auto with = [](SettingList list, const SettingList& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
  };
  for (const auto& model : models) {
    const bool toggle = model == "toggle-switch";
    const SettingList options =
        toggle ? SettingList{{"model-option", "transitions=12"}} : SettingList{};
    const int dimension = model == "gaussian-location" ? 2 : 0;
    const auto add = [&](const std::string& method, const SettingList& more) {
      cases.add({model, with(with({{"method", method}}, options), more), 30, dimension});
    };
    add("npl-wll", draws);
    add("npl-wasserstein", with(draws, {{"simulations", "16"}}));
    for (const std::string method : {"wabc", "mmd-abc"})
      add(method, {{"particles", "16"}, {"max-simulations", "200"}});
    add("mmd-bayes", {{"draws", "4"},
                      {"chains", "2"},
                      {"warmup", "20"},
                      {"simulations", "16"},
                      {"score-weight", "2"}});
    add("bayes", {{"draws", "4"}, {"chains", "2"}, {"warmup", "20"}});
  }
  for (const std::string model : {"gaussian-location", "g-and-k"}) {
    const int dimension = model == "gaussian-location" ? 2 : 0;
    for (const std::string transport : {"auto", "sorted", "exact", "hilbert", "sinkhorn"})
      for (const std::string order : {"1", "2"})
        for (const std::string method : {"npl-wasserstein", "wabc"})
          cases.add(
              {model,
               with({{"method", method}, {"transport", transport}, {"order", order}},
                    method == "wabc" ? SettingList{{"particles", "16"}, {"max-simulations", "100"}}
                                     : SettingList{{"draws", "2"}, {"simulations", "16"}}),
               20, dimension});
    for (const auto& word : Words<OptimiserName>::list)
      cases.add({model,
                 {{"method", "npl-wll"}, {"draws", "2"}, {"optimiser", std::string(word.first)}},
                 30,
                 dimension});
    cases.add({model, {{"method", "npl-wll"}, {"draws", "2"}, {"preset", "paper"}}, 30, dimension});
    cases.add({model,
               {{"method", "npl-wll"}, {"draws", "2"}, {"concentration", "3"}, {"truncation", "9"}},
               30,
               dimension});
    // The weight of the score is calibrated.
    cases.add({model,
               {{"method", "mmd-bayes"},
                {"draws", "4"},
                {"chains", "2"},
                {"warmup", "20"},
                {"thin", "2"}},
               30,
               dimension});
  }
  // Calibrated without a likelihood: by the synthetic one.
  cases.add({"m-g-1",
             {{"method", "mmd-bayes"},
              {"draws", "4"},
              {"chains", "2"},
              {"warmup", "20"},
              {"simulations", "16"}},
             30});
  for (const std::string optimiser : {"auto", "nelder-mead"})
    cases.add({"objects", {{"draws", "3"}, {"simulations", "24"}, {"optimiser", optimiser}}, 20});
}

}  // namespace

std::vector<GoldenCase> golden_cases() {
  Cases cases;
  add_models(cases);
  add_learnt_models(cases);
  add_kernels(cases);
  add_optimisers(cases);
  add_settings(cases);
  add_methods(cases);
  return cases.list;
}

}  // namespace surefoot
