#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include <surefoot/fit.hpp>
#include <surefoot/report/findings.hpp>

namespace surefoot {

/// What fits said about themselves, over data sets of which the truth is known.
class CheckMeasures {
 public:
  void add(const Fit& fit, const std::vector<bool>& outlier) {
    double mass = 0.0;
    for (const DrawInfo& info : fit.draws.info)
      mass += info.mass / static_cast<double>(fit.draws.rows());
    masses_.push_back(mass);
    if (fit.check && fit.check->test) {
      plain_.push_back(fit.check->test->p_value());
      tolerant_.push_back(fit.check->test->p_value(usual_tolerance));
    }
    const bool any = std::find(outlier.begin(), outlier.end(), true) != outlier.end();
    if (any && fit.scores) areas_.push_back(area_under_curve(fit.scores->inlier, outlier));
  }

  void print() const {
    fmt::print("\nmass {:.4f} (sd over data sets {:.4f})\n", mean(masses_), sd(masses_));
    if (!plain_.empty())
      fmt::print(
          "p at most 0.05 in {:.3f} of the data sets, {:.3f} with a tolerance of {:g}; "
          "distance from uniform {:.3f}, of which chance makes {:.3f} one time in a hundred\n",
          share_below(plain_), share_below(tolerant_), usual_tolerance, distance_from_uniform(),
          1.63 / std::sqrt(static_cast<double>(plain_.size())));
    if (!areas_.empty())
      fmt::print("area under the curve of the scores {:.4f}, smallest {:.4f}\n", mean(areas_),
                 *std::min_element(areas_.begin(), areas_.end()));
  }

 private:
  static double mean(const std::vector<double>& values) {
    double sum = 0.0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
  }
  static double sd(const std::vector<double>& values) {
    double squares = 0.0;
    for (const double v : values) squares += (v - mean(values)) * (v - mean(values));
    return std::sqrt(squares / std::max(1.0, static_cast<double>(values.size()) - 1.0));
  }
  static double share_below(const std::vector<double>& p) {
    return static_cast<double>(
               std::count_if(p.begin(), p.end(), [](double v) { return v <= 0.05; })) /
           static_cast<double>(p.size());
  }

  /// Kolmogorov's, to the steps that p-values of so many replicates have.
  double distance_from_uniform() const {
    std::vector<double> p = plain_;
    std::sort(p.begin(), p.end());
    double most = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (i + 1 == p.size() || p[i + 1] != p[i])
        most = std::max(most, std::abs(double(i + 1) / double(p.size()) - p[i]));
    return most;
  }

  static double area_under_curve(const std::vector<double>& scores,
                                 const std::vector<bool>& outlier) {
    double above = 0.0, pairs = 0.0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      for (std::size_t j = 0; outlier[i] && j < scores.size(); ++j) {
        if (outlier[j]) continue;
        ++pairs;
        above += scores[i] < scores[j] ? 1.0 : scores[i] == scores[j] ? 0.5 : 0.0;
      }
    return above / pairs;
  }

  std::vector<double> masses_, plain_, tolerant_, areas_;
};

}  // namespace surefoot
