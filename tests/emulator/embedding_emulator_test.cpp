#include "emulator/embedding_emulator.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "emulator/emulated_draw.hpp"

namespace surefoot {
namespace {

/// A map from the plane to pictures of eight numbers, of degree two.
Eigen::VectorXd map_at(const Eigen::Vector2d& u) {
  Eigen::VectorXd y(8);
  y << 1.0 + u[0], 0.5 - u[1], u[0] * u[1], 0.3 * u[0] * u[0], 0.1, u[0] - u[1], 0.2 * u[1] * u[1],
      0.0;
  return y;
}

/// u is eta; units by which the first coordinate is the wider one keep their order.
const Region unit_region(Eigen::Vector2d(0.0, 0.0), Eigen::Matrix2d::Identity(),
                         Eigen::Vector2d(1.0, 2.0));

/// What independent halves of `count` observations with standard deviation `sd` show at places.
SeenPictures seen_at(int places, int count, double sd, std::uint32_t number) {
  SeenPictures seen(2, 8, places);
  seen.count.setConstant(count);
  Noise noise({7, number, 0, 0, Purpose::data});
  for (Eigen::Index j = 0; j < places; ++j) {
    seen.group[j] = static_cast<int>(j);
    seen.eta.col(j) << 1.5 * noise.normal(), 1.5 * noise.normal();
    Eigen::VectorXd halves[2];
    for (Eigen::VectorXd& half : halves) {
      half = map_at(seen.eta.col(j));
      for (Eigen::Index i = 0; i < 8; ++i) half[i] += sd * std::sqrt(2.0 / count) * noise.normal();
    }
    seen.mean.col(j) = 0.5 * (halves[0] + halves[1]);
    seen.difference.col(j) = 0.5 * (halves[0] - halves[1]);
  }
  return seen;
}

/// Of one part.
std::optional<EmbeddingEmulator> emulator_of(const SeenPictures& seen) {
  auto polynomial = fit_polynomial(unit_region, seen, 4.0, INFINITY);
  if (!polynomial) return std::nullopt;
  return EmbeddingEmulator(unit_region, {std::move(*polynomial)}, seen);
}

TEST(EmbeddingEmulator, RepeatsAMapOfItsDegree) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.0, 1));
  ASSERT_TRUE(emulator);
  EXPECT_GE(emulator->parts().front().basis.degree(), 2);
  const Eigen::Vector2d at(0.7, -1.2);
  const Eigen::VectorXd outputs = emulator->at(at);
  EXPECT_LT((emulator->directions() * outputs - map_at(at)).norm(), 1e-6);
}

// Coefficients are rounded; what that changes is far below the errors that ten million simulated
// observations leave.
TEST(EmbeddingEmulator, LosesNothingByRounding) {
  const auto emulator = emulator_of(seen_at(100, 100'000, 0.3, 1));
  ASSERT_TRUE(emulator);
  const PolynomialFit& part = emulator->parts().front();
  for (const Eigen::Vector2d& at : {Eigen::Vector2d(0.7, -1.2), Eigen::Vector2d(-2.5, 2.5)}) {
    Eigen::VectorXd values;
    part.basis.values(at, values);
    const double rounding = (emulator->at(at) - part.coefficients * values).norm();
    EXPECT_GT(rounding, 0.0);
    EXPECT_LT(rounding, 1e-3 * std::sqrt(emulator->squared_error(at)));
  }
}

TEST(EmbeddingEmulator, DrawsErrorsAsLargeAsItsOwn) {
  const Eigen::Vector2d at(1.0, 0.5);
  double squares = 0.0, claimed = 0.0, drawn = 0.0;
  constexpr int repetitions = 60;
  for (int r = 0; r < repetitions; ++r) {
    const auto emulator = emulator_of(seen_at(80, 20, 1.0, 100 + static_cast<std::uint32_t>(r)));
    ASSERT_TRUE(emulator);
    const Eigen::VectorXd outputs = emulator->at(at);
    squares += (outputs - emulator->directions().transpose() * map_at(at)).squaredNorm();
    Noise noise({3, static_cast<std::uint32_t>(r), 0, 0, Purpose::simulation});
    claimed += emulator->draw_error(at, noise).level.squaredNorm();
    const auto map = emulator->draw_map(noise);
    drawn += (emulator->at(at, &map) - outputs).squaredNorm();
  }
  // Each is a sum of about six squares for each repetition.
  EXPECT_NEAR(squares / claimed, 1.0, 5.0 * 2.0 / std::sqrt(3.0 * repetitions));
  EXPECT_NEAR(squares / drawn, 1.0, 5.0 * 2.0 / std::sqrt(3.0 * repetitions));
}

TEST(EmbeddingEmulator, AddsLackOfFit) {
  SeenPictures seen = seen_at(400, 1000, 0.1, 5);
  for (Eigen::Index j = 0; j < seen.eta.cols(); ++j)  // no polynomial of degree four
    seen.mean(7, j) += std::tanh(4.0 * seen.eta(0, j));
  const auto emulator = emulator_of(seen);
  ASSERT_TRUE(emulator);
  const Eigen::Vector2d at(0.3, 0.0);
  Eigen::VectorXd truth = map_at(at);
  truth[7] += std::tanh(1.2);
  const Eigen::VectorXd outputs = emulator->at(at);
  const double off = (emulator->directions() * outputs - truth).squaredNorm();
  const double simulation =
      emulator->noise().trace() * (emulator->error_share(at) - emulator->lack_of_fit(at));
  EXPECT_GT(off, 10.0 * simulation);  // so it must come from lack of fit,
  EXPECT_GT(emulator->noise().trace() * emulator->error_share(at), off / 20.0);  // which is known
}

// In so much noise places that are left out are predicted as well by straight maps.
TEST(EmbeddingEmulator, BendsWhereThereAreEnoughPlaces) {
  for (const std::uint32_t number : {1U, 2U, 3U, 4U}) {
    const auto bent = emulator_of(seen_at(60, 10, 20.0, number));
    ASSERT_TRUE(bent);
    EXPECT_GE(bent->parts().front().basis.degree(), 2) << number;
  }
  const auto straight = emulator_of(seen_at(8, 10, 20.0, 1));
  ASSERT_TRUE(straight);
  EXPECT_EQ(straight->parts().front().basis.degree(), 1);
}

TEST(EmbeddingEmulator, NeedsPlaces) { EXPECT_FALSE(emulator_of(seen_at(3, 10, 1.0, 1))); }

/// Two polynomials in regions of their own that go over into each other between them.
EmbeddingEmulator emulator_of_two(const SeenPictures& seen) {
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Identity();
  covariance(0, 0) = 0.3;
  std::vector<PolynomialFit> parts;
  for (const double middle : {-0.8, 0.8})
    parts.push_back(
        *fit_polynomial(Region(Eigen::Vector2d(middle, 0.0), covariance, Eigen::Vector2d(1.0, 2.0)),
                        seen, 3.0, 3.0));
  return {unit_region, std::move(parts), seen};
}

// Two parts follow a step that one polynomial does not.
TEST(EmbeddingEmulator, JoinsParts) {
  SeenPictures seen = seen_at(600, 1000, 0.1, 6);
  const auto step = [](double x) { return std::tanh(1.5 * x); };
  for (Eigen::Index j = 0; j < seen.eta.cols(); ++j) seen.mean(7, j) += step(seen.eta(0, j));
  const EmbeddingEmulator joined = emulator_of_two(seen);
  const auto whole = emulator_of(seen);
  double squares = 0.0, squares_of_whole = 0.0;
  for (double x = -1.5; x <= 1.5; x += 0.1) {
    const Eigen::Vector2d at(x, 0.4);
    Eigen::VectorXd truth = map_at(at);
    truth[7] += step(x);
    const Eigen::VectorXd outputs = joined.at(at);
    squares += (joined.directions() * outputs - truth).squaredNorm();
    EXPECT_LT((joined.at(at + Eigen::Vector2d(1e-4, 0.0)) - outputs).norm(), 1e-3) << x;
    squares_of_whole += (whole->directions() * whole->at(at) - truth).squaredNorm();
  }
  EXPECT_LT(squares, 0.3 * squares_of_whole);
}

/// Where a grid finds the least distance to a picture.
Eigen::Vector2d on_grid(const Eigen::VectorXd& picture, Mass mass) {
  Eigen::Vector2d best(0.0, 0.0);
  double least = INFINITY;
  for (double x = -2.0; x <= 2.0; x += 0.01)
    for (double y = -2.0; y <= 2.0; y += 0.01) {
      const Eigen::VectorXd phi = map_at({x, y});
      const double c = phi.dot(picture), a = phi.squaredNorm();
      const double s = mass == Mass::free ? std::clamp(c / a, 0.0, 1.0) : 1.0;
      const double value = s * s * a - 2.0 * s * c;
      if (value < least) {
        least = value;
        best << x, y;
      }
    }
  return best;
}

TEST(EmbeddingEmulator, IsSmoothWhereItsPartsMeet) {
  const SeenPictures seen = seen_at(400, 10, 0.5, 4);
  const auto one = emulator_of(seen);
  ASSERT_TRUE(one);
  for (const EmbeddingEmulator& emulator : {*one, emulator_of_two(seen)}) {
    const Region& region = emulator.region();
    const Eigen::VectorXd eta = region.eta(Eigen::Vector2d(0.15, -0.3));
    const auto around = emulator.around(region.u(eta));
    const Eigen::VectorXd direction = Eigen::VectorXd::LinSpaced(emulator.outputs(), -1.0, 2.0);
    const Eigen::MatrixXd slopes = around.slopes();
    const auto [slope, curvature] = around.product_with(direction);
    EXPECT_LT((slope - slopes.transpose() * direction).norm(), 1e-12 * slope.norm());
    for (Eigen::Index k = 0; k < 2; ++k) {
      constexpr double h = 1e-5;
      const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(2, k);
      const Eigen::VectorXd up = region.u(eta + step), down = region.u(eta - step);
      EXPECT_LT((slopes.col(k) - (emulator.at(up) - emulator.at(down)) / (2.0 * h)).norm(),
                1e-7 * slopes.norm());
      const Eigen::VectorXd bend = (emulator.around(up).product_with(direction).slope -
                                    emulator.around(down).product_with(direction).slope) /
                                   (2.0 * h);
      // But for weights so small that they are cut off.
      EXPECT_LT((curvature.col(k) - bend).norm(), 0.01 * curvature.norm());
    }
  }
}

TEST(EmbeddingEmulator, ErrorsHaveTheirSlopeAtTheirPlaceAndEndBeside) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.3, 1));
  ASSERT_TRUE(emulator);
  Noise noise({1, 2, 3, 4, Purpose::simulation});
  const Eigen::VectorXd where = Eigen::Vector2d(0.3, -0.2);
  const auto error = emulator->draw_error(where, noise);
  const auto at = [&](const Eigen::VectorXd& u) {
    Eigen::VectorXd picture = Eigen::VectorXd::Zero(emulator->outputs());
    error.add_to(u, picture);
    return picture;
  };
  EXPECT_LT((at(where) - error.level).norm(), 1e-15);
  for (const Eigen::VectorXd& u : {where, Eigen::VectorXd(Eigen::Vector2d(1.4, 0.9))}) {
    const Eigen::MatrixXd slopes = error.slopes(u);
    if (u == where) {
      EXPECT_LT((slopes - error.slope).norm(), 1e-15);
    }
    for (Eigen::Index k = 0; k < 2; ++k) {
      constexpr double h = 1e-5;
      const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(2, k);
      const Eigen::VectorXd difference = (at(u + step) - at(u - step)) / (2.0 * h);
      EXPECT_LT((slopes.col(k) - difference).norm(), 1e-8 * error.slope.norm()) << k;
    }
    const Eigen::VectorXd direction = Eigen::VectorXd::Ones(emulator->outputs());
    const auto product = [&](double a, double b) {
      return direction.dot(at(u + Eigen::Vector2d(a, b)));
    };
    constexpr double h = 1e-3;
    const Eigen::MatrixXd curvature = error.curvature(u, direction);
    const double scale = error.slope.norm() * direction.norm();
    EXPECT_NEAR(curvature(0, 0), (product(h, 0) - 2.0 * product(0, 0) + product(-h, 0)) / (h * h),
                1e-5 * scale);
    EXPECT_NEAR(curvature(0, 1),
                (product(h, h) - product(h, -h) - product(-h, h) + product(-h, -h)) / (4.0 * h * h),
                1e-5 * scale);
  }
  const Eigen::VectorXd far = at(where + Eigen::Vector2d(300.0, 400.0)) - error.level;
  EXPECT_LT((far - error.slope * Eigen::Vector2d(0.6, 0.8)).norm(), 1e-5 * error.slope.norm());
}

TEST(EmbeddingEmulator, KnowsWhatErrorsOfTwoPlacesHaveInCommon) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.3, 1));
  ASSERT_TRUE(emulator);
  const Eigen::VectorXd u = Eigen::Vector2d(0.3, -0.2), v = Eigen::Vector2d(-0.5, 0.4);
  const double lack = emulator->lack_of_fit(u) + emulator->lack_of_fit(v);
  // By maps from the sampling distribution, which leave lack of fit out.
  constexpr int maps = 400;
  Noise noise({1, 2, 3, 5, Purpose::simulation});
  const Eigen::VectorXd moved = emulator->at(u) - emulator->at(v);
  double squares = 0.0;
  for (int k = 0; k < maps; ++k) {
    const auto map = emulator->draw_map(noise);
    squares += (emulator->at(u, &map) - emulator->at(v, &map) - moved).squaredNorm() / maps;
  }
  const double share = squares / emulator->noise().trace();
  EXPECT_NEAR(emulator->error_share_between(u, v) - lack, share, 0.2 * share);
  EXPECT_NEAR(emulator->error_share_between(u, u), 2.0 * emulator->lack_of_fit(u), 1e-15);
}

TEST(EmbeddingEmulator, KnowsHowItsErrorGrows) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.3, 5));
  ASSERT_TRUE(emulator);
  const Eigen::VectorXd u = Eigen::Vector2d(0.8, -0.6);
  ASSERT_EQ(emulator->lack_of_fit(u), 0.0);  // for which only its slope by |u|^2 stands
  const auto around = emulator->squared_error_around(u);
  const Eigen::MatrixXd straight = emulator->squared_slope_error(u);
  const double value = emulator->squared_error_by_part(u);
  EXPECT_NEAR(value, emulator->squared_error(u), 1e-12 * value);
  for (Eigen::Index k = 0; k < 2; ++k) {
    constexpr double h = 1e-5;
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(2, k);
    const auto up = emulator->squared_error_around(u + step);
    const auto down = emulator->squared_error_around(u - step);
    const double grown =
        emulator->squared_error_by_part(u + step) - emulator->squared_error_by_part(u - step);
    EXPECT_NEAR(2.0 * around.pull[k], grown / (2.0 * h), 1e-6 * value);
    const Eigen::VectorXd bend = (up.pull - down.pull) / (2.0 * h);
    EXPECT_LT(((straight + around.bends).col(k) - bend).norm(), 1e-6 * bend.norm());
  }
}

TEST(EmulatedMinimum, IsThatOfAGrid) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.0, 1));
  ASSERT_TRUE(emulator);
  Eigen::VectorXd picture = 0.8 * map_at({0.6, -0.4});
  picture[4] += 0.2;
  for (const Mass mass : {Mass::fixed, Mass::free}) {
    EmulatedTarget target{
        emulator->directions().transpose() * picture, mass, {-2.0, -2.0}, {2.0, 2.0}, 4.0};
    const auto found =
        minimise_emulated(*emulator, target, {}, start_at(*emulator, Eigen::Vector2d(0.0, 0.0)));
    EXPECT_LT((found.u - on_grid(picture, mass)).norm(), 0.02) << to_word(mass);
    EXPECT_LT(found.remaining, 1e-3);
    EXPECT_FALSE(found.at_reach);
  }
}

// Wherever the edges of the box lie, no place inside is better.
TEST(EmulatedMinimum, IsTheBestOfTheBox) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.0, 1));
  ASSERT_TRUE(emulator);
  for (const double upper : {-0.5, 0.0, 0.5, 0.9})
    for (const double right : {-0.6, -0.1, 0.4}) {
      const EmulatedTarget target{emulator->directions().transpose() * map_at({0.6, -0.4}),
                                  Mass::fixed,
                                  {-2.0, -2.0},
                                  {upper, right},
                                  4.0};
      const auto found = minimise_emulated(*emulator, target, {},
                                           start_at(*emulator, Eigen::Vector2d(-1.0, -1.0)));
      double least = INFINITY;
      for (double x = -2.0; x <= upper; x += 0.02)
        for (double y = -2.0; y <= right; y += 0.02) {
          const Eigen::VectorXd phi = emulator->at(emulator->region().u(Eigen::Vector2d(x, y)));
          least = std::min(least, phi.squaredNorm() - 2.0 * phi.dot(target.picture));
        }
      EXPECT_LT(found.value, least + 1e-9) << upper << ", " << right;
      EXPECT_LE(found.evaluations, 6) << upper << ", " << right;  // steps are not cut at edges
    }
}

TEST(EmulatedMinimum, StaysInTheBoxAndSaysWhenItWouldLeaveTheRegion) {
  const auto emulator = emulator_of(seen_at(60, 10, 0.0, 1));
  ASSERT_TRUE(emulator);
  EmulatedTarget target{emulator->directions().transpose() * map_at({1.5, 0.2}),
                        Mass::fixed,
                        {-2.0, -2.0},
                        {1.0, 2.0},
                        4.0};
  const auto on_edge =
      minimise_emulated(*emulator, target, {}, start_at(*emulator, Eigen::Vector2d(0.0, 0.0)));
  EXPECT_DOUBLE_EQ(on_edge.eta[0], 1.0);
  target.upper = {2.0, 2.0};
  target.reach = 0.5;
  const auto far =
      minimise_emulated(*emulator, target, {}, start_at(*emulator, Eigen::Vector2d(0.0, 0.0)));
  EXPECT_TRUE(far.at_reach);
  EXPECT_NEAR(far.u.norm(), 0.5, 1e-9);
}

}  // namespace
}  // namespace surefoot
