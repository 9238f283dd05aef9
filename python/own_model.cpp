#include "own_model.hpp"

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "front/device/device.hpp"

namespace nb = nanobind;

namespace surefoot::python {
namespace {

constexpr std::pair<const char*, Transform> transforms[] = {
    {"identity", Transform::identity}, {"log", Transform::log}, {"logit", Transform::logit}};

Transform transform_of(const std::string& name, const std::string& word) {
  for (const auto& [known, transform] : transforms)
    if (word == known) return transform;
  throw Error(Fault::usage, fmt::format("the scale of parameter {} must be identity, log or logit, "
                                        "but is \"{}\"",
                                        name, word));
}

LatentKind kind_of(const std::string& word) {
  if (word == "normal") return LatentKind::normal;
  if (word == "uniform") return LatentKind::uniform;
  throw Error(Fault::usage,
              fmt::format("noise must be \"normal\", \"uniform\" or None, but is \"{}\"", word));
}

/// An array that shares the batch's memory and keeps it alive.
template <class Value>
nb::object array_of(const std::shared_ptr<Batch>& batch, std::vector<Value>& values,
                    std::initializer_list<std::size_t> shape) {
  const nb::capsule owner(new std::shared_ptr<Batch>(batch), [](void* pointer) noexcept {
    delete static_cast<std::shared_ptr<Batch>*>(pointer);
  });
  return nb::cast(nb::ndarray<nb::numpy, Value>(values.data(), shape, owner));
}

}  // namespace

const char* to_word(Transform transform) {
  for (const auto& [word, known] : transforms)
    if (known == transform) return word;
  return "";
}

AttendedModel named_model(const std::string& name, int dimension, const FitConfig& settings,
                          const nb::object& note) {
  AttendedModel attended;
  std::vector<std::string> notes;
  const PluginSettings plugin{.note = [&](const std::string& text) { notes.push_back(text); },
                              .compiler = {}};
  const bool interrupted = attend(*attended.gathering, {}, [&](const std::stop_token&) {
    attended.model = find_model(name, dimension, settings, plugin);
  });
  if (interrupted) raise_interrupt();
  if (!note.is_none())
    for (const std::string& text : notes) note(text);
  if (is_header(name))
    front::add_accelerator(attended.model, name, {});
  else
    front::add_accelerator(attended.model);
  return attended;
}

AttendedModel own_model(const std::string& name, const std::vector<ParameterTuple>& parameters,
                        int dimension, const std::vector<std::string>& latents, bool differentiable,
                        int rows) {
  AttendedModel attended;
  attended.gathering = std::make_shared<Gathering>(rows);
  std::vector<Parameter> list;
  for (const auto& [parameter, lower, upper, scale] : parameters)
    list.push_back({parameter, lower, upper, transform_of(parameter, scale)});
  Model& model = attended.model;
  model.name = name;
  model.description = "a simulator of the user's own";
  model.parameters = ParameterSpace(std::move(list));
  model.dimension = dimension;
  model.latents.reserve(latents.size());
  for (const std::string& word : latents) model.latents.push_back(kind_of(word));
  attended.own =
      std::make_shared<GatheringSimulator>(attended.gathering, dimension, differentiable);
  model.simulator = attended.own;
  return attended;
}

std::function<void(const std::shared_ptr<Batch>&)> caller_of(const AttendedModel& model,
                                                             nb::object evaluate) {
  if (!model.own) return {};
  const auto p = static_cast<std::size_t>(model.model.parameters.size());
  const auto d = static_cast<std::size_t>(model.model.dimension);
  const auto q = model.model.latents.size();
  return [evaluate = std::move(evaluate), p, d, q](const std::shared_ptr<Batch>& batch) {
    const auto k = static_cast<std::size_t>(batch->rows);
    const auto m = static_cast<std::size_t>(batch->simulations);
    const nb::object jacobian = batch->derivatives == Derivatives::yes
                                    ? array_of(batch, batch->jacobian, {k, m, d, p})
                                    : nb::none();
    evaluate(array_of(batch, batch->theta, {k, p}), array_of(batch, batch->noise, {k, m, q}),
             array_of(batch, batch->seeds, {k}), array_of(batch, batch->y, {k, m, d}), jacobian);
  };
}

}  // namespace surefoot::python
