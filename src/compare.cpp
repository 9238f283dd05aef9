#include <optional>

#include <surefoot/compare.hpp>
#include <surefoot/model.hpp>

namespace surefoot {

void compare(const Model& model, const Sample& observations, const FitConfig& settings,
             std::span<const Method> methods, const CompareEvents& events,
             const std::stop_token& stop) {
  const auto fail = [&](Method method, const Error& error) {
    if (events.failed) events.failed(method, error);
  };
  for (const Method method : methods) {
    if (stop.stop_requested()) return;
    if (events.begun) events.begun(method);
    std::optional<Fit> made;
    try {
      FitConfig own = only_for(settings, method);
      // The draws of these are their particles; those that were asked for are of the others.
      if (is_given(own, "particles")) own.draws = FitConfig{}.draws;
      made = events.make ? events.make(own) : fit(model, observations, own, events.fit, stop);
    } catch (const Error& error) {
      fail(method, error);
      continue;
    }
    if (made->draws.rows() > 0) {
      if (events.fitted) events.fitted(method, std::move(*made));
    } else if (!made->failure.empty()) {
      fail(method, Error(Fault::device, made->failure));
    }
  }
}

}  // namespace surefoot
