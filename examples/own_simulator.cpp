// A simulator of one's own, the struct of two_stages.hpp: fits a file of durations, or simulated
// ones.
#include <iostream>

#include <surefoot/surefoot.hpp>

#include "two_stages.hpp"

int main(int count, char** words) {
  using namespace surefoot;
  const Model model = make_model(TwoStages{}, "two-stages");
  const double truth[] = {5.0, 0.3};
  const Sample observations =
      count > 1 ? read_sample(words[1]).observations : model.simulate(truth, 500, /*seed=*/1);

  const Fit result = fit(model, observations, {.draws = 200, .simulations = 4096});

  std::cout << to_text(summarise(result));
}
