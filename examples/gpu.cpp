// A simulator of one's own on a CUDA device: the struct in two_stages.hpp is compiled for the CPU
// here and for the device in gpu.cu.  Where there is no device the CPU does the work, and says so.
#include "gpu.hpp"

#include <cmath>
#include <iostream>

int main() {
  using namespace surefoot;
  Model model = make_model(TwoStages{}, "two-stages");
  model.accelerator = two_stages_on_device();
  const double truth[] = {5.0, 0.3};
  const Sample observations = model.simulate(truth, 500, /*seed=*/1);

  // The default, Device::automatic, would leave so small a problem to the CPU.
  const std::string missing = model.accelerator->missing();
  if (!missing.empty()) std::cout << "no CUDA device (" << missing << "), so the CPU is used\n";
  const Fit result = fit(model, observations,
                         {.draws = 200, .device = missing.empty() ? Device::cuda : Device::cpu});

  std::cout << "device: " << result.device << "\n" << to_text(summarise(result));
  const double mean = summarise(result).parameters[0].mean;
  return std::abs(mean - truth[0]) < 1.0 ? 0 : 1;
}
