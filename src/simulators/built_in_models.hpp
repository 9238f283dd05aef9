#pragma once

#include <surefoot/simulators/built_in.hpp>
#include <surefoot/simulators/g_and_k.hpp>
#include <surefoot/simulators/gaussian_location.hpp>
#include <surefoot/simulators/m_g_1.hpp>
#include <surefoot/simulators/ricker.hpp>
#include <surefoot/simulators/sir.hpp>
#include <surefoot/simulators/toggle_switch.hpp>

namespace surefoot {

/// The built-in models, in the order users meet them.  Registry, tables for
/// instruction sets and documentation are made from this list.
using BuiltInModels =
    TypeList<GaussianLocationModel, GAndKModel, ToggleSwitchModel, MG1Model, SirModel, RickerModel>;

template <class... M>
struct AllModels {
  static_assert((states_model<M>() && ...));
  using Simulators = typename Joined<TypeList<>, typename M::Simulators...>::List;
};

/// Their simulators that are compiled for every instruction set.
using FastSimulators = BuiltInModels::To<AllModels>::Simulators;

}  // namespace surefoot
