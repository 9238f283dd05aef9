#include "emulator/valleys.hpp"

#include <algorithm>

namespace surefoot {
namespace {

constexpr double well_apart = 0.93;       // of the variance, that a division explains
constexpr std::size_t fewest_places = 5;  // in a valley
constexpr std::size_t most_valleys = 4;

/// How many of some numbers in order are in the lower part, where a division in two explains most
/// of their variance; 0 where it explains too little.
std::size_t lower_part(const std::vector<double>& sorted) {
  const auto count = double(sorted.size());
  double sum = 0.0, squares = 0.0;
  for (const double x : sorted) {
    sum += x;
    squares += x * x;
  }
  const double all = squares - sum * sum / count;
  double below = 0.0, most = 0.0;
  std::size_t best = 0;
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    below += sorted[k - 1];
    const double rest = sum - below;
    const double between =
        below * below / double(k) + rest * rest / (count - double(k)) - sum * sum / count;
    if (k < fewest_places || sorted.size() - k < fewest_places || between <= most) continue;
    most = between;
    best = k;
  }
  return most > well_apart * all ? best : 0;
}

void divide(Valley places, const Eigen::VectorXd& by, std::vector<Valley>& found) {
  const auto count = double(places.size());
  Eigen::VectorXd middle = Eigen::VectorXd::Zero(by.size());
  for (const Eigen::VectorXd& place : places) middle += place / count;
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(by.size(), by.size());
  for (const Eigen::VectorXd& place : places) {
    const Eigen::VectorXd away = (place - middle).cwiseProduct(by);
    covariance += away * away.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(covariance);
  const Eigen::VectorXd widest = eigen.eigenvectors().col(by.size() - 1).cwiseProduct(by);
  std::sort(places.begin(), places.end(), [&](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return widest.dot(a) < widest.dot(b);
  });
  std::vector<double> along;
  for (const Eigen::VectorXd& place : places) along.push_back(widest.dot(place - middle));
  const auto lower = static_cast<std::ptrdiff_t>(lower_part(along));
  if (lower == 0 || found.size() + 1 >= most_valleys) return found.push_back(std::move(places));
  divide({places.begin(), places.begin() + lower}, by, found);
  divide({places.begin() + lower, places.end()}, by, found);
}

}  // namespace

std::vector<Valley> valleys_of(std::span<const Eigen::VectorXd> places,
                               const Eigen::VectorXd& unit) {
  std::vector<Valley> found;
  divide({places.begin(), places.end()}, unit.cwiseInverse(), found);
  return found;
}

}  // namespace surefoot
