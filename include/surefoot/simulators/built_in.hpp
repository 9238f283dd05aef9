#pragma once

#include <string_view>
#include <vector>

#include <surefoot/type_list.hpp>

namespace surefoot {

class Model;
struct ModelOption;

/// Whether a built-in model states all that one must; what it does not is an error
/// that says so.  `describe` is given a model with its name, its summary and the
/// options in force, and adds the rest: parameters, simulator, the truth of its
/// experiment, and what else a model may offer.
template <class M>
constexpr bool states_model() {
  static_assert(
      requires { std::string_view(M::name); },
      "a built-in model must state its name, as users write it");
  static_assert(
      requires { std::string_view(M::summary); },
      "a built-in model must state its summary, one line of `surefoot models`");
  static_assert(
      requires { M::Simulators::size; },
      "a built-in model must list the Simulators that are compiled for every "
      "instruction set, as a TypeList, which may be empty");
  static_assert(
      requires(int dimension) { M::options(dimension); },
      "a built-in model must state its options(), none or more, given how many columns "
      "the observations have (0: there are none)");
  static_assert(
      requires(Model & model) { M::describe(model); }, "a built-in model must describe(model)");
  return true;
}

}  // namespace surefoot
