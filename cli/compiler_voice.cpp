#include "compiler_voice.hpp"

#include <cstdio>

#include "front/streams.hpp"

namespace surefoot::cli {

PluginSettings telling_on_standard_error() {
  return {.note = [](const std::string& message) { front::say("note: " + message); },
          .compiler = [](const std::string& messages) { std::fputs(messages.c_str(), stderr); }};
}

Model built_in_or_compiled(const std::string& name, const FitConfig& settings) {
  return is_header(name) ? find_model(name, 0, settings, telling_on_standard_error())
                         : built_in_model(name, 0, settings.model_option);
}

}  // namespace surefoot::cli
