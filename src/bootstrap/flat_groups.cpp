#include "bootstrap/flat_groups.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "bootstrap/place_in_box.hpp"

namespace surefoot {
namespace {

/// How far paths may leave what is said to be determined, as a share of their length.
constexpr double crooked = 0.03;

using CoordinateSet = std::vector<std::size_t>;

/// The sets of coordinates that flat directions tie together, by the projection onto them.
std::vector<CoordinateSet> tied_together(const Eigen::MatrixXd& projection) {
  constexpr double tie = 0.05;
  const auto p = static_cast<std::size_t>(projection.rows());
  const auto entry = [&](std::size_t i, std::size_t j) {
    return std::abs(projection(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  };
  std::vector<bool> taken(p, false);
  std::vector<CoordinateSet> sets;
  for (std::size_t k = 0; k < p; ++k) {
    if (taken[k] || entry(k, k) < tie) continue;
    CoordinateSet set{k};
    taken[k] = true;
    for (std::size_t i = 0; i < set.size(); ++i)
      for (std::size_t j = 0; j < p; ++j)
        if (!taken[j] && entry(set[i], j) > tie) {
          taken[j] = true;
          set.push_back(j);
        }
    std::sort(set.begin(), set.end());
    sets.push_back(std::move(set));
  }
  return sets;
}

/// Coefficients as small whole numbers where they are that, up to a common factor.
std::vector<double> simplified(const Eigen::VectorXd& coefficients) {
  constexpr double most = 4.0, tolerance = 0.05;
  const double unit = coefficients.cwiseAbs().minCoeff();
  const double sign = coefficients[0] < 0.0 ? -1.0 : 1.0;
  std::vector<double> simple;
  for (const double c : coefficients) {
    const double whole = std::round(c / unit);
    if (std::abs(c / unit - whole) > tolerance || std::abs(whole) > most) break;
    simple.push_back(sign * whole);
  }
  if (simple.size() == static_cast<std::size_t>(coefficients.size())) return simple;
  simple.clear();
  for (const double c : coefficients) simple.push_back(c / coefficients[0]);
  return simple;
}

/// As "a - 2 b".
std::string sum_text(const std::vector<std::string>& terms, const std::vector<double>& factors) {
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const double size = std::abs(factors[i]);
    text += i == 0 ? "" : factors[i] < 0.0 ? " - " : " + ";
    text += size == 1.0 ? terms[i] : fmt::format("{:.2g} {}", size, terms[i]);
  }
  return text;
}

/// As "a^2 / b".
std::string product_text(const std::vector<std::string>& names, const std::vector<double>& powers) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double size = std::abs(powers[i]);
    text += i == 0 ? "" : powers[i] < 0.0 ? " / " : " * ";
    text += size == 1.0 ? names[i] : fmt::format("{}^{:.2g}", names[i], size);
  }
  return text;
}

class FlatGroups {
 public:
  FlatGroups(const Problem& problem, const Modes& modes)
      : space_(problem.space->parameters), paths_(modes.flat), p_(modes.list.front().eta.size()) {
    for (std::size_t k = 0; k < p_; ++k) places_.emplace_back(*problem.space, k);
  }

  std::vector<Undetermined::Group> groups() const {
    const auto size = static_cast<Eigen::Index>(p_);
    Eigen::MatrixXd chords(size, static_cast<Eigen::Index>(paths_.size()));
    for (std::size_t i = 0; i < paths_.size(); ++i)
      for (std::size_t k = 0; k < p_; ++k)
        chords(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) =
            places_[k].of(paths_[i].eta.back()[k]) - places_[k].of(paths_[i].eta.front()[k]);
    const Eigen::MatrixXd basis =
        Eigen::HouseholderQR<Eigen::MatrixXd>(chords).householderQ() *
        Eigen::MatrixXd::Identity(size, static_cast<Eigen::Index>(paths_.size()));
    const Eigen::MatrixXd projection = basis * basis.transpose();
    std::vector<Undetermined::Group> groups;
    for (const CoordinateSet& set : tied_together(projection)) {
      double flat = 0.0;
      for (const std::size_t k : set)
        flat += projection(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
      const auto determined = static_cast<int>(set.size()) - static_cast<int>(std::lround(flat));
      if (determined <= 0)
        for (const std::size_t k : set) groups.push_back({{name(k)}, {}, 0});
      else
        groups.push_back({names(set), determined == 1 ? combination(set) : "", determined});
    }
    return groups;
  }

 private:
  const Parameter& parameter(std::size_t k) const { return space_[space_.free()[k]]; }
  const std::string& name(std::size_t k) const { return parameter(k).name; }
  std::vector<std::string> names(const CoordinateSet& set) const {
    std::vector<std::string> list;
    for (const std::size_t k : set) list.push_back(name(k));
    return list;
  }

  /// What stays the same along all paths, as a sum on the natural scale or of logarithms.
  std::string combination(const CoordinateSet& set) const {
    const auto same = [](double theta) { return theta; };
    if (const auto factors = constant_sum(set, same)) return sum_text(names(set), *factors);
    const auto logarithm = [](double theta) { return std::log(theta); };
    if (const auto powers = constant_sum(set, logarithm)) return product_text(names(set), *powers);
    return {};
  }

  /// Coefficients of the scaled parameters whose sum stays the same; none if there are no such, or
  /// the scale does not serve.
  template <class Scale>
  std::optional<std::vector<double>> constant_sum(const CoordinateSet& set, Scale scale) const {
    const auto size = static_cast<Eigen::Index>(set.size());
    std::size_t count = 0;
    for (const FlatPath& path : paths_) count += path.eta.size();
    Eigen::MatrixXd points(static_cast<Eigen::Index>(count), size);
    Eigen::Index row = 0;
    std::vector<double> theta(static_cast<std::size_t>(space_.size()));
    for (const FlatPath& path : paths_) {
      const Eigen::Index first = row;
      for (const std::vector<double>& eta : path.eta) {
        space_.to_natural(eta, theta);
        for (Eigen::Index i = 0; i < size; ++i)
          points(row, i) = scale(
              theta[static_cast<std::size_t>(space_.free()[set[static_cast<std::size_t>(i)]])]);
        ++row;
      }
      // Paths pass through one point; only what they move is of interest.
      const Eigen::RowVectorXd from = points.row(first);
      points.middleRows(first, row - first).rowwise() -= from;
    }
    if (!points.allFinite()) return std::nullopt;
    const Eigen::VectorXd unit = points.cwiseAbs().colwise().maxCoeff();
    if (!(unit.minCoeff() > 0.0)) return std::nullopt;
    const Eigen::MatrixXd scaled = points * unit.cwiseInverse().asDiagonal();
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled, Eigen::ComputeFullV);
    const Eigen::VectorXd normal = svd.matrixV().col(size - 1);
    if ((scaled * normal).cwiseAbs().maxCoeff() > crooked) return std::nullopt;
    return simplified(normal.cwiseQuotient(unit));
  }

  const ParameterSpace& space_;
  const std::vector<FlatPath>& paths_;
  const std::size_t p_;
  std::vector<PlaceInBox> places_;
};

}  // namespace

Undetermined undetermined_by(const Problem& problem, const Modes& modes) {
  Undetermined result;
  result.looked_for = true;
  if (modes.flat.empty()) return result;
  result.groups = FlatGroups(problem, modes).groups();
  const ParameterSpace& space = problem.space->parameters;
  for (const FlatPath& path : modes.flat) {
    std::vector<double> from(static_cast<std::size_t>(space.size())), to = from;
    space.to_natural(path.eta.front(), from);
    space.to_natural(path.eta.back(), to);
    for (std::size_t k = 0; k < to.size(); ++k) to[k] -= from[k];
    result.directions.push_back(std::move(to));
  }
  return result;
}

}  // namespace surefoot
