#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <new>

#include <fmt/format.h>
#include <nlopt.h>

#include <surefoot/error.hpp>
#include <surefoot/optim/derivative_free.hpp>

namespace surefoot {
namespace {

nlopt_algorithm algorithm_of(const DerivativeFree& search) {
  const nlopt_algorithm algorithm = nlopt_algorithm_from_string(search.name);
  if (algorithm == NLOPT_NUM_ALGORITHMS)
    throw Error(Fault::internal, fmt::format("NLopt has no algorithm {}", search.name));
  return algorithm;
}

struct Destroy {
  void operator()(nlopt_opt search) const { nlopt_destroy(search); }
};

class FreeSearch {
 public:
  FreeSearch(const DerivativeFreeSearch& settings, Objective& objective,
             std::span<const double> start, const Box& box)
      : settings_(settings),
        objective_(objective),
        scale_(box.scale.begin(), box.scale.end()),
        lower_(box.lower.begin(), box.lower.end()),
        upper_(box.upper.begin(), box.upper.end()),
        start_(start.begin(), start.end()),
        search_(
            nlopt_create(algorithm_of(settings.algorithm), static_cast<unsigned>(start_.size()))) {
    if (!search_) throw std::bad_alloc();
    for (std::size_t i = 0; i < start_.size(); ++i) {
      start_[i] = std::clamp(start_[i], lower_[i], upper_[i]);
      if (!global()) continue;
      constexpr double reach = 10.0;  // in scales
      if (std::isinf(lower_[i])) lower_[i] = start_[i] - reach * scale_[i];
      if (std::isinf(upper_[i])) upper_[i] = start_[i] + reach * scale_[i];
    }
    best_.eta = start_;
    best_.value = std::numeric_limits<double>::infinity();
  }

  Minimum run() {
    // BOBYQA begins elsewhere if the start is less than a step from an edge.
    start_value_ = value_at(start_);
    if (!std::isfinite(best_.value) && !global()) return best_;
    prepare();
    // NLopt keeps one generator for each thread.
    if (global()) nlopt_srand((settings_.seed ^ settings_.seed >> 32) & 0xffffffffU);
    double value = 0.0;
    std::vector<double> at = start_;
    const nlopt_result result = nlopt_optimize(search_.get(), at.data(), &value);
    if (thrown_) std::rethrow_exception(thrown_);
    if (result == NLOPT_OUT_OF_MEMORY) throw std::bad_alloc();
    if (result == NLOPT_INVALID_ARGS) {
      const char* why = nlopt_get_errmsg(search_.get());
      throw Error(Fault::internal,
                  fmt::format("NLopt refused its arguments: {}", why ? why : "no reason given"));
    }
    if (!std::isfinite(best_.value)) return best_;
    const bool ended = contracted() || result == NLOPT_SUCCESS || result == NLOPT_FTOL_REACHED ||
                       result == NLOPT_XTOL_REACHED || result == NLOPT_ROUNDOFF_LIMITED;
    best_.ending = ended && !cut_ && !beside_failure() ? Ending::converged : Ending::step_limit;
    return best_;
  }

 private:
  bool global() const { return settings_.algorithm.global; }

  void prepare() {
    const std::size_t p = start_.size();
    std::vector<double> step(p), least(p);
    for (std::size_t i = 0; i < p; ++i) {
      // BOBYQA must be able to step to both sides; a coordinate without room is left out by NLopt.
      const double room = 0.49 * (upper_[i] - lower_[i]);
      step[i] = settings_.first * scale_[i];
      if (room > 0.0) step[i] = std::min(step[i], room);
      least[i] = settings_.tolerance * scale_[i];
    }
    nlopt_set_lower_bounds(search_.get(), lower_.data());
    nlopt_set_upper_bounds(search_.get(), upper_.data());
    nlopt_set_initial_step(search_.get(), step.data());
    if (!global()) nlopt_set_xtol_abs(search_.get(), least.data());
    if (!global()) nlopt_set_ftol_rel(search_.get(), settings_.tolerance);
    nlopt_set_maxeval(search_.get(), settings_.evaluations + 1);
    nlopt_set_min_objective(search_.get(), evaluate, this);
  }

  /// What NLopt calls.  No exception may pass through its C code.
  static double evaluate(unsigned, const double* x, double*, void* data) noexcept {
    auto& self = *static_cast<FreeSearch*>(data);
    try {
      return self.answer({x, self.start_.size()});
    } catch (...) {
      self.thrown_ = std::current_exception();
      return self.stop();
    }
  }

  double answer(std::span<const double> x) {
    if (std::equal(x.begin(), x.end(), start_.begin())) return start_value_;
    // NLopt takes a limit as a hint, and may go on for a while when it is stopped.
    if (thrown_ || contracted()) return stop();
    if (best_.steps >= settings_.evaluations) {
      cut_ = true;
      return stop();
    }
    std::vector<double> inside(x.begin(), x.end());
    for (std::size_t i = 0; i < x.size(); ++i)  // scaling can round a point out of the box
      inside[i] = std::clamp(x[i], lower_[i], upper_[i]);
    return value_at(inside);
  }

  double value_at(const std::vector<double>& x) {
    const double value = objective_(x, {});
    ++best_.steps;
    if (!std::isfinite(value)) {
      failures_.push_back(x);
      calm_ = 0;
      return worse_than_all();
    }
    largest_ = std::max(largest_, std::abs(value));
    calm_ = std::abs(value - best_.value) <= settings_.tolerance * std::abs(value) ||
                    close(x, settings_.tolerance)
                ? calm_ + 1
                : 0;
    if (value < best_.value) {
      best_.value = value;
      best_.eta = x;
    }
    return value;
  }

  double stop() {
    nlopt_force_stop(search_.get());
    return worse_than_all();
  }

  /// What NLopt is told where there is no value.  A surface that is fitted through it must not be
  /// dwarfed by it; other methods only compare.
  double worse_than_all() const { return settings_.algorithm.fits ? 2.0 * largest_ + 1.0 : 1e100; }

  /// Whether a point is so many scales from the best, or less.
  bool close(const std::vector<double>& x, double scales) const {
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!(std::abs(x[i] - best_.eta[i]) <= scales * scale_[i])) return false;
    return true;
  }

  /// The end of crs2, whose own compares one best point with the next, which may agree by chance:
  /// as many points in a row as it keeps were all the same.
  bool contracted() const {
    return global() && calm_ >= 10 * (static_cast<int>(start_.size()) + 1);
  }

  bool beside_failure() const {
    constexpr double beside = 0.002;  // scales: the mesh of the pattern search
    return std::any_of(failures_.begin(), failures_.end(),
                       [&](const auto& x) { return close(x, beside); });
  }

  const DerivativeFreeSearch& settings_;
  Objective& objective_;
  std::vector<double> scale_, lower_, upper_, start_;
  std::unique_ptr<nlopt_opt_s, Destroy> search_;
  double start_value_ = 0.0;
  Minimum best_;
  double largest_ = 0.0;
  int calm_ =
      0;  // points in a row that were as good as the best, or as close to it, as can be told
  bool cut_ = false;
  std::vector<std::vector<double>> failures_;
  std::exception_ptr thrown_;
};

}  // namespace

Minimum minimise(const DerivativeFreeSearch& settings, Objective& objective,
                 std::span<const double> start, const Box& box) {
  return FreeSearch(settings, objective, start, box).run();
}

}  // namespace surefoot
