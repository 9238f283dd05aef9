#include "models.hpp"

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/cuda/models.hpp>

namespace surefoot::cuda {
namespace {

double option(const Model& model, const std::string& name) {
  for (const ModelOption& one : model.options)
    if (one.name == name) return one.value;
  return 0.0;
}

}  // namespace

void add_accelerator(Model& model) {
  if (!model.built_in || model.built_in->simulator != model.simulator) return;
  const std::string& name = model.built_in->name;
  if (name == "g-and-k") model.accelerator = g_and_k_accelerator();
  if (name == "toggle-switch")
    model.accelerator = toggle_switch_accelerator(static_cast<int>(option(model, "transitions")));
  if (name == "gaussian-location")
    model.accelerator = gaussian_location_accelerator(model.dimension, option(model, "sigma"));
}

std::string device_text() {
  const auto accelerator = g_and_k_accelerator();
  const std::string missing = accelerator->missing();
  return missing.empty() ? "cuda (" + accelerator->name() + ")"
                         : "cuda (no device: " + missing + ")";
}

}  // namespace surefoot::cuda
