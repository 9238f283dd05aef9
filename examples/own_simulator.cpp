// A simulator of one's own: waiting times that are the sum of two exponential stages.
#include <cmath>
#include <iostream>

#include <surefoot/surefoot.hpp>

struct TwoStages {
  static constexpr int parameters = 2;  // mean of the first stage, ratio of the second to it
  static constexpr int dimension = 1;
  static constexpr int latents = 2;

  template <class Real, class Latent>
  surefoot::Vec<Real, dimension> operator()(const surefoot::Vec<Real, parameters>& theta,
                                            Latent& latent) const {
    const Real &mean = theta[0], &ratio = theta[1];
    const auto first = -log(latent.uniform()), second = -log(latent.uniform());
    return {{mean * (first + ratio * second)}};
  }

  static std::vector<surefoot::Parameter> box() {
    return {{"mean", 0.1, 100.0, surefoot::Transform::log}, {"ratio", 0.0, 1.0}};
  }
};

int main() {
  using namespace surefoot;
  const Model model = make_model(TwoStages{}, "two-stages");
  const double truth[] = {5.0, 0.3};
  const Sample observations = model.simulate(truth, 500, /*seed=*/1);

  const Fit result = fit(model, observations, {.draws = 200});

  std::cout << to_text(summarise(result));
  const double mean = summarise(result).parameters[0].mean;
  return std::abs(mean - truth[0]) < 1.0 ? 0 : 1;
}
