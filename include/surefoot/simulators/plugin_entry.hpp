#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include <surefoot/error.hpp>
#include <surefoot/model.hpp>
#include <surefoot/simulators/plain.hpp>

namespace surefoot {

/// What a struct lacks to be a model, in the user's words; empty if nothing.
/// Asked one by one and answered when the plug-in is loaded, so that a forgotten
/// member is one line and not a page of the compiler's.
template <class Sim>
constexpr const char* missing_from() {
  if constexpr (!requires { std::integral_constant<int, Sim::parameters>{}; })
    return "static constexpr int parameters = ..., how many parameters it has";
  else if constexpr (!requires { std::integral_constant<int, Sim::dimension>{}; })
    return "static constexpr int dimension = ..., how many columns an observation has";
  else if constexpr (!requires(const Sim sim) {
                       { sim.latents } -> std::convertible_to<int>;
                     })
    return "static constexpr int latents = ..., how many random numbers an observation takes";
  else if constexpr (Sim::parameters < 1 || Sim::dimension < 1)
    return "parameters and dimension that are at least 1";
  else if constexpr (!std::default_initializable<Sim>)
    return "a constructor without arguments";
  else if constexpr (!requires {
                       { Sim::box() } -> std::convertible_to<std::vector<Parameter>>;
                     })
    return "static std::vector<surefoot::Parameter> box(), a {\"name\", lower, upper} for each "
           "parameter";
  else if constexpr (!PlainSimulator<Sim>)
    return "template <class Real, class Latent> surefoot::Vec<Real, dimension> operator()(const "
           "surefoot::Vec<Real, parameters>& theta, Latent& latent) const";
  else
    return "";
}

/// The model of a plug-in; the caller's.
template <class Sim>
Model* plugin_entry(const char* struct_name) {
  constexpr std::string_view missing = missing_from<Sim>();
  if constexpr (!missing.empty())
    throw Error(Fault::usage, std::string(struct_name) + " needs " + std::string(missing));
  else
    return new Model(make_model(Sim{}, Sim::box()));
}

}  // namespace surefoot
