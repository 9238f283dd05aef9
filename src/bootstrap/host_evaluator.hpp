#pragma once

#include <surefoot/bootstrap/draw_algorithm.hpp>
#include <surefoot/bootstrap/landmarks.hpp>
#include <surefoot/optim/derivative_free.hpp>

#include "bootstrap/value_search.hpp"

namespace surefoot {

/// A draw's objective as the algorithm of a draw asks for it (DrawAlgorithm), on the host.
class HostEvaluator {
 public:
  static constexpr bool searches_values = true, trims = true;

  template <class T, int (*Size)(int)>
  class Room {
   public:
    explicit Room(int p) : values_(static_cast<std::size_t>(Size(p))) {}
    operator T*() { return values_.data(); }
    operator const T*() const { return values_.data(); }

   private:
    std::vector<T> values_;
  };

  /// `landmarks` are those of each mode; null where it has none.
  HostEvaluator(const Problem& problem, DrawObjective& objective,
                std::span<const Landmarks* const> landmarks)
      : problem_(problem),
        objective_(objective),
        call_{objective, problem.space->eta_scale.size()},
        landmarks_(landmarks),
        mode_values_(landmarks.size()) {}

  double operator()(const double* eta, double* gradient) { return call_(eta, gradient); }
  void begin_step(int step) { call_.begin_step(step); }
  bool noisy() const { return call_.noisy(); }
  DrawObjective::Report report(const double* eta) { return objective_.report({eta, call_.size}); }

  bool trim(const double* eta) { return objective_.trim({eta, call_.size}); }

  ModelPicture picture_at(const double* eta, int mode) {
    const auto model = objective_.model_at({eta, call_.size});
    if (!model) return {INFINITY, 1.0, nullptr};
    model_ = rows_of_model(*landmarks_[static_cast<std::size_t>(mode)], objective_, *model,
                           {eta, call_.size});
    return {model->value, model->mass, model_.data()};
  }
  const double* target_picture(int mode) {
    target_ = rows_of_target(*landmarks_[static_cast<std::size_t>(mode)], objective_);
    return target_.data();
  }

  PictureRoom picture_room(int rows) {
    const int p = static_cast<int>(call_.size);
    pictures_.resize(static_cast<std::size_t>(PictureRoom::size(rows, p)));
    return {pictures_.data(), rows, p};
  }
  double* mode_values() { return mode_values_.data(); }

  template <class Around>
  LoopEnd search_around(Around& around, int p, const Edges& box, int evaluations, double* along) {
    const auto size = static_cast<std::size_t>(p);
    ValuesOf<Around> values(around);
    const DerivativeFreeSearch search{
        .algorithm = DerivativeFree::sbplx, .evaluations = evaluations, .first = first_around};
    return moved(minimise(search, values, {along, size},
                          {{box.lower, size}, {box.upper, size}, {box.scale, size}}),
                 along);
  }
  LoopEnd search_values(OptimiserName optimiser, int evaluations, double* eta) {
    return moved(minimise_values(optimiser, evaluations, problem_.settings->seed, objective_,
                                 {eta, call_.size}, problem_.box()),
                 eta);
  }

 private:
  /// What a loop calls, as an Objective without derivatives.
  template <class Around>
  class ValuesOf final : public Objective {
   public:
    explicit ValuesOf(Around& around) : around_(around) {}
    double operator()(std::span<const double> along, std::span<double>) override {
      return around_(along.data(), nullptr);
    }

   private:
    Around& around_;
  };

  static LoopEnd moved(const Minimum& found, double* to) {
    std::copy(found.eta.begin(), found.eta.end(), to);
    return end_of(found);
  }

  const Problem& problem_;
  DrawObjective& objective_;
  Call call_;
  std::span<const Landmarks* const> landmarks_;
  std::vector<double> mode_values_, model_, target_, pictures_;
};

}  // namespace surefoot
