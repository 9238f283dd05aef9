#pragma once

#include <Eigen/Dense>
#include <vector>

namespace surefoot {

/// All monomials in some variables up to a degree, the constant first.  Along a ridge, which the
/// first variable follows, that variable may have twice the degree: it counts half.
class PolynomialBasis {
 public:
  PolynomialBasis(Eigen::Index variables, int degree, bool along_ridge = false)
      : variables_(variables), degree_(degree) {
    // Each monomial is one of a lower degree times a variable that is not before its last one.
    const auto halves = [&](Eigen::Index v) { return along_ridge && v == 0 ? 1 : 2; };
    std::vector<Eigen::Index> last = {0};
    std::vector<int> weight = {0};
    for (std::size_t i = 0; i < last.size(); ++i)
      for (Eigen::Index v = last[i]; v < variables; ++v) {
        if (weight[i] + halves(v) > 2 * degree) continue;
        steps_.push_back({static_cast<Eigen::Index>(i), v});
        last.push_back(v);
        weight.push_back(weight[i] + halves(v));
      }
  }

  Eigen::Index size() const { return 1 + static_cast<Eigen::Index>(steps_.size()); }
  int degree() const { return degree_; }

  /// How many monomials there would be.
  static Eigen::Index size_of(Eigen::Index variables, int degree) {
    Eigen::Index size = 1;
    for (int k = 1; k <= degree; ++k) size = size * (variables + k) / k;
    return size;
  }

  void values(const Eigen::VectorXd& at, Eigen::VectorXd& out) const {
    out.resize(size());
    out[0] = 1.0;
    for (std::size_t i = 0; i < steps_.size(); ++i)
      out[static_cast<Eigen::Index>(i) + 1] = out[steps_[i].from] * at[steps_[i].variable];
  }

  /// The same with their derivatives, one column a variable.
  void values(const Eigen::VectorXd& at, Eigen::VectorXd& out, Eigen::MatrixXd& slopes) const {
    values(at, out);
    slopes.setZero(size(), variables_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i) + 1;
      slopes.row(row) = slopes.row(steps_[i].from) * at[steps_[i].variable];
      slopes(row, steps_[i].variable) += out[steps_[i].from];
    }
  }

 private:
  struct Step {
    Eigen::Index from, variable;
  };
  Eigen::Index variables_;
  int degree_;
  std::vector<Step> steps_;
};

}  // namespace surefoot
