#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/journal/run_identity.hpp>
#include <surefoot/model.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/version.hpp>

#include "hash.hpp"

namespace surefoot {
namespace {

/// Settings that say how many draws there are, how fast they come and what is done after them, but
/// not what they are.  The device is told from what it was, not from what was asked for.
constexpr std::array<std::string_view, 10> undecided{"draws",
                                                     "part",
                                                     "threads",
                                                     "device",
                                                     "max-calls",
                                                     "isolate",
                                                     "check",
                                                     "predictive-draws",
                                                     "predictive-observations",
                                                     "keep-simulations"};

/// Where what was simulated is kept: told to those who go on, whose draws it does not decide.
constexpr const char* told_only = "keep-simulations";

std::string hash_text(std::span<const double> values) {
  const auto bytes = std::as_bytes(values);
  return fmt::format("{:016x}",
                     hash_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

std::string describe(const Sample& observations) {
  return fmt::format("{} x {}, {}", observations.size(), observations.dimension(),
                     hash_text(observations.values()));
}

RunIdentity common(const std::string& version_of_run, const std::string& instructions,
                   const std::string& model, const std::string& source,
                   const Sample& observations) {
  return {{"version of surefoot", version_of_run},
          {"instruction set", instructions},
          {"model", model},
          {"code of the model", source},
          {"data", describe(observations)}};
}

}  // namespace

RunIdentity identity_before(const Model& model, const Sample& observations,
                            const FitConfig& settings) {
  RunIdentity identity = common(std::string(version()), std::string(instruction_set()), model.name,
                                model.source, observations);
  for (const char* name : {"method", "seed"}) identity.emplace_back(name, get(settings, name));
  return identity;
}

RunIdentity identity_of(const Fit& fit) {
  RunIdentity identity = common(fit.version.empty() ? std::string(version()) : fit.version,
                                fit.instruction_set, fit.model, fit.model_source, fit.observations);
  const auto follows = [](const std::string& name) {  // from others, where a rule decides
    return name == "kernel" || name == "lengthscale";
  };
  for (const bool followers : {false, true})
    for (const std::string& name : setting_names())
      if (std::find(undecided.begin(), undecided.end(), name) == undecided.end() &&
          applies(name, fit.settings.method) && follows(name) == followers)
        identity.emplace_back(name, get(fit.settings, name));
  identity.emplace_back("device", fit.device);
  identity.emplace_back(told_only, get(fit.settings, told_only));
  identity.emplace_back("parameters of the model",
                        fmt::format("{}", fmt::join(fit.draws.names, ",")));
  identity.emplace_back("lengthscales", hash_text(fit.lengthscales));
  // A simulator that has changed finds other minima.
  identity.emplace_back("minima that the search found", hash_text(fit.modes));
  return identity;
}

std::string difference(const RunIdentity& there, const RunIdentity& here) {
  for (const auto& [name, value] : here) {
    if (name == told_only) continue;
    const auto other = std::find_if(there.begin(), there.end(), [&name = name](const auto& entry) {
      return entry.first == name;
    });
    const std::string theirs = other == there.end() ? "" : other->second;
    const auto shown = [](const std::string& text) { return text.empty() ? "none" : text; };
    if (theirs != value)
      return fmt::format("{}: {} there, {} here", name, shown(theirs), shown(value));
  }
  return {};
}

}  // namespace surefoot
