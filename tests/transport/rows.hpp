#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/random/noise.hpp>
#include <surefoot/transport/cloud.hpp>

namespace surefoot {

inline Noise transport_noise(std::uint32_t number) {
  return Noise({.seed = 1, .draw = number, .step = 0, .index = 0, .purpose = Purpose::simulation});
}

/// Rows of normal numbers around `centre`, one after the other.
inline std::vector<double> normal_rows(int count, int dimension, std::uint32_t number,
                                       double centre = 0.0) {
  Noise noise = transport_noise(number);
  std::vector<double> rows(static_cast<std::size_t>(count * dimension));
  for (double& value : rows) value = centre + noise.normal();
  return rows;
}

/// Dirichlet weights, every third of which is zero.
inline std::vector<double> random_weights(int count, std::uint32_t number) {
  Noise noise = transport_noise(number);
  std::vector<double> weights;
  double sum = 0.0;
  for (int i = 0; i < count; ++i)
    sum += weights.emplace_back(i % 3 == 1 ? 0.0 : noise.exponential());
  for (double& weight : weights) weight /= sum;
  return weights;
}

/// The pair of the published comparison: 200 observations of a standard normal in 4 dimensions, and
/// a simulation a little off.
struct PublishedPair {
  std::vector<double> x, y;
  explicit PublishedPair(std::uint32_t number)
      : x(normal_rows(200, 4, 2 * number)), y(normal_rows(200, 4, 2 * number + 1, 0.3)) {}
};

/// Whether the plan sends and takes what the weights say.
inline void expect_marginals(std::span<const Shipment> plan, const Cloud& x, const Cloud& y) {
  std::vector<double> sent(x.size()), taken(y.size());
  for (const auto& [from, to, mass] : plan) {
    EXPECT_GT(mass, 0.0);
    sent.at(from) += mass;
    taken.at(to) += mass;
  }
  const auto weight = [](const Cloud& cloud, std::size_t i) {
    return cloud.weights.empty() ? 1.0 / static_cast<double>(cloud.size()) : cloud.weights[i];
  };
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(sent[i], weight(x, i), 1e-14);
  for (std::size_t j = 0; j < y.size(); ++j) EXPECT_NEAR(taken[j], weight(y, j), 1e-14);
}

/// Whether the call is refused as a mistake of the caller, in these words.
template <class Call>
void expect_refusal(const Call& call, const std::string& words) {
  try {
    call();
    ADD_FAILURE() << "not refused: " << words;
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

/// What every transport in any dimension refuses.
template <class Transport>
void expect_common_refusals(Transport& transport) {
  const std::vector<double> two{0.0, 1.0}, three{0.0, 1.0, 2.0};
  const std::vector<double> negative{1.5, -0.5}, half{0.25, 0.25}, single{1.0}, wild{NAN, 1.0};
  const Cloud good{two, 1};
  const auto refuse = [&](const Cloud& x, int order, const std::string& words) {
    expect_refusal([&] { transport(x, good, order); }, words);
    expect_refusal([&] { transport(good, x, order); }, words);
  };
  refuse(good, 0, "must be 1 or 2, but is 0");
  refuse(good, 3, "must be 1 or 2, but is 3");
  refuse({two, 2}, 1, "must have one dimension");
  refuse({two, 0}, 1, "at least 1 dimension, but have 0");
  refuse({three, 2}, 1, "whole rows of 2, but there are 3 values");
  refuse({{}, 1}, 1, "at least 1 point");
  refuse({two, 1, single}, 1, "each of 2 points, but there are 1");
  refuse({two, 1, negative}, 1, "weight 2 is -0.5");
  refuse({two, 1, wild}, 1, "weight 1 is nan");
  refuse({two, 1, half}, 1, "must sum to 1, but sum to 0.5");
}

/// What every transport makes of points that are not finite, all the same, or far away.
template <class Transport>
void expect_common_limits(Transport& transport) {
  for (const int order : {1, 2})
    for (const double bad : {double{INFINITY}, double{-INFINITY}, double{NAN}}) {
      const std::vector<double> x = normal_rows(9, 2, 1);
      std::vector<double> y = normal_rows(9, 2, 2);
      y[7] = bad;
      EXPECT_EQ(transport(Cloud{x, 2}, Cloud{y, 2}, order), INFINITY);
      EXPECT_EQ(transport(Cloud{y, 2}, Cloud{x, 2}, order), INFINITY);
      EXPECT_EQ(transport(Cloud{y, 2}, Cloud{y, 2}, order), INFINITY);
    }
  const std::vector<double> same(20, 3.5), one{0.0, 0.0}, other{3.0, 4.0};
  EXPECT_EQ(transport(Cloud{same, 2}, Cloud{same, 2}, 1), 0.0);
  EXPECT_DOUBLE_EQ(transport(Cloud{one, 2}, Cloud{other, 2}, 1), 5.0);
  EXPECT_DOUBLE_EQ(transport(Cloud{one, 2}, Cloud{other, 2}, 2), 25.0);

  const std::vector<double> far{1e100, 0.0, 2e100, 0.0}, near{0.0, 0.0, 1.0, 1.0};
  EXPECT_NEAR(transport(Cloud{far, 2}, Cloud{near, 2}, 1), 1.5e100, 1e86);
  EXPECT_NEAR(transport(Cloud{far, 2}, Cloud{near, 2}, 2), 2.5e200, 1e186);
  const std::vector<double> farther{1e200, 0.0, -1e200, 0.0};
  EXPECT_EQ(transport(Cloud{farther, 2}, Cloud{near, 2}, 2), INFINITY);
}

}  // namespace surefoot
