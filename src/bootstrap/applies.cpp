#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include <surefoot/bootstrap/config.hpp>

namespace surefoot {
namespace {

// Sets of methods, as bits.
using Methods = unsigned;

constexpr Methods only(std::initializer_list<Method> methods) {
  Methods bits = 0;
  for (const Method m : methods) bits |= 1U << static_cast<unsigned>(m);
  return bits;
}

constexpr Methods mmd = only({Method::npl_mmd});
constexpr Methods transport = only({Method::npl_wasserstein});
constexpr Methods bootstraps = mmd | transport | only({Method::npl_wll});
constexpr Methods abc = only({Method::wabc, Method::mmd_abc});
constexpr Methods score = only({Method::mmd_bayes});
constexpr Methods chains = score | only({Method::bayes});

struct Scope {
  std::string_view setting;
  Methods methods;
};

/// Settings that are not here serve every method.
constexpr std::array<Scope, 32> scopes{{
    {"mass", mmd},
    {"kernel", mmd | score | only({Method::mmd_abc})},
    {"lengthscale", mmd | score | only({Method::mmd_abc})},
    {"concentration", bootstraps},
    {"base-measure", bootstraps},
    {"truncation", bootstraps},
    {"simulations", mmd | transport | score},
    {"design", mmd},
    {"evaluator", mmd},
    {"noise", mmd | transport},
    {"resample", mmd},
    {"optimiser", bootstraps},
    {"steps", bootstraps},
    {"step-size", mmd},
    {"starts", mmd},
    {"screening", mmd},
    {"start", bootstraps | chains},
    {"scale", mmd},
    {"precision", mmd},
    {"prior", abc | chains},
    {"order", transport | only({Method::wabc})},
    {"transport", transport | only({Method::wabc})},
    {"particles", abc},
    {"max-simulations", abc},
    {"max-trials", abc},
    {"max-seconds", abc},
    {"threshold", abc},
    {"chains", chains},
    {"warmup", chains},
    {"thin", chains},
    {"score-weight", score},
    {"device", mmd},
}};

}  // namespace

bool applies(const std::string& setting, Method method) {
  const auto scope = std::find_if(scopes.begin(), scopes.end(),
                                  [&](const Scope& s) { return s.setting == setting; });
  return scope == scopes.end() || (scope->methods & only({method})) != 0;
}

FitConfig only_for(const FitConfig& config, Method method) {
  FitConfig result = config;
  result.method = method;
  const FitConfig fresh;
  for_each_setting([&](const char* name, auto member, const char*) {
    if (!applies(name, method)) result.*member = fresh.*member;
  });
  return result;
}

}  // namespace surefoot
