#include "models.hpp"

#include <surefoot/bootstrap/accelerator.hpp>
#include <surefoot/cuda/models.hpp>

#include "simulators/built_in_models.hpp"

namespace surefoot::cuda {
namespace {

using Code = std::shared_ptr<const Accelerator>;

double option(const Model& model, const std::string& name) {
  for (const ModelOption& one : model.options)
    if (one.name == name) return one.value;
  return 0.0;
}

// The code of each built-in model for devices; None: it has not got any.
Code code_of(GAndKModel, const Model&) { return g_and_k_accelerator(); }
Code code_of(ToggleSwitchModel, const Model& model) {
  return toggle_switch_accelerator(static_cast<int>(option(model, "transitions")));
}
Code code_of(GaussianLocationModel, const Model& model) {
  return gaussian_location_accelerator(model.dimension, option(model, "sigma"));
}
None code_of(MG1Model, const Model&) { return {}; }
None code_of(SirModel, const Model&) { return {}; }
None code_of(RickerModel, const Model&) { return {}; }

template <class M>
void add_code_of(Model& model) {
  constexpr bool stated = requires { code_of(M{}, model); };
  static_assert(stated, "a built-in model must state its code_of, for devices, or None");
  if constexpr (stated)
    if constexpr (!is_none<decltype(code_of(M{}, model))>)
      if (model.built_in->name == M::name) model.accelerator = code_of(M{}, model);
}

}  // namespace

void add_accelerator(Model& model) {
  if (!model.built_in || model.built_in->simulator != model.simulator) return;
  [&]<class... M>(TypeList<M...>) { (add_code_of<M>(model), ...); }(BuiltInModels{});
}

std::string device_text() {
  const auto accelerator = g_and_k_accelerator();
  const std::string missing = accelerator->missing();
  return missing.empty() ? "cuda (" + accelerator->name() + ")"
                         : "cuda (no device: " + missing + ")";
}

}  // namespace surefoot::cuda
