#include <cmath>
#include <cstdio>

#include <surefoot/surefoot.hpp>

int main() {
  using namespace surefoot;
  const Model model = built_in_model("gaussian-location", 1);
  const Sample observations = model.simulate(model.truth, 300, 7);
  const Summary summary = summarise(fit(model, observations, {.draws = 100}));
  std::printf("theta1 %.3f\n", summary.parameters[0].mean);
  return std::abs(summary.parameters[0].mean - 1.0) < 0.3 ? 0 : 1;
}
