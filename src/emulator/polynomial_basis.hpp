#pragma once

#include <Eigen/Dense>
#include <vector>

namespace surefoot {

/// All monomials in some variables up to a degree, the constant first.
class PolynomialBasis {
 public:
  PolynomialBasis(Eigen::Index variables, int degree) : variables_(variables), degree_(degree) {
    // Each monomial of a degree is one of the degree below times a variable that is not before
    // its last one.
    std::vector<Eigen::Index> last = {0};
    std::size_t begin = 0;
    for (int of = 1; of <= degree; ++of) {
      const std::size_t end = last.size();
      for (std::size_t i = begin; i < end; ++i)
        for (Eigen::Index v = last[i]; v < variables; ++v) {
          steps_.push_back({static_cast<Eigen::Index>(i), v});
          last.push_back(v);
        }
      begin = end;
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

  /// A column for each monomial: its value, and its derivatives by the variables.
  void values_and_slopes(const Eigen::VectorXd& at, Eigen::MatrixXd& out) const {
    out.resize(1 + variables_, size());
    out.col(0).setZero();
    out(0, 0) = 1.0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto [from, variable] = steps_[i];
      const auto column = static_cast<Eigen::Index>(i) + 1;
      out.col(column) = at[variable] * out.col(from);
      out(1 + variable, column) += out(0, from);
    }
  }

  /// Second derivatives of sum_i weights_i monomial_i, from the monomials and their slopes there.
  Eigen::MatrixXd curvature(const Eigen::VectorXd& at, const Eigen::MatrixXd& monomials,
                            Eigen::VectorXd weights) const {
    Eigen::MatrixXd half = Eigen::MatrixXd::Zero(variables_, variables_);
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const auto [from, variable] = steps_[i];
      const double weight = weights[static_cast<Eigen::Index>(i) + 1];
      half.col(variable) += weight * monomials.col(from).tail(variables_);
      weights[from] += weight * at[variable];
    }
    return half + half.transpose();
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
