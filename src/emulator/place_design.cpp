#include "emulator/place_design.hpp"

#include <algorithm>
#include <cmath>

#include "bootstrap/search_box.hpp"

namespace surefoot {
namespace {

Eigen::VectorXd vector_of(std::span<const double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), std::ssize(values));
}

Eigen::VectorXd normals(Noise& noise, Eigen::Index count) {
  Eigen::VectorXd z(count);
  for (double& value : z) value = noise.normal();
  return z;
}

}  // namespace

PlaceDesign::PlaceDesign(const Problem& problem)
    : space_(problem.space),
      seed_(problem.settings->seed),
      lower_(vector_of(problem.box().lower)),
      upper_(vector_of(problem.box().upper)),
      unit_(vector_of(problem.space->eta_scale)) {}

std::vector<Eigen::VectorXd> PlaceDesign::everywhere(int count) const {
  std::vector<Eigen::VectorXd> places;
  for (const auto& theta : spread_points(*space_, count, seed_)) {
    Eigen::VectorXd eta(unit_.size());
    space_->parameters.to_optimiser(theta, {eta.data(), static_cast<std::size_t>(eta.size())});
    places.push_back(std::move(eta));
  }
  return places;
}

PlaceCoordinates PlaceDesign::coordinates(std::int64_t count) const {
  constexpr double tenths = 10.0;  // that a unit is of the box
  const double apart = tenths * std::pow(double(count), -1.0 / double(unit_.size()));
  return [scale = Eigen::VectorXd((apart * unit_).cwiseInverse())](const Eigen::VectorXd& eta) {
    return Eigen::VectorXd(eta.cwiseProduct(scale));
  };
}

std::vector<Eigen::VectorXd> PlaceDesign::in(const Region& region, int count,
                                             const Coordinates& at) const {
  std::vector<Eigen::VectorXd> places;
  Noise noise(at);
  for (int k = 0; k < count; ++k)
    places.push_back(inside(region.eta(normals(noise, unit_.size()))));
  return places;
}

std::vector<Eigen::VectorXd> PlaceDesign::around(
    std::span<const Eigen::VectorXd> points,
    const std::function<Region(const Eigen::VectorXd&)>& region_at, std::int64_t count,
    const Coordinates& at) const {
  const double apart = std::sqrt(1.2);  // of the points' own spread
  const auto all = static_cast<std::size_t>(count);
  std::vector<Eigen::VectorXd> places;
  Noise noise(at);
  for (std::size_t k = 0; k < all; ++k) {
    const Eigen::VectorXd& point = points[k * points.size() / all];
    const Region region = region_at(point);
    places.push_back(inside(region.eta(region.u(point) + apart * normals(noise, unit_.size()))));
  }
  return places;
}

Region PlaceDesign::region_of(std::span<const Eigen::VectorXd> points, double widened) const {
  const auto count = double(points.size());
  Eigen::VectorXd centre = Eigen::VectorXd::Zero(unit_.size());
  for (const auto& eta : points) centre += eta / count;
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(unit_.size(), unit_.size());
  for (const auto& eta : points)
    covariance += (eta - centre) * (eta - centre).transpose() / (count - 1.0);
  covariance *= widened * widened;
  constexpr double least = 1e-4;  // of the box, or nothing could be told apart
  covariance.diagonal() += (10.0 * least * unit_).cwiseAbs2();
  return Region(std::move(centre), covariance, unit_);
}

/// Reflected at the edges of the box.
Eigen::VectorXd PlaceDesign::inside(Eigen::VectorXd eta) const {
  for (Eigen::Index k = 0; k < eta.size(); ++k) {
    if (eta[k] < lower_[k]) eta[k] = std::min(2.0 * lower_[k] - eta[k], upper_[k]);
    if (eta[k] > upper_[k]) eta[k] = std::max(2.0 * upper_[k] - eta[k], lower_[k]);
  }
  return eta;
}

}  // namespace surefoot
