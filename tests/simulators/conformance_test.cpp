#include <gtest/gtest.h>

#include "simulators/simulated.hpp"

namespace surefoot {
namespace {

/// d sum_cj s_cj y_cj / d theta_k by central differences, for the slopes s.
double directional_difference(const Model& model, std::vector<double> theta, std::size_t k,
                              const LatentTable<double>& latents, const std::vector<double>& s) {
  const double h = 1e-6 * std::max(1.0, std::abs(theta[k])), here = theta[k];
  const auto sum = [&](double value) {
    theta[k] = value;
    const auto out = simulate(model, theta, latents);
    EXPECT_TRUE(out.fine) << label(model);
    double total = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i) total += s[i] * out.at.y[i];
    return total;
  };
  return (sum(here + h) - sum(here - h)) / (2.0 * h);
}

TEST(EveryModel, KnowsItsSizes) {
  for (const Model& model : all_models()) {
    EXPECT_EQ(model.truth.size(), static_cast<std::size_t>(model.parameters.size()));
    EXPECT_FALSE(model.description.empty()) << label(model);
    EXPECT_FALSE(model.latents.empty()) << label(model);
  }
}

TEST(EveryModel, HasItsTruthInsideItsBox) {
  for (const Model& model : all_models())
    for (int k = 0; k < model.parameters.size(); ++k) {
      const Parameter& p = model.parameters[k];
      EXPECT_LT(p.lower, model.truth[k]) << label(model) << ", " << p.name;
      EXPECT_GT(p.upper, model.truth[k]) << label(model) << ", " << p.name;
    }
}

TEST(EveryModel, StartsAndSearchesInsideItsBox) {
  for (const Model& model : all_models()) {
    const Sample x = model.simulate(model.truth, 200, 1);
    const auto inside = [&](int k, double value) {
      return value >= model.parameters[k].lower && value <= model.parameters[k].upper;
    };
    if (model.data_start) {
      const auto start = model.data_start(x);
      for (int k = 0; k < model.parameters.size(); ++k) EXPECT_TRUE(inside(k, start[k]));
    }
    if (model.search_box) {
      const auto box = model.search_box(x);
      for (int k = 0; k < model.parameters.size(); ++k) {
        EXPECT_LT(box[k].lower, box[k].upper) << label(model);
        EXPECT_TRUE(inside(k, box[k].lower) && inside(k, box[k].upper)) << label(model);
      }
    }
  }
}

TEST(EveryModel, IsAFunctionOfThetaAndLatents) {
  for (const Model& model : all_models()) {
    const auto latents = latents_for<float>(model, 50);
    const auto first = simulate(model, model.truth, latents, derivatives_of(model));
    const auto again = simulate(model, model.truth, latents, derivatives_of(model));
    EXPECT_EQ(first.at.y, again.at.y) << label(model);
    EXPECT_EQ(first.at.jacobian, again.at.jacobian) << label(model);
    const auto fewer =
        simulate(model, model.truth, latents_for<float>(model, 7), derivatives_of(model));
    for (int j = 0; j < 7; ++j)
      for (int c = 0; c < model.dimension; ++c)
        EXPECT_EQ(fewer.y(j, c), first.y(j, c)) << label(model) << " looks at other observations";
  }
}

/// The truth, and a point that is nothing special.
std::vector<std::vector<double>> two_points(const Model& model) {
  std::vector<double> inner;
  for (const auto& [lower, upper] : finite_box(model)) inner.push_back(0.63 * lower + 0.37 * upper);
  return {model.truth, inner};
}

TEST(EveryModel, HasThePathwiseJacobianOfItsDifferences) {
  constexpr int m = 12;
  for (const Model& model : differentiable_models()) {
    if (!model.simulator->stores_jacobian()) continue;  // these offer the product with a gradient
    const auto latents = latents_for<double>(model, m);
    for (const auto& theta : two_points(model)) {
      const auto at = simulate(model, theta, latents, Derivatives::yes);
      ASSERT_TRUE(at.fine) << label(model);
      for (int k = 0; k < model.parameters.size(); ++k)
        for (int i = 0; i < m * model.dimension; ++i) {
          const int j = i / model.dimension, c = i % model.dimension;
          std::vector<double> one(at.at.y.size());
          one[c * at.at.stride + j] = 1.0;
          const double difference = directional_difference(model, theta, k, latents, one);
          EXPECT_NEAR(at.slope(j, c, k), difference, 1e-6 * (1.0 + std::abs(difference)))
              << label(model) << ", " << model.parameters[k].name << ", observation " << j;
        }
    }
  }
}

TEST(EveryModel, PullsAGradientBackThroughItsJacobian) {
  for (const Model& model : differentiable_models()) {
    const auto latents = latents_for<double>(model, 21);
    const auto at = simulate(model, model.truth, latents, Derivatives::yes);
    std::vector<double> slope(at.at.y.size());  // padding stays out of it
    for (int c = 0; c < model.dimension; ++c)
      for (int j = 0; j < 21; ++j) slope[c * at.at.stride + j] = std::cos(3.0 * j + c);
    std::vector<double> gradient(model.truth.size(), 1.0);  // is added to
    model.simulator->pull_back(at.at, slope, gradient);
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const double difference = directional_difference(model, model.truth, k, latents, slope);
      EXPECT_NEAR(gradient[k], 1.0 + difference, 1e-6 * (1.0 + std::abs(difference)))
          << label(model) << ", parameter " << k;
    }
  }
}

TEST(EveryModel, PullsBackTheSameInFloat) {
  for (const Model& model : differentiable_models()) {
    const auto pulled = [&]<class Real>(Real) {
      const auto at = simulate(model, model.truth, latents_for<Real>(model, 21), Derivatives::yes);
      const std::vector<double> slope(at.at.y.size(), 0.5);
      std::vector<double> gradient(model.truth.size());
      model.simulator->pull_back(at.at, slope, gradient);
      return gradient;
    };
    const auto single = pulled(1.0F), full = pulled(1.0);
    for (std::size_t k = 0; k < full.size(); ++k)
      EXPECT_NEAR(single[k], full[k], 2e-3 * (1.0 + std::abs(full[k]))) << label(model);
  }
}

TEST(EveryModel, SimulatesTheSameInFloat) {
  for (const Model& model : all_models()) {
    const auto single = simulate(model, model.truth, latents_for<float>(model, 200));
    const auto full = simulate(model, model.truth, latents_for<double>(model, 200));
    for (int j = 0; j < 200; ++j)
      for (int c = 0; c < model.dimension; ++c)
        EXPECT_NEAR(single.y(j, c), full.y(j, c), 2e-5 * (1.0 + std::abs(full.y(j, c))))
            << label(model) << ", observation " << j;
  }
}

TEST(EveryModel, GivesTheSameValuesWithAndWithoutDerivatives) {
  for (const Model& model : differentiable_models()) {
    const auto latents = latents_for<double>(model, 33);
    const auto with = simulate(model, model.truth, latents, Derivatives::yes);
    const auto without = simulate(model, model.truth, latents);
    for (std::size_t i = 0; i < with.at.y.size(); ++i)
      EXPECT_NEAR(with.at.y[i], without.at.y[i], 1e-10 * (1.0 + std::abs(with.at.y[i])))
          << label(model);
  }
}

/// All corners of the box, in one precision.
template <class Real>
void expect_numbers_at_corners(const Model& model) {
  const auto box = finite_box(model);
  const auto latents = latents_for<Real>(model, 16);
  for (unsigned corner = 0; corner < 1U << box.size(); ++corner) {
    std::vector<double> theta;
    for (std::size_t k = 0; k < box.size(); ++k)
      theta.push_back(corner >> k & 1U ? box[k].upper : box[k].lower);
    const auto out = simulate(model, theta, latents, derivatives_of(model));
    EXPECT_TRUE(out.fine) << label(model) << ", corner " << corner;
    for (const Real y : out.at.y) ASSERT_TRUE(std::isfinite(y)) << label(model) << " " << corner;
    for (const Real slope : out.at.jacobian)
      ASSERT_TRUE(std::isfinite(slope)) << label(model) << " " << corner;
  }
}

TEST(EveryModel, GivesNumbersAtTheCornersOfItsBox) {
  for (const Model& model : all_models()) {
    expect_numbers_at_corners<float>(model);
    expect_numbers_at_corners<double>(model);
  }
}

}  // namespace
}  // namespace surefoot
