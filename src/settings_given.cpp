#include <surefoot/settings_given.hpp>

namespace surefoot {

FitConfig settings_given(const Fit& fit) {
  if (!fit.given) return fit.settings;
  FitConfig config;
  for (const std::string& name : *fit.given) set(config, name, get(fit.settings, name));
  return config;
}

}  // namespace surefoot
