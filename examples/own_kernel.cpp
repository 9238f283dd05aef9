// A kernel of one's own: a radial function of the squared distance and its derivative.
#include <cmath>
#include <iostream>

#include <surefoot/surefoot.hpp>

// The inverse multiquadric (1 + r2 / l^2)^(-1/2), with tails that reach far.
struct InverseMultiquadric {
  double lengthscale = 1.0;

  template <class Real>
  Real value(const Real& r2) const {
    return 1.0 / sqrt(1.0 + r2 * (1.0 / (lengthscale * lengthscale)));
  }
  template <class Real>
  Real slope(const Real& r2) const {
    const Real v = value(r2);
    return (-0.5 / (lengthscale * lengthscale)) * v * v * v;
  }
};

int main() {
  using namespace surefoot;
  const Model model = built_in_model("g-and-k");
  const Sample observations = model.simulate(model.truth, 500, /*seed=*/1);

  const Kernel kernel(InverseMultiquadric{.lengthscale = 0.5}, "inverse-multiquadric");
  const Fit result = fit(model, observations, kernel, {.draws = 100});

  std::cout << to_text(summarise(result));
  const double location = summarise(result).parameters[0].mean;
  return std::abs(location - model.truth[0]) < 0.3 ? 0 : 1;
}
