#include "methods/choose_device.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {
namespace {

/// About how long the host would draw (measured: docs/gpu.md).
double host_seconds(const Problem& problem, const Modes& modes) {
  constexpr double host_pairs = 2e9;  // a second and thread
  const FitConfig& s = *problem.settings;
  const double n = static_cast<double>(problem.data->observations->size());
  const double m = std::max(problem.simulations(), 1), d = problem.simulation->model.dimension;
  const double evaluations =
      follows_modes(modes.optimiser)
          ? 8.0
          : static_cast<double>(*s.steps) * static_cast<double>(modes.list.size());
  double pairs = 0.0;
  for (const EvaluationPart& part : problem.comparison->evaluation.parts) {
    const double terms = static_cast<double>(std::max<std::size_t>(part.terms.size(), 1));
    const bool all = part.how == Evaluator::pairs && !problem.comparison->closed_form;
    pairs += terms * (all ? (n + 0.5 * m) * m * evaluations : 20.0 * (n + m * evaluations));
  }
  const double simulated =
      m * evaluations * static_cast<double>(problem.simulation->model.latents.size());
  return (pairs * std::max(d / 2.0, 1.0) + 10.0 * simulated) * s.draws / (host_pairs * s.threads);
}

/// Those of the devices that are to draw.
std::vector<int> wanted_devices(const Problem& problem, const Accelerator& device) {
  const DeviceChoice& choice = problem.settings->device;
  const int count = device.count();
  std::vector<int> numbers = choice.numbers;
  if (choice.all)
    for (int number = 0; number < count; ++number) numbers.push_back(number);
  if (numbers.empty())
    numbers.push_back(problem.crew ? problem.crew->neighbours_before() % count : 0);
  for (const int number : numbers)
    if (number >= count)
      throw Error(
          Fault::device,
          fmt::format("device cuda:{}: there is no device of this number; the last of {} is "
                      "cuda:{}",
                      number, count, count - 1));
  return numbers;
}

/// Has the device made ready.  An interrupt also ends a compiler that we wait for: no fault of its.
void prepare(const Accelerator& device, const Problem& problem, const Events& events,
             const std::stop_token& stop) {
  device.use(wanted_devices(problem, device).front());
  try {
    device.prepare(events);
  } catch (const Error&) {
    if (stop.stop_requested()) throw Interrupted{};
    throw;
  }
}

/// Whether a device that nobody insists on is ready and finishes sooner, its start counted in.
bool device_pays(const Accelerator& device, const Problem& problem, const Modes& modes,
                 const Events& events, const std::stop_token& stop) {
  constexpr double start = 0.5;  // seconds
  const double host = host_seconds(problem, modes);
  if (host < 2.0 * start) return false;
  try {
    if (host < 2.0 * (start + device.preparation_seconds())) return false;
    prepare(device, problem, events, stop);
    return true;
  } catch (const Error& error) {
    if (events.note) events.note(fmt::format("{}; so the CPU is used", error.what()));
    return false;
  }
}

}  // namespace

bool may_accelerate(const Problem& problem, const Events& events, const std::stop_token& stop) {
  const DeviceChoice& wanted = problem.settings->device;
  const Accelerator* device = problem.simulation->model.accelerator.get();
  if (wanted == Device::cpu) return false;
  if (!device) {
    if (wanted == Device::cuda)
      throw Error(Fault::device, fmt::format("device cuda: there is no code for model {} in this "
                                             "build; device cpu will do",
                                             problem.simulation->model.name));
    return false;
  }
  const std::string missing = device->missing();
  if (missing.empty()) {
    if (wanted == Device::cuda) prepare(*device, problem, events, stop);
    return true;
  }
  if (wanted == Device::cuda)
    throw Error(Fault::device, fmt::format("device cuda: no device was found ({}); device cpu will "
                                           "do",
                                           missing));
  if (events.note) events.note(fmt::format("no CUDA device ({}), so the CPU is used", missing));
  return false;
}

std::optional<ChosenDevice> choose_device(const Problem& problem, const Modes& modes, bool possible,
                                          const Events& events, const std::stop_token& stop) {
  const bool asked = problem.settings->device == Device::cuda;
  const Accelerator* device = possible ? problem.simulation->model.accelerator.get() : nullptr;
  std::string refusal = !device                   ? ""
                        : problem.parameter_prior ? "a prior"
                                                  : device->refusal(problem, modes);
  if (device && refusal.empty() && !modes.flat.empty())
    refusal = "parameters that the data do not determine";
  if (!refusal.empty() && asked)
    throw Error(Fault::usage,
                fmt::format("device cuda does not serve {}; device cpu will do", refusal));
  if (!refusal.empty() && events.note)
    events.note(fmt::format("the device does not serve {}, so the CPU is used", refusal));
  const bool leave =
      device && !asked && refusal.empty() && !device_pays(*device, problem, modes, events, stop);
  if (!device || !refusal.empty() || leave) return std::nullopt;
  return ChosenDevice{*device, wanted_devices(problem, *device)};
}

}  // namespace surefoot
