#include "simulators/isolated_simulator.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <surefoot/draws/events.hpp>
#include <surefoot/error.hpp>

#include "posix.hpp"
#include "settings/setting_rows.hpp"
#include "simulators/guarded_simulator.hpp"
#include "simulators/header_call.hpp"
#include "simulators/idle_workers.hpp"
#include "simulators/isolated_call.hpp"
#include "simulators/isolated_failures.hpp"
#include "simulators/nursery.hpp"
#include "simulators/outside_simulator.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

using CallClock = std::chrono::steady_clock;

/// What a worker does: a message says how large the memory is in which a call lies, and the answer
/// what it came to.
void serve_calls(const BatchSimulator& simulator, const Descriptor& calls, Descriptor file) {
  SharedMemory memory(std::move(file));
  CallServer server(simulator);
  std::size_t size = 0;
  while (::recv(calls.get(), &size, sizeof(size), 0) == sizeof(size)) {
    memory.see(size);
    const CallOutcome outcome = server.carry_out(memory);
    if (::send(calls.get(), &outcome, sizeof(outcome), no_signal) < 0) return;
  }
}

class IsolatedSimulator final : public OutsideSimulator {
 public:
  IsolatedSimulator(const HeaderSimulator& inside, std::vector<std::string> parameters,
                    double seconds)
      : inside_(inside),
        parameters_(std::move(parameters)),
        seconds_(seconds),
        nursery_([&](const Descriptor& calls, Descriptor memory) {
          serve_calls(*inside.simulator, calls, std::move(memory));
        }) {}

  bool differentiable() const override { return inside_.simulator->differentiable(); }

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, const std::stop_token& stop,
                Simulation<float>& out) const override {
    return run(theta, latents, derivatives, stop, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, const std::stop_token& stop,
                Simulation<double>& out) const override {
    return run(theta, latents, derivatives, stop, out);
  }

  std::vector<std::string> warnings() const override {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> list = failures_.sentences(parameters_, calls_);
    for (std::string& text : list) text = fmt::format("{}: {}", inside_.header, text);
    return list;
  }

 private:
  struct Worker {
    SharedMemory memory;
    Descriptor calls;
    pid_t id = -1;
  };
  using Hired = std::unique_ptr<Worker>;

  enum class Event { answered, ended, late, stopped };

  template <class Real>
  bool run(std::span<const double> theta, const LatentTable<Real>& latents, Derivatives derivatives,
           const std::stop_token& stop, Simulation<Real>& out) const {
    ++calls_;
    Hired worker = hire();
    const std::size_t at = write_call(worker->memory, theta, latents, derivatives, out);
    CallOutcome outcome = CallOutcome::failed;
    const Event event = ask(*worker, stop, outcome);
    if (event == Event::stopped) {
      nursery_.end_worker(worker->id, {});
      throw Interrupted{};
    }
    if (event != Event::answered) {
      fail(what_it_did(*worker, event), theta, event);
      return false;
    }
    if (outcome == CallOutcome::threw)
      fail(printable(read_thrown(worker->memory)), theta, event);
    else
      answered_ = true;
    if (outcome == CallOutcome::fine) read_answer(worker->memory, at, derivatives, out);
    idle_.give_back(std::move(worker));
    return outcome == CallOutcome::fine;
  }

  Event ask(const Worker& worker, const std::stop_token& stop, CallOutcome& outcome) const {
    constexpr double forever = 1e9;  // seconds, which a clock can count
    const auto until =
        CallClock::now() + std::chrono::duration_cast<CallClock::duration>(
                               std::chrono::duration<double>(std::min(seconds_, forever)));
    const std::size_t size = worker.memory.size();
    if (::send(worker.calls.get(), &size, sizeof(size), no_signal) < 0) return Event::ended;
    for (;;) {
      using std::chrono::milliseconds;
      constexpr milliseconds longest{100};  // between two looks at whether to stop
      const auto left = std::chrono::ceil<milliseconds>(until - CallClock::now());
      pollfd file{worker.calls.get(), POLLIN, 0};
      const auto wait = std::clamp(left, milliseconds{0}, longest);
      if (::poll(&file, 1, static_cast<int>(wait.count())) > 0) {
        const ssize_t count = ::recv(worker.calls.get(), &outcome, sizeof(outcome), 0);
        if (count == sizeof(outcome)) return Event::answered;
        if (count >= 0 || errno != EINTR) return Event::ended;
      }
      if (stop.stop_requested()) return Event::stopped;
      if (CallClock::now() >= until) return Event::late;
    }
  }

  /// Of a worker that did not answer, and is no more when this returns.
  std::string what_it_did(const Worker& worker, Event event) const {
    constexpr std::chrono::milliseconds to_die{1000};
    const bool late = event == Event::late;
    const int status = nursery_.end_worker(worker.id, late ? std::chrono::milliseconds{0} : to_die);
    if (late) return fmt::format("did not return within {} s (time-limit)", seconds_);
    if (WIFSIGNALED(status)) return deed_of_signal(WTERMSIG(status));
    return "ended its process (exit), where a simulator must return";
  }

  void fail(const std::string& deed, std::span<const double> theta, Event event) const {
    constexpr std::int64_t most = 100, most_late = 5;  // before the first call that returns
    const std::lock_guard lock(mutex_);
    if (event == Event::ended && !std::exchange(marked_, true) && !inside_.crash_mark.empty())
      leave_crash_mark(inside_.crash_mark.c_str(), deed.c_str());
    failures_.count(deed, theta);
    if (!answered_ && failures_.total() >= (event == Event::late ? most_late : most))
      throw Error(Fault::data,
                  fmt::format("{}: the code of the header returned from none of its first {} "
                              "calls; the last time it {}",
                              inside_.header, failures_.total(), deed));
  }

  Hired hire() const {
    if (Hired idle = idle_.take()) return idle;
    auto worker = std::make_unique<Worker>();
    auto [ours, its] = socket_pair();
    worker->id = nursery_.fork_worker(its, worker->memory.file());
    worker->calls = std::move(ours);
    return worker;
  }

  const HeaderSimulator inside_;
  const std::vector<std::string> parameters_;
  const double seconds_;
  mutable Nursery nursery_;
  mutable std::mutex mutex_;
  mutable IdleWorkers<Worker> idle_;  // which end before the nursery does
  mutable IsolatedFailures failures_;
  mutable bool marked_ = false;  // the header, as one that crashes
  mutable std::atomic<std::int64_t> calls_{0};
  mutable std::atomic<bool> answered_{false};
};

[[noreturn]] void refuse_isolation(const Model& model) {
  const bool program = dynamic_cast<const OutsideSimulator*>(model.simulator.get()) != nullptr;
  throw Error(Fault::usage, fmt::format("isolate is for the code of a header such as my_model.hpp, "
                                        "but the model is {}{}",
                                        in_quotes(model.name),
                                        program ? ", which has a process of its own already" : ""));
}

/// Whether a run isolates a header; by itself for one that has crashed, but on a device, where
/// nothing can be isolated, only if it is asked for.
bool is_isolation_wanted(const HeaderSimulator& header, const FitConfig& settings,
                         const std::function<void(const std::string&)>& note) {
  if (settings.isolate) return *settings.isolate;
  const std::string crash = earlier_crash(header);
  if (crash.empty() || settings.device == Device::cuda) return false;
  if (note)
    note(
        fmt::format("{}: in an earlier run the code of the header {}; so it runs in processes of "
                    "its own now, where that costs an evaluation and not the run (isolate)",
                    header.header, crash));
  return true;
}

}  // namespace

Model isolated_where_wanted(const Model& model, const FitConfig& settings,
                            const std::function<void(const std::string&)>& note) {
  const auto header = inside_guard(model.simulator);
  if (!header && settings.isolate.value_or(false)) refuse_isolation(model);
  if (!header || !is_isolation_wanted(*header, settings, note)) return model;
  Model result = model;
  result.simulator = std::make_shared<IsolatedSimulator>(
      *header, model.parameters.names(),
      settings.time_limit.value_or(default_of<&FitConfig::time_limit>()));
  result.accelerator = nullptr;
  return result;
}

}  // namespace surefoot
