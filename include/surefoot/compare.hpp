#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include <surefoot/error.hpp>
#include <surefoot/fit.hpp>

namespace surefoot {

/// What `compare` tells as it goes; each may be empty.
struct CompareEvents {
  Events fit;  ///< of the fit that is being made
  /// Makes it, if something is to be done before and after; otherwise `fit` does.
  std::function<Fit(const FitConfig&)> make;
  std::function<void(Method)> begun;
  std::function<void(Method, Fit&&)> fitted;         ///< has draws, if only some of those wanted
  std::function<void(Method, const Error&)> failed;  ///< there is no fit by this method
};

/// Fits one model by several methods in turn, each with the settings that it looks at.  A method
/// that cannot serve the model costs the others nothing: `failed` is told why.  What the events
/// throw ends the comparison, and so does a request to stop, after which the finished draws of the
/// method at work are told.
void compare(const Model& model, const Sample& observations, const FitConfig& settings,
             std::span<const Method> methods, const CompareEvents& events,
             const std::stop_token& stop = {});

}  // namespace surefoot
