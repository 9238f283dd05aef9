#include <cmath>
#include <cstdio>

#include <surefoot/cuda/models.hpp>
#include <surefoot/surefoot.hpp>

int main() {
  using namespace surefoot;
  Model model = built_in_model("gaussian-location", 1);
  cuda::add_accelerator(model);
  const Sample observations = model.simulate(model.truth, 300, 7);
  const Summary summary = summarise(fit(model, observations, {.draws = 100}));
  std::printf("%s: theta1 %.3f\n", cuda::device_text().c_str(), summary.parameters[0].mean);
  return std::abs(summary.parameters[0].mean - 1.0) < 0.3 ? 0 : 1;
}
