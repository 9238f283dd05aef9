// A robust posterior of contaminated data: one in ten observations is far off.
#include <iostream>

#include <surefoot/simulators/contamination.hpp>
#include <surefoot/surefoot.hpp>

int main() {
  using namespace surefoot;
  const Model model = built_in_model("gaussian-location", 2);
  const Sample clean = model.simulate(model.truth, 200, /*seed=*/1);
  const Sample observations = contaminate(clean, "cluster:0.1:20", /*seed=*/1).observations;

  const Fit result = fit(model, observations, {.draws = 400});

  std::cout << to_text(summarise(result));
  write_fit(result, "quickstart.nc");  // arviz.from_netcdf opens it
}
