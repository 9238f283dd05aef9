#include "run_fit.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <surefoot/check/calibration.hpp>
#include <surefoot/checked.hpp>
#include <surefoot/compare.hpp>
#include <surefoot/design/design.hpp>
#include <surefoot/error.hpp>
#include <surefoot/journal/draw_keeper.hpp>
#include <surefoot/parallel/threads.hpp>

namespace nb = nanobind;

namespace surefoot::python {
namespace {

/// What the library says while it works, until the thread that may tell Python
/// comes by.
class Messages {
 public:
  Messages(nb::object progress, nb::object note, nb::object warning = nb::none())
      : show_progress_(std::move(progress)),
        show_note_(std::move(note)),
        show_warning_(std::move(warning)) {}

  Events events() {
    Events events;
    if (!show_progress_.is_none())
      events.progress = [this](const Progress& progress) {
        const std::lock_guard lock(mutex_);
        latest_ = progress;
      };
    const auto queued_for = [this](std::vector<std::string>& queue) {
      return [this, &queue](const std::string& text) {
        const std::lock_guard lock(mutex_);
        queue.push_back(text);
      };
    };
    if (!show_note_.is_none()) events.note = queued_for(notes_);
    if (!show_warning_.is_none()) events.warning = queued_for(warnings_);
    return events;
  }

  /// What is new; progress not more often than people can read, unless it is the last.
  void pass_on(bool last = false) {
    std::optional<Progress> progress;
    std::vector<std::string> notes, warnings;
    {
      const std::lock_guard lock(mutex_);
      notes.swap(notes_);
      warnings.swap(warnings_);
      constexpr auto between = std::chrono::milliseconds(100);
      if (latest_ && (last || Gathering::Clock::now() - shown_ >= between)) progress.swap(latest_);
    }
    for (const std::string& text : notes) show_note_(text);
    for (const std::string& text : warnings) show_warning_(text);
    if (!progress) return;
    shown_ = Gathering::Clock::now();
    show_progress_(progress->done, progress->total, progress->failed, progress->unit,
                   progress->calls);
  }

 private:
  std::mutex mutex_;
  std::optional<Progress> latest_;
  std::vector<std::string> notes_, warnings_;
  Gathering::Clock::time_point shown_;
  nb::object show_progress_, show_note_, show_warning_;
};

/// Numbers go to the helpers, and what they made comes back.
void exchange(HelpersCrew& crew, const nb::object& helpers) {
  const auto brought =
      nb::cast<std::vector<std::pair<RunIdentity, std::vector<nb::bytes>>>>(helpers(crew.wanted()));
  for (const auto& [identity, draws] : brought) {
    HelpersDraws some{identity, {}};
    for (const nb::bytes& draw : draws) some.draws.emplace_back(draw.c_str(), draw.size());
    crew.bring(some);
  }
}

/// The crew learns what its draws must belong to when they begin.
template <class Helping>
void join(Continuation& continuation, Helping& crew) {
  continuation.crew = &crew;
  continuation.finished = [&crew, earlier = continuation.finished](const Fit& begun) {
    crew.begin(identity_of(begun));
    return earlier ? earlier(begun) : Draws{};
  };
}

/// How often a Python function was called, and how often it returned no numbers.
struct Calls {
  std::int64_t all = 0, bad = 0;

  static Calls so_far(const AttendedModel& model) {
    if (!model.own) return {};
    return {model.own->calls(), model.own->not_numbers()};
  }
};

void tell_of_numbers(const AttendedModel& model, const Calls& before, Fit& fit) {
  const Calls now = Calls::so_far(model);
  if (now.bad > before.bad)
    fit.warnings.push_back(
        fmt::format("the simulator returned values that are not numbers in {} of {} calls",
                    now.bad - before.bad, now.all - before.all));
}

}  // namespace

Table table_of(const Sample& sample) {
  const auto values = sample.values();
  auto* copy = new std::vector<double>(values.begin(), values.end());
  const nb::capsule owner(
      copy, [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  return {copy->data(), {sample.size(), static_cast<std::size_t>(sample.dimension())}, owner};
}

Sample sample_of(const Array& data, const std::vector<std::string>& columns) {
  const auto release = [](const Array* array) {
    const nb::gil_scoped_acquire lock;
    delete array;
  };
  const std::shared_ptr<const Array> owner(new Array(data), release);
  const Sample sample({data.data(), data.size()}, static_cast<int>(data.shape(1)), owner);
  return columns.empty() ? sample : sample.named(columns);
}

std::tuple<Fit, bool, std::vector<std::string>> run_fit(
    const AttendedModel& model, const Array& data, const std::vector<std::string>& columns,
    const FitConfig& settings, nb::object simulate, nb::object progress, nb::object note,
    nb::object warning, const Keeping& keeping) {
  using Beginning = DrawKeeper::Beginning;
  Messages messages(std::move(progress), std::move(note), std::move(warning));
  const Sample observations = sample_of(data, columns);
  std::tuple<Fit, bool, std::vector<std::string>> outcome;
  Fit& result = std::get<Fit>(outcome);
  bool& interrupted = std::get<bool>(outcome);
  auto& troubles = std::get<std::vector<std::string>>(outcome);
  const Events events = messages.events();
  std::mutex telling;
  const auto trouble = [&](const std::string& text) {
    const std::lock_guard lock(telling);
    troubles.push_back(text);
  };
  DrawKeeper keeper(keeping.output,
                    keeping.resume || keeping.earlier ? Beginning::resumed : Beginning::anew,
                    {events.progress, trouble, events.note});
  if (keeping.earlier) keeper.add_earlier(*keeping.earlier, "this fit");
  FitConfig config = settings;
  keeper.find_earlier(model.model, observations, config);
  Continuation continuation = keeper.continuation();
  HelpersCrew helpers;
  const bool helped = !keeping.helpers.is_none();
  if (helped && !draws_are_independent(config.method))
    throw Error(Fault::usage, fmt::format("method {} has no use for an executor: each of its draws "
                                          "follows from those before it",
                                          to_word(config.method)));
  if (helped) {  // by workers that have only the settings to go by
    config.embedding = settings.embedding;
    config.budget = settings.budget;
    config.keep_simulations = settings.keep_simulations;
    join(continuation, helpers);
  }
  if (keeping.helper) join(continuation, *keeping.helper);
  const Attendant attendant{caller_of(model, std::move(simulate)), [&] {
                              messages.pass_on();
                              if (helped) exchange(helpers, keeping.helpers);
                            }};
  interrupted = attend(*model.gathering, attendant, [&](std::stop_token stop) {
    Events drawing = keeper.events();
    drawing.warning = events.warning;
    result = fit(model.model, observations, std::nullopt, config, drawing, std::move(stop),
                 continuation);
  });
  if (interrupted && result.draws.rows() == 0) raise_interrupt();
  messages.pass_on(true);
  tell_of_numbers(model, {}, result);
  if (!keeping.output.empty()) {
    const nb::gil_scoped_release release;
    if (const auto failure = keeper.save(result).failure) trouble(failure->what());
  }
  return outcome;
}

Compared run_compare(const AttendedModel& model, const Array& data,
                     const std::vector<std::string>& columns, const FitConfig& settings,
                     const std::vector<Method>& methods, nb::object simulate, nb::object progress,
                     nb::object note) {
  Messages messages(std::move(progress), std::move(note));
  const Sample observations = sample_of(data, columns);
  std::vector<std::pair<std::string, Fit>> fits;
  std::vector<std::pair<std::string, std::string>> failures;
  Calls before;
  CompareEvents events;
  events.fit = messages.events();
  events.begun = [&](Method) { before = Calls::so_far(model); };
  events.fitted = [&](Method method, Fit&& fit) {
    tell_of_numbers(model, before, fit);
    fits.emplace_back(to_word(method), std::move(fit));
  };
  events.failed = [&](Method method, const Error& error) {
    failures.emplace_back(to_word(method), error.what());
  };
  const Attendant attendant{caller_of(model, std::move(simulate)), [&] { messages.pass_on(); }};
  const bool interrupted = attend(*model.gathering, attendant, [&](const std::stop_token& stop) {
    compare(model.model, observations, settings, methods, events, stop);
  });
  if (interrupted && fits.empty()) raise_interrupt();
  messages.pass_on(true);
  return {std::move(fits), std::move(failures), interrupted};
}

Table run_simulate(const AttendedModel& model, const std::vector<double>& theta, int observations,
                   std::uint64_t seed, nb::object simulate) {
  Sample sample;
  const bool interrupted = attend(
      *model.gathering, {caller_of(model, std::move(simulate)), {}},
      [&](const std::stop_token&) { sample = model.model.simulate(theta, observations, seed); });
  if (interrupted) raise_interrupt();
  return table_of(sample);
}

nb::ndarray<nb::numpy, double, nb::ndim<3>> run_predict(const AttendedModel& model, const Fit& fit,
                                                        int observations, std::uint64_t seed,
                                                        nb::object simulate) {
  require_whole(observations, 1, 100'000'000, "observations");
  const auto rows = fit.draws.rows(), m = static_cast<std::size_t>(observations);
  const auto d = static_cast<std::size_t>(model.model.dimension);
  if (fit.draws.names.size() != static_cast<std::size_t>(model.model.parameters.size()))
    throw Error(Fault::usage, "the model must have the parameters of the fit, but has others");
  auto* values = new std::vector<double>(rows * m * d, std::numeric_limits<double>::quiet_NaN());
  const nb::capsule owner(
      values, [](void* pointer) noexcept { delete static_cast<std::vector<double>*>(pointer); });
  const auto predict_one = [&](std::size_t r) {
    if (is_failed(fit.draws.info[r].status)) return;
    try {
      const Sample sample = simulate_iid(model.model, fit.draws.row(r), observations,
                                         {seed, fit.draws.index[r], 0, 0, Purpose::predictive});
      std::copy(sample.values().begin(), sample.values().end(),
                values->begin() + static_cast<std::ptrdiff_t>(r * m * d));
    } catch (const Error&) {
      // A simulator that fails at some latent points has no predictive data there.
    }
  };
  const bool interrupted =
      attend(*model.gathering, {caller_of(model, std::move(simulate)), {}},
             [&](const std::stop_token&) { for_each_index(fit.threads, rows, predict_one); });
  if (interrupted) raise_interrupt();
  return {values->data(), {rows, m, d}, owner};
}

Fit run_check(const AttendedModel& model, const Fit& fit, const CheckPlan& plan,
              nb::object simulate) {
  Fit result;
  const bool interrupted =
      attend(*model.gathering, {caller_of(model, std::move(simulate)), {}},
             [&](const std::stop_token& stop) {
               Events events;
               std::vector<std::string> warnings;
               events.warning = [&](const std::string& text) { warnings.push_back(text); };
               result = checked(model.model, fit, plan, events, stop);
               result.warnings.insert(result.warnings.end(), warnings.begin(), warnings.end());
             });
  if (interrupted) raise_interrupt();
  return result;
}

Fit run_calibrate(const AttendedModel& model, const Fit& fit, const CalibrationPlan& plan,
                  nb::object simulate, nb::object progress) {
  Messages messages(std::move(progress), nb::none());
  Fit result = fit;
  const Events events = messages.events();
  const bool interrupted =
      attend(*model.gathering, {caller_of(model, std::move(simulate)), [&] { messages.pass_on(); }},
             [&](const std::stop_token& stop) {
               result.calibration = calibrate(model.model, fit, plan, events, stop);
             });
  if (interrupted) raise_interrupt();
  messages.pass_on(true);
  return result;
}

}  // namespace surefoot::python
