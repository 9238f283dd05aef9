#pragma once

#include <variant>

#include <surefoot/kernels/energy.hpp>
#include <surefoot/kernels/gaussian.hpp>
#include <surefoot/kernels/laplace.hpp>
#include <surefoot/kernels/matern.hpp>
#include <surefoot/kernels/rational_quadratic.hpp>

namespace surefoot {

/// The built-in kernel families, in the order users meet them.  Names, tables
/// for instruction sets, evaluators and device code are made from this list.
using Families = TypeList<Gaussian, Laplace, Matern32, Matern52, RationalQuadratic, Energy>;

template <class... F>
constexpr bool all_state_families(TypeList<F...>) {
  return (states_family<F>() && ...);
}
static_assert(all_state_families(Families{}));

/// A kernel of one of the families.
using AnyFamily = Families::To<std::variant>;

struct KernelTerm;

/// What a term stands for.  Throws Fault::usage for an unknown family (with the
/// nearest) and where the lengthscale is missing.
AnyFamily family_of(const KernelTerm& term);

}  // namespace surefoot
