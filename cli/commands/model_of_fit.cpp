#include "commands/model_of_fit.hpp"

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "compiler_voice.hpp"

namespace surefoot::cli {

Model model_of_fit(const Fit& fit, const std::string& header) {
  try {
    return find_model(header.empty() ? fit.model : header, fit.observations.dimension(),
                      fit.settings, telling_on_standard_error());
  } catch (const Error& error) {
    if (!header.empty()) throw;
    throw Error(Fault::usage,
                fmt::format("{}; --model HEADER names the header of the fit's own simulator",
                            error.what()));
  }
}

}  // namespace surefoot::cli
