#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/kernel.hpp>

namespace surefoot {
namespace {

/// What is said about a kernel that is refused, whether in reading it or in making it.
std::string refusal(const std::string& text) {
  try {
    const Kernel kernel(parse_kernel(text));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage) << text;
    return error.what();
  }
  return "accepted " + text;
}

TEST(KernelText, ComesBackAsItWasWritten) {
  for (const std::string text :
       {"gaussian", "gaussian:0.15", "laplace:2", "matern32", "matern52:1e-20",
        "rational-quadratic", "rational-quadratic:2", "rational-quadratic:2:0.5", "energy",
        "energy:1.5", "gaussian:1+gaussian:10+laplace"}) {
    EXPECT_EQ(to_text(parse_kernel(text)), text);
    EXPECT_EQ(to_text(parse_kernel(to_text(parse_kernel(text)))), text);
  }
}

TEST(KernelText, MayHaveBlanksAndAnySpellingOfANumber) {
  EXPECT_EQ(to_text(parse_kernel(" gaussian : 2.50 + laplace:15e-1 ")), "gaussian:2.5+laplace:1.5");
  EXPECT_EQ(Kernel(parse_kernel(" energy : 1.50")).text(), "energy:1.5");
}

// The plus of an exponent is no sum: the shortest text of 100000 has one.
TEST(KernelText, KeepsLargeNumbers) {
  for (const double lengthscale : {1e5, 1.5e6, 1e20, 1e100}) {
    const KernelTerm term{"gaussian", lengthscale, std::nullopt};
    const auto terms = parse_kernel(to_text({term, term}));
    ASSERT_EQ(terms.size(), 2u);
    EXPECT_EQ(terms[0].lengthscale, lengthscale);
  }
  EXPECT_EQ(parse_kernel("laplace+gaussian:1e+2+laplace:1E+2").size(), 3u);
}

TEST(KernelText, SaysWhichPartsWereGiven) {
  const auto terms = parse_kernel("gaussian+rational-quadratic:3:0.5+energy:1.5");
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_FALSE(terms[0].lengthscale || terms[0].shape);
  EXPECT_EQ(terms[1].lengthscale, 3.0);
  EXPECT_EQ(terms[1].shape, 0.5);
  EXPECT_FALSE(terms[2].lengthscale);
  EXPECT_EQ(terms[2].shape, 1.5);
  EXPECT_TRUE(needs_lengthscale(terms[0]));
  EXPECT_FALSE(needs_lengthscale(terms[1]));
  EXPECT_FALSE(needs_lengthscale(terms[2]));
}

TEST(KernelText, RefusesAnUnknownFamilyWithTheNearest) {
  const std::string text = refusal("guassian:1");
  EXPECT_TRUE(text.starts_with("kernel must be one of gaussian, laplace, ")) << text;
  EXPECT_TRUE(text.ends_with(", but is 'guassian'; did you mean 'gaussian'?")) << text;
  for (const char* wrong : {"rbf:1", "Gaussian:1", "gaussian 1", "gaussian,laplace"})
    EXPECT_TRUE(refusal(wrong).starts_with("kernel must be one of ")) << refusal(wrong);
}

TEST(KernelText, RefusesAnEmptyTerm) {
  for (const char* text :
       {"", " ", "+", ":", ":1", "gaussian:1+", "+gaussian:1", "gaussian:1++gaussian:2"})
    EXPECT_EQ(refusal(text), "kernel has an empty term; terms are joined by single plus signs");
}

TEST(KernelText, RefusesNumbersThatCannotBe) {
  EXPECT_EQ(refusal("gaussian:-0.5"),
            "the numbers of a kernel must be positive and finite, but 'gaussian:-0.5' has '-0.5'");
  for (const char* text :
       {"gaussian:0", "gaussian:", "gaussian:nan", "gaussian:inf", "gaussian:1e999", "gaussian:1x",
        "gaussian:median", "laplace:1,5", "rational-quadratic:1:0", "rational-quadratic:1:",
        "rational-quadratic::1", "energy:", "energy:-1", "gaussian:1+laplace:0"})
    EXPECT_TRUE(refusal(text).starts_with("the numbers of a kernel must be positive and finite"))
        << refusal(text);
  EXPECT_EQ(refusal("energy:2"), "the exponent of the energy kernel must be below 2, but is 2");
}

TEST(KernelText, RefusesNumbersTooMany) {
  EXPECT_EQ(refusal("gaussian:1:2"),
            "kernel gaussian takes at most one number after its name, but is written "
            "'gaussian:1:2'");
  EXPECT_EQ(refusal("rational-quadratic:1:2:3"),
            "kernel rational-quadratic takes at most two numbers after its name, but is written "
            "'rational-quadratic:1:2:3'");
  EXPECT_EQ(refusal("energy:1:1"),
            "kernel energy takes at most one number after its name, but is written 'energy:1:1'");
}

TEST(KernelText, RefusesTermsTooMany) {
  std::string text = "gaussian:1";
  for (int i = 2; i <= 16; ++i) text += "+gaussian:" + std::to_string(i);
  EXPECT_EQ(Kernel(parse_kernel(text)).at_zero(), 16.0);
  EXPECT_EQ(refusal(text + "+gaussian:17"), "a kernel may have up to 16 terms, but 17 are given");
}

TEST(KernelText, RefusesToMakeAKernelWithoutItsLengthscale) {
  EXPECT_EQ(refusal("gaussian"), "kernel gaussian needs a lengthscale");
  EXPECT_EQ(refusal("gaussian:1+laplace"), "kernel laplace needs a lengthscale");
  EXPECT_EQ(refusal("gaussian:1+gaussian"), "kernel gaussian needs a lengthscale");
}

/// A kernel of the user's own: the polynomial (1 + r2)^-2.
struct Own {
  template <class Real>
  Real value(const Real& r2) const {
    return 1.0 / ((1.0 + r2) * (1.0 + r2));
  }
  template <class Real>
  Real slope(const Real& r2) const {
    return -2.0 / ((1.0 + r2) * (1.0 + r2) * (1.0 + r2));
  }
};

TEST(OwnKernel, ServesAsABuiltInOne) {
  const Kernel kernel(Own{}, "mine");
  EXPECT_EQ(kernel.text(), "mine");
  EXPECT_TRUE(kernel.terms().empty());
  EXPECT_TRUE(kernel.bounded());
  EXPECT_EQ(kernel.at_zero(), 1.0);
  EXPECT_DOUBLE_EQ(kernel.sums().value(2.0), 1.0 / 9.0);
  EXPECT_DOUBLE_EQ(kernel.sums().slope(2.0), -2.0 / 27.0);
}

struct WithoutSlope {
  template <class Real>
  Real value(const Real& r2) const {
    return r2;
  }
};
struct OnlyForDoubles {
  double value(double r2) const { return r2; }
  double slope(double) const { return 1.0; }
};
struct WithState : Own {
  std::vector<double> state;
};
static_assert(RadialKernel<Own>);
static_assert(!RadialKernel<WithoutSlope>);
static_assert(!RadialKernel<OnlyForDoubles>);
static_assert(!RadialKernel<WithState>);  // cannot be copied to a device

}  // namespace
}  // namespace surefoot
