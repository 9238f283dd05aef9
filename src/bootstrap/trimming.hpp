#pragma once

#include <memory>
#include <span>
#include <vector>

#include <surefoot/bootstrap/problem.hpp>

namespace surefoot {

/// What the data and the model embed to at each atom of a draw.
struct AtomFields {
  std::vector<double> data;          // mu_W
  std::vector<double> mean, square;  // E k(z_a, Y) and E k(z_a, Y)^2
};

/// Which share of the data around each atom the model explains, with c standard deviations put down
/// to chance:
///
///     mu = s E k(z_a, Y),   sd^2 = (s E k(z_a, Y)^2 - mu^2) / n,   z = (mu_W - mu) / sd,
///     r = min(1, (mu + c sd) / mu_W),   c = tau min(1, max(0, 3 - z / tau)),
///
/// for a model of mass s and n observations.  An excess beyond 3 tau standard deviations is left
/// out in whole: were tau of them kept there as well, they would go on pulling at the model.  An
/// excess that fewer than ten observations make up may yet be chance, so c = tau where they are
/// less than two thirds of ten, falling to 0 in between.
void explained_shares(const AtomFields& fields, double mass, double tau, std::size_t n,
                      std::vector<double>& shares);

/// How many standard deviations more data than the model there are at each atom: (mu_W - mu) / sd,
/// where sd is the larger of that of mu_W under the model and under the data.
std::vector<double> witness_scores(const AtomFields& fields, double mass, std::size_t n);

/// E k(x, Y) and E k(x, Y)^2 for models whose simulations are integrated out.
class ClosedFields {
 public:
  ClosedFields(const Model& model, const std::vector<KernelTerm>& terms);

  void at(const Points<double>& points, std::span<const double> theta, AtomFields& fields) const;

 private:
  struct Term {
    std::shared_ptr<const ClosedForm> value;
    std::shared_ptr<const ClosedForm> square;  // null: at most value times at_zero
    double at_zero;
  };
  std::vector<Term> terms_;
};

}  // namespace surefoot
