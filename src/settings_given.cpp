#include <surefoot/settings_given.hpp>

namespace surefoot {

FitConfig settings_given(const Fit& fit) {
  if (!fit.given) return fit.settings;
  FitConfig config;
  for (const std::string& name : *fit.given) set(config, name, get(fit.settings, name));
  // What a clock decided, another might decide otherwise.
  if (!is_given(config, "embedding")) config.embedding = otherwise(fit.settings.embedding.value());
  if (fit.settings.embedding == EmbeddingWay::emulated) config.budget = fit.settings.budget;
  return config;
}

}  // namespace surefoot
