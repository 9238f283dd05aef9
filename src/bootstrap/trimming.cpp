#include "bootstrap/trimming.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <surefoot/kernels/families.hpp>

namespace surefoot {
namespace {

/// The square of a kernel, if it is one of a family that has a closed form.
std::optional<KernelTerm> squared(const KernelTerm& term) {
  if (!std::holds_alternative<Gaussian>(family_of(term))) return std::nullopt;
  KernelTerm square = term;
  *square.lengthscale /= std::sqrt(2.0);
  return square;
}

/// By how much data and model around an atom vary by chance, as squares.
struct Chance {
  double model, data;
};

class ChanceAtAtoms {
 public:
  ChanceAtAtoms(const AtomFields& fields, double mass, std::size_t n)
      : fields_(fields), mass_(mass), n_(static_cast<double>(n)) {
    const double means = std::accumulate(fields.mean.begin(), fields.mean.end(), 0.0);
    const double squares = std::accumulate(fields.square.begin(), fields.square.end(), 0.0);
    if (means > 0.0) square_of_unit_ = squares / means;
  }

  double explained(std::size_t a) const { return mass_ * std::max(fields_.mean[a], 0.0); }

  Chance at(std::size_t a) const {
    const double mu = explained(a), data = fields_.data[a];
    return {std::max(mass_ * fields_.square[a] - mu * mu, 0.0) / n_,
            std::max(square_of_unit_ * data - data * data, 0.0) / n_};
  }

  /// How many observations make up so much of the data around an atom.
  double observations(double amount) const { return n_ * amount / square_of_unit_; }

  /// How many standard deviations more data than the model there are.
  double score(std::size_t a) const {
    const Chance chance = at(a);
    const double variance = std::max(chance.model, chance.data);
    return variance > 0.0 ? (fields_.data[a] - explained(a)) / std::sqrt(variance) : 0.0;
  }

 private:
  const AtomFields& fields_;
  double mass_, n_;
  double square_of_unit_ = 1.0;  // k^2 over k, in the mean
};

}  // namespace

void explained_shares(const AtomFields& fields, double mass, double tau, std::size_t n,
                      std::vector<double>& shares) {
  constexpr double enough = 10.0;  // observations that no chance puts in one place
  const ChanceAtAtoms chance(fields, mass, n);
  shares.resize(fields.data.size());
  for (std::size_t a = 0; a < shares.size(); ++a) {
    const double mu = chance.explained(a), usual = tau * std::sqrt(chance.at(a).model);
    const double certainty = std::min(usual > 0.0 ? (fields.data[a] - mu) / usual : 3.0,
                                      3.0 * chance.observations(fields.data[a] - mu) / enough);
    const double explained = mu + usual * std::clamp(3.0 - certainty, 0.0, 1.0);
    shares[a] = explained < fields.data[a] ? explained / fields.data[a] : 1.0;
  }
}

std::vector<double> witness_scores(const AtomFields& fields, double mass, std::size_t n) {
  const ChanceAtAtoms chance(fields, mass, n);
  std::vector<double> scores;
  for (std::size_t a = 0; a < fields.data.size(); ++a) scores.push_back(chance.score(a));
  return scores;
}

ClosedFields::ClosedFields(const Model& model, const std::vector<KernelTerm>& terms) {
  for (const KernelTerm& term : terms) {
    const Kernel kernel({term});
    const auto square = squared(term);
    terms_.push_back({model.closed_form(kernel),
                      square ? model.closed_form(Kernel({*square})) : nullptr, kernel.at_zero()});
  }
}

void ClosedFields::at(const Points<double>& points, std::span<const double> theta,
                      AtomFields& fields) const {
  constexpr auto stride = static_cast<std::size_t>(padded(1));
  const auto d = static_cast<std::size_t>(points.dimension);
  AlignedVector<double> coordinates(stride * d, 0.0), weight(stride, 0.0);
  weight[0] = 1.0;
  const Points<double> one{1, padded(1), points.dimension, coordinates.data(), weight.data()};
  const auto count = static_cast<std::size_t>(points.count);
  fields.mean.assign(count, 0.0);
  fields.square.assign(count, 0.0);
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t c = 0; c < d; ++c)
      coordinates[c * stride] = points.coordinates[c * static_cast<std::size_t>(points.stride) + a];
    double sd = 0.0;
    for (const Term& term : terms_) {
      const double mean = (*term.value)(theta, one, {}, {}).c;
      const double square =
          term.square ? (*term.square)(theta, one, {}, {}).c : term.at_zero * mean;
      fields.mean[a] += mean;
      sd += std::sqrt(std::max(square - mean * mean, 0.0));
    }
    fields.square[a] = sd * sd + fields.mean[a] * fields.mean[a];
  }
}

}  // namespace surefoot
