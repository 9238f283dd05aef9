#pragma once

#include <functional>
#include <vector>

#include <surefoot/bootstrap/draw_algorithm.hpp>

namespace surefoot {

/// A draw that is nothing but a function, as the algorithm of a draw sees it.  Its picture of the
/// model is eta itself.
class ToyEvaluator {
 public:
  using Function = std::function<double(const double* eta, double* gradient)>;
  static constexpr bool searches_values = false, trims = false;

  template <class T, int (*Size)(int)>
  class Room {
   public:
    explicit Room(int p) : values_(static_cast<std::size_t>(Size(p))) {}
    operator T*() { return values_.data(); }
    operator const T*() const { return values_.data(); }

   private:
    std::vector<T> values_;
  };

  ToyEvaluator(Function function, std::vector<double> target, int modes)
      : function_(std::move(function)),
        target_(std::move(target)),
        last_(target_.size()),
        mode_values_(static_cast<std::size_t>(modes)) {}

  double operator()(const double* eta, double* gradient) {
    ++evaluations;
    gradients += gradient != nullptr;
    last_.assign(eta, eta + target_.size());
    return function_(eta, gradient);
  }
  void begin_step(int) {}
  bool noisy() const { return false; }

  struct Report {
    double mass, mmd2;
  };
  Report report(const double*) { return ++reports, Report{0.5, 0.25}; }

  ModelPicture picture_at(const double* eta, int) {
    const double value = (*this)(eta, nullptr);
    return ++pictures, ModelPicture{value, 1.0, last_.data()};
  }
  const double* target_picture(int mode) { return solved.push_back(mode), target_.data(); }
  PictureRoom picture_room(int rows) {
    const int p = static_cast<int>(target_.size());
    room_.resize(static_cast<std::size_t>(PictureRoom::size(rows, p)));
    return {room_.data(), rows, p};
  }
  double* mode_values() { return mode_values_.data(); }

  template <class Around>
  LoopEnd search_around(Around& around, int p, const Edges& box, int values, double* along) {
    const PatternSearch search{.first = 1.0, .mesh = 0.2, .evaluations = values, .noise = 1e-9};
    Room<double, PatternLoop<Around>::workspace> memory(p);
    return PatternLoop<Around>(search, around, p, box, along, memory).run();
  }

  // What it was asked for.
  int evaluations = 0, gradients = 0, pictures = 0, reports = 0;
  std::vector<int> solved;  // modes, by Gauss-Newton

 private:
  Function function_;
  std::vector<double> target_, last_, mode_values_, room_;
};

}  // namespace surefoot
