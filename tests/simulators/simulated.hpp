#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/design/design.hpp>
#include <surefoot/model.hpp>
#include <surefoot/simulators/registry.hpp>

namespace surefoot {

/// Independent latents in the precision of a simulation.  They are floats in either precision, so
/// that both see the same numbers.
template <class Real>
LatentTable<Real> latents_for(const Model& model, int observations) {
  LatentTable<float> single;
  LatentDesign(Design::iid, observations, model.latents)
      .fill({.seed = 5, .draw = 1, .step = 0, .index = 0, .purpose = Purpose::simulation}, single);
  LatentTable<Real> table;
  table.resize(observations, model.latents);
  std::copy(single.values.begin(), single.values.end(), table.values.begin());
  std::copy(single.weights.begin(), single.weights.end(), table.weights.begin());
  return table;
}

template <class Real>
struct Simulated {
  bool fine = false;
  Simulation<Real> at;

  Real y(int j, int column = 0) const { return at.y[column * at.stride + j]; }
  Real slope(int j, int column, int parameter) const {
    return at.jacobian[(parameter * at.dimension + column) * at.stride + j];
  }
};

template <class Real>
Simulated<Real> simulate(const Model& model, const std::vector<double>& theta,
                         const LatentTable<Real>& latents,
                         Derivatives derivatives = Derivatives::no) {
  Simulated<Real> out;
  out.at.resize(latents.count, model.dimension, model.parameters.size(), derivatives);
  out.fine = model.simulator->simulate(theta, latents, derivatives, out.at);
  return out;
}

/// A box's ends on the natural scale, with something finite for what has none.
inline std::vector<Interval> finite_box(const Model& model) {
  constexpr double far = 1e3;
  std::vector<Interval> box;
  for (int k = 0; k < model.parameters.size(); ++k)
    box.push_back(
        {std::max(model.parameters[k].lower, -far), std::min(model.parameters[k].upper, far)});
  return box;
}

/// Every built-in model, and the Gaussian one in dimensions with and without loops of their own.
inline std::vector<Model> all_models() {
  std::vector<Model> models;
  for (const auto& name : model_names()) models.push_back(built_in_model(name));
  for (const int dimension : {1, 2, 3, 5, 6})
    models.push_back(built_in_model("gaussian-location", dimension));
  return models;
}

/// Those of them that have derivatives.
inline std::vector<Model> differentiable_models() {
  std::vector<Model> models = all_models();
  std::erase_if(models, [](const Model& model) { return !model.simulator->differentiable(); });
  return models;
}

/// What a model has to offer.
inline Derivatives derivatives_of(const Model& model) {
  return model.simulator->differentiable() ? Derivatives::yes : Derivatives::no;
}

inline std::string label(const Model& model) {
  return model.name + " in dimension " + std::to_string(model.dimension);
}

}  // namespace surefoot
