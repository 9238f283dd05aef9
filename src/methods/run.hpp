#pragma once

#include <optional>

#include <surefoot/fit.hpp>
#include <surefoot/kernels/kernel.hpp>
#include <surefoot/model.hpp>

#include "bootstrap/draw_loop.hpp"

namespace surefoot {

inline constexpr const char* no_start_warning =
    "the simulator failed at every starting point that was tried";

/// What a method is given, and where it leaves what it found.
struct Run {
  const Model& model;
  const Sample& observations;
  const std::optional<Kernel>& kernel;  // of the user's own
  const Continuation& continuation;
  Events events;  // whose warnings are kept
  std::stop_token stop;
  ParameterSpace space;  // with the bounds and fixed values of the run
  FitConfig settings;    // the method fills in every value in force
  Fit result;            // the method fills in draws and what it knows of them
  Draws finished = {};   // by an earlier run

  void note(const std::string& text) const {
    if (events.note) events.note(text);
  }
  /// The draws that are to be made now.  To be called once all that decides them is known.
  DrawJob begin_draws();
  /// Keeps what was drawn, and what an earlier run has finished.
  void keep(Drawn drawn);
  /// What ended the run; draws that are there are kept.
  void fail(const Error& error) {
    result.failure_fault = error.fault();
    result.failure = error.what();
  }
  /// What draws start from.
  void describe(const std::vector<Mode>& modes) {
    std::vector<double> theta(static_cast<std::size_t>(space.size()));
    for (const Mode& mode : modes) {
      space.to_natural(mode.eta, theta);
      result.modes.insert(result.modes.end(), theta.begin(), theta.end());
      result.mode_objectives.push_back(mode.value);
    }
    if (modes.empty()) events.warning(no_start_warning);
  }
  /// Whether nothing has ended the run so far.  After a signal nothing may take long, and what
  /// failed would fail again.
  bool goes_on() const { return result.failure.empty() && !stop.stop_requested(); }
  /// Whether the whole of the run, which is no part of another, is to be looked back at.
  bool looks_back() const { return goes_on() && !settings.part && settings.check != Check::none; }
};

/// One run from beginning to end: what all methods have in common, and the
/// method between it, which may leave by Interrupted.
Fit carry_out(const Model& model, const Sample& observations, const std::optional<Kernel>& kernel,
              const FitConfig& config, const Events& events, std::stop_token stop,
              const Continuation& continuation, const std::function<void(Run&)>& method);

// The methods.  Each throws Error for settings and models that it cannot serve, and when it is
// stopped leaves what was finished.
void npl_mmd(Run& run);
void npl_wll(Run& run);
void npl_wasserstein(Run& run);
void abc(Run& run);  // wabc and mmd-abc
void mmd_bayes(Run& run);
void bayes(Run& run);

}  // namespace surefoot
