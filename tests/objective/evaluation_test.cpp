#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/objective/evaluation.hpp>
#include <surefoot/objective/oracle_sums.hpp>
#include <surefoot/objective/pair_embedder.hpp>

#include "objective/cloud.hpp"

namespace surefoot {
namespace {

/// A radial kernel of one's own.
struct Own {
  template <class Real>
  Real value(const Real& r2) const {
    return 1.0 / (1.0 + r2);
  }
  template <class Real>
  Real slope(const Real& r2) const {
    return -1.0 / ((1.0 + r2) * (1.0 + r2));
  }
};

/// Normal observations.
Sample normal_sample(int count, int dimension) {
  Noise noise({.seed = 3, .draw = 0, .step = 0, .index = 0, .purpose = Purpose::data});
  std::vector<double> values;
  for (int i = 0; i < count * dimension; ++i) values.push_back(noise.normal());
  return Sample(values, dimension);
}

struct Size {
  int observations = 300;
  int dimension = 1;
  int simulations = 1024;
  bool exact = false;
};

Evaluation choose(Evaluator wanted, const Kernel& kernel, const Size& size = {}) {
  const Sample x = normal_sample(size.observations, size.dimension);
  return choose_evaluation(wanted, kernel,
                           {.observations = &x,
                            .scale = 1.0,
                            .simulations = size.simulations,
                            .exact = size.exact,
                            .places_stay = true,
                            .seed = 1});
}

std::string chosen(const std::string& kernel, const Size& size = {}) {
  return choose(Evaluator::automatic, Kernel(parse_kernel(kernel)), size).text();
}

std::string refusal(Evaluator wanted, const Kernel& kernel, const Size& size = {}) {
  try {
    choose(wanted, kernel, size);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Evaluation, SortsWhatItCanOnTheLine) {
  for (const char* kernel : {"laplace:1", "matern32:1", "matern52:1", "energy", "energy:1"})
    for (const int n : {2, 300})
      for (const bool exact : {false, true})
        EXPECT_EQ(chosen(kernel, {.observations = n, .exact = exact}), "sorted") << kernel;
  EXPECT_EQ(chosen("energy:1.5"), "pairs");
}

TEST(Evaluation, TakesAGridForGaussiansOnTheLineOncePairsAreMany) {
  EXPECT_EQ(chosen("gaussian:1"), "grid");
  EXPECT_EQ(chosen("gaussian:1+gaussian:10"), "grid");
  // n (m + n) against 16384.
  EXPECT_EQ(chosen("gaussian:1", {.observations = 100, .simulations = 64}), "grid");
  EXPECT_EQ(chosen("gaussian:1", {.observations = 100, .simulations = 63}), "pairs");
}

TEST(Evaluation, TakesNoGridWhereItsErrorWouldShow) {
  EXPECT_EQ(chosen("gaussian:1", {.exact = true}), "pairs");
}

TEST(Evaluation, TakesNoGridThatWouldBeTooFine) {
  EXPECT_EQ(chosen("gaussian:1e-9"), "pairs");
  EXPECT_EQ(chosen("gaussian:1+gaussian:1e-9"), "pairs");  // all or none
}

TEST(Evaluation, SumsPairsInThePlane) {
  for (const char* kernel : {"gaussian:1", "laplace:1", "matern32:1", "matern52:1", "energy",
                             "rational-quadratic:1:1", "gaussian:1+laplace:2"})
    EXPECT_EQ(chosen(kernel, {.dimension = 2}), "pairs") << kernel;
}

TEST(Evaluation, TakesFeaturesWherePairsWouldTakeTooLong) {
  const Size most{.observations = 1 << 15, .dimension = 2, .simulations = 1 << 10};
  const Size more{.observations = (1 << 15) + 1, .dimension = 2, .simulations = 1 << 10};
  for (const char* kernel : {"gaussian:1", "matern32:1", "rational-quadratic:1:1"}) {
    EXPECT_EQ(chosen(kernel, most), "pairs") << kernel;
    EXPECT_EQ(chosen(kernel, more), "features") << kernel;
  }
  // Frequencies of the Laplace kernel have tails that no number of them covers; energy has none.
  EXPECT_EQ(chosen("laplace:1", more), "pairs");
  EXPECT_EQ(chosen("energy", more), "pairs");
}

TEST(Evaluation, SplitsASumIntoTermsOfAKind) {
  const Kernel kernel(
      parse_kernel("gaussian:1+laplace:2+rational-quadratic:1:1+gaussian:3+matern32:3"));
  const Evaluation evaluation = choose(Evaluator::automatic, kernel);
  EXPECT_EQ(evaluation.text(), "grid+sorted+pairs");
  ASSERT_EQ(evaluation.parts.size(), 3u);
  EXPECT_EQ(to_text(evaluation.parts[0].terms), "gaussian:1+gaussian:3");
  EXPECT_EQ(to_text(evaluation.parts[1].terms), "laplace:2+matern32:3");
  EXPECT_EQ(to_text(evaluation.parts[2].terms), to_text(parse_kernel("rational-quadratic:1:1")));
}

TEST(Evaluation, SumsAKernelOfOnesOwnOverPairs) {
  EXPECT_EQ(choose(Evaluator::automatic, Kernel(Own{})).text(), "pairs");
  EXPECT_EQ(choose(Evaluator::pairs, Kernel(Own{})).text(), "pairs");
  EXPECT_EQ(refusal(Evaluator::grid, Kernel(Own{})),
            "evaluator grid does not serve a kernel of one's own");
}

TEST(Evaluation, TakesTheWantedOneWhereItServes) {
  const Kernel gaussian(parse_kernel("gaussian:1")), laplace(parse_kernel("laplace:1"));
  EXPECT_EQ(choose(Evaluator::pairs, gaussian).text(), "pairs");
  EXPECT_EQ(choose(Evaluator::features, gaussian).text(), "features");
  EXPECT_EQ(choose(Evaluator::features, laplace).text(), "features");
  EXPECT_EQ(choose(Evaluator::pairs, laplace).text(), "pairs");
  EXPECT_EQ(choose(Evaluator::grid, gaussian, {.observations = 5, .simulations = 5}).text(),
            "grid");
}

TEST(Evaluation, RefusesAWantedOneThatDoesNotServe) {
  const auto of = [](const char* kernel) { return Kernel(parse_kernel(kernel)); };
  EXPECT_EQ(refusal(Evaluator::grid, of("laplace:1")),
            "evaluator grid does not serve kernel laplace:1 on 1 column; auto will do");
  EXPECT_EQ(refusal(Evaluator::grid, of("gaussian:1"), {.dimension = 2}),
            "evaluator grid does not serve kernel gaussian:1 on 2 columns; auto will do");
  EXPECT_EQ(refusal(Evaluator::sorted, of("gaussian:1")),
            "evaluator sorted does not serve kernel gaussian:1 on 1 column; auto will do");
  EXPECT_EQ(refusal(Evaluator::sorted, of("laplace:1"), {.dimension = 2}),
            "evaluator sorted does not serve kernel laplace:1 on 2 columns; auto will do");
  EXPECT_EQ(refusal(Evaluator::features, of("energy")),
            "evaluator features does not serve kernel energy on 1 column; auto will do");
  // One term of a sum is enough.
  EXPECT_EQ(refusal(Evaluator::grid, of("gaussian:1+laplace:2")),
            "evaluator grid does not serve kernel laplace:2 on 1 column; auto will do");
}

/// Fails unless an embedder gives the pair sums, up to a part of the sums or of the largest
/// component of the gradient.
template <class Real>
void expect_pair_sums(Embedder<Real>& embedder, const Kernel& kernel, const Cloud<Real>& z,
                      const Cloud<Real>& y, double tolerance) {
  const OracleSums oracle(kernel.sums());
  embedder.take(z.points(), 1);
  const auto expect_same = [&](const std::vector<double>& got, const std::vector<double>& truth) {
    double largest = 0.0;
    for (const double g : truth) largest = std::max(largest, std::abs(g));
    // The grid's splines are a power of its spacing rougher in their slope.
    for (int j = 0; j < y.points().count; ++j)
      EXPECT_NEAR(got[j], truth[j], 20.0 * tolerance * largest) << "observation " << j;
  };
  auto cross = y.gradient(), self = y.gradient(), got_cross = y.gradient(), got_self = y.gradient();
  const double cross_sum = oracle.cross(z.points(), y.points(), cross.data());
  const double self_sum = oracle.self(y.points(), self.data());
  EXPECT_NEAR(embedder.cross(y.points(), got_cross.data()), cross_sum, tolerance * cross_sum);
  EXPECT_NEAR(embedder.self(y.points(), got_self.data()), self_sum, tolerance * self_sum);
  expect_same(got_cross, cross);
  expect_same(got_self, self);

  const auto sums = embedder.embed(y.points(), true);
  EXPECT_NEAR(sums.cross, cross_sum, tolerance * cross_sum);
  EXPECT_NEAR(sums.self, self_sum, tolerance * self_sum);
  auto mixed = y.gradient();
  embedder.add_gradient(0.7, -2.0, mixed);
  for (std::size_t i = 0; i < self.size(); ++i) self[i] = 0.7 * self[i] - 2.0 * cross[i];
  expect_same(mixed, self);

  double data = oracle.self(z.points(), nullptr);
  for (int a = 0; a < z.points().count; ++a)
    data += double(z.points().weights[a]) * double(z.points().weights[a]) * kernel.at_zero();
  ASSERT_TRUE(embedder.data().has_value());
  EXPECT_NEAR(*embedder.data(), data, tolerance * data);
}

TEST(MixedEmbedder, GivesThePairSums) {
  for (const auto& [text, parts] :
       {std::pair{"gaussian:1+laplace:2+matern32:3", "grid+sorted"},
        std::pair{"gaussian:1+gaussian:0.5", "grid"},
        std::pair{"rational-quadratic:1:1+laplace:2", "pairs+sorted"},
        std::pair{"gaussian:0.5+rational-quadratic:1:1+matern52:1", "grid+pairs+sorted"}}) {
    const Kernel kernel(parse_kernel(text));
    const Evaluation evaluation = choose(Evaluator::automatic, kernel);
    EXPECT_EQ(evaluation.text(), parts);
    expect_pair_sums(*make_embedder<float>(evaluation, kernel), kernel, Cloud<float>(300, 1, 1),
                     Cloud<float>(200, 1, 2), 5e-7);
    expect_pair_sums(*make_embedder<double>(evaluation, kernel), kernel, Cloud<double>(300, 1, 1),
                     Cloud<double>(200, 1, 2), 1e-7);
  }
}

TEST(MixedEmbedder, HasNoDataTermWhereAPartHasNone) {
  const Kernel kernel(parse_kernel("rational-quadratic:1:1+laplace:2"));
  const Cloud<float> z(9000, 1, 1);
  const auto embedder = make_embedder<float>(choose(Evaluator::automatic, kernel), kernel);
  embedder->take(z.points(), 1);
  EXPECT_FALSE(embedder->data().has_value());
}

TEST(PairEmbedder, KeepsTheDataTermOfPlacesThatStay) {
  for (const char* text : {"gaussian:1", "laplace:0.5", "energy"})
    for (const int count : {1, 100, 512, 513}) {
      const Kernel kernel(parse_kernel(text));
      PairEmbedder<double> keeps(kernel, true), forgets(kernel, false);
      Cloud<double> z(count, 2, 1);
      const Cloud<double> other(count, 2, 2);
      const auto expect_same = [&](const Cloud<double>& target, std::uint64_t places) {
        keeps.take(target.points(), places);
        forgets.take(target.points(), places);
        const double expected = *forgets.data();
        EXPECT_NEAR(*keeps.data(), expected, 1e-13 * std::abs(expected)) << text << ", " << count;
      };
      expect_same(z, 0);  // whatever number the first places have
      for (int a = 0; a < count; ++a) z.weight(a) = 1e-3 * (a + 1);
      expect_same(z, 0);  // new weights, same places
      expect_same(other, 1);
      expect_same(z, 2);
    }
}

}  // namespace
}  // namespace surefoot
