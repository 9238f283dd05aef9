#pragma once

#include <string>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>

#include <surefoot/model.hpp>
#include <surefoot/settings/config.hpp>

#include "attendance.hpp"

namespace surefoot::python {

/// A model, and where its simulator is called if that is a Python function.
struct AttendedModel {
  Model model = {};
  std::shared_ptr<Gathering> gathering = std::make_shared<Gathering>(1);
  std::shared_ptr<const GatheringSimulator> own = {};  // null: it is not
};

/// One parameter as Python gives it: name, ends of the box, transform.
using ParameterTuple = std::tuple<std::string, double, double, std::string>;

/// A built-in model, a program or a header, which is compiled; note(text) is told
/// of that, if it is not None.
AttendedModel named_model(const std::string& name, int dimension, const FitConfig& settings,
                          const nanobind::object& note);

/// A simulator that is a Python function.  `latents` are words, normal or
/// uniform; `rows` is how many requests one call can answer.
AttendedModel own_model(const std::string& name, const std::vector<ParameterTuple>& parameters,
                        int dimension, const std::vector<std::string>& latents, bool differentiable,
                        int rows);

/// Fills in a batch by calling evaluate(thetas, noise, seeds, y, jacobian), whose
/// last two it is to write into; the last is None without derivatives.
std::function<void(const std::shared_ptr<Batch>&)> caller_of(const AttendedModel& model,
                                                             nanobind::object evaluate);

const char* to_word(Transform transform);

}  // namespace surefoot::python
