#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/error.hpp>
#include <surefoot/simulators/process.hpp>

#include "simulators/child_process.hpp"
#include "simulators/idle_workers.hpp"
#include "simulators/outside_simulator.hpp"
#include "simulators/program_answer.hpp"
#include "text.hpp"

namespace surefoot {
namespace {

using Clock = ChildProcess::Clock;

/// What a request came to when there is no answer.
struct Failed {
  std::string why;
};

class ProcessSimulator final : public OutsideSimulator {
 public:
  ProcessSimulator(ProcessSettings settings, const ParameterSpace& space, int dimension)
      : settings_(std::move(settings)),
        dimension_(static_cast<std::size_t>(dimension)),
        environment_{fmt::format("SUREFOOT_PARAMETERS={}", fmt::join(space.names(), ",")),
                     fmt::format("SUREFOOT_DIMENSION={}", dimension),
                     fmt::format("SUREFOOT_PROTOCOL={}", to_word(settings_.protocol))} {}

  bool differentiable() const override { return false; }
  std::int64_t calls() const override { return calls_; }

  bool simulate(std::span<const double> theta, const LatentTable<float>& latents,
                Derivatives derivatives, const std::stop_token& stop,
                Simulation<float>& out) const override {
    return derivatives == Derivatives::no && run(theta, latents.seed, stop, out);
  }
  bool simulate(std::span<const double> theta, const LatentTable<double>& latents,
                Derivatives derivatives, const std::stop_token& stop,
                Simulation<double>& out) const override {
    return derivatives == Derivatives::no && run(theta, latents.seed, stop, out);
  }

  /// Throws Interrupted when the run is to stop.
  template <class Real>
  bool run(std::span<const double> theta, std::uint64_t seed, const std::stop_token& stop,
           Simulation<Real>& out) const {
    const auto rows = static_cast<std::size_t>(out.count);
    const std::vector<double> answer = ask(theta, seed, rows, stop);
    if (answer.empty()) return false;
    constexpr double limit = far_away<Real>;
    for (std::size_t c = 0; c < dimension_; ++c) {
      Real* column = out.y.data() + c * static_cast<std::size_t>(out.stride);
      for (std::size_t j = 0; j < rows; ++j)
        column[j] = static_cast<Real>(std::clamp(answer[j * dimension_ + c], -limit, limit));
      std::fill(column + rows, column + out.stride, Real(0));
    }
    const bool finite =
        std::all_of(answer.begin(), answer.end(), [](double v) { return std::isfinite(v); });
    if (!finite) ++nonfinite_;
    return std::none_of(answer.begin(), answer.end(), [](double v) { return std::isnan(v); });
  }

  std::vector<std::string> warnings() const override {
    std::vector<std::string> list;
    if (restarts_ > 0)
      list.push_back(fmt::format("exec:{}: started again {} time{}; the last time because it {}",
                                 settings_.command, restarts_.load(), restarts_ == 1 ? "" : "s",
                                 last_failure()));
    if (nonfinite_ > 0)
      list.push_back(fmt::format("exec:{}: {} answer{} had values that are not finite",
                                 settings_.command, nonfinite_.load(), nonfinite_ == 1 ? "" : "s"));
    if (exhausted_)
      list.push_back(fmt::format("exec:{}: all {} calls are used up (max-calls)", settings_.command,
                                 settings_.most_calls));
    return list;
  }

  /// Asks the same twice, at the beginning.
  void check_that_it_repeats_itself(std::span<const double> theta) const {
    Simulation<double> first, second;
    constexpr int few = 5;
    constexpr std::uint64_t seed = 1;
    for (Simulation<double>* out : {&first, &second}) {
      out->resize(few, static_cast<int>(dimension_), static_cast<int>(theta.size()),
                  Derivatives::no);
      if (!run(theta, seed, {}, *out)) return;  // not a number there: the search will tell
      // A row too many may come late, and would be taken for the first of the next answer.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    if (first.y != second.y)
      throw Error(Fault::data,
                  fmt::format("exec:{}: the same request must have the same answer, but the second "
                              "was another: the seed that comes with each request must seed the "
                              "program's random numbers",
                              settings_.command));
  }

 private:
  using Worker = std::unique_ptr<ChildProcess>;

  /// The answer, row by row; empty if there is none, even at the second try.
  std::vector<double> ask(std::span<const double> theta, std::uint64_t seed, std::size_t rows,
                          const std::stop_token& stop) const {
    const std::string request = encode(theta, seed, rows);
    for (int attempt = 0; attempt < 2; ++attempt) {
      take_call();
      Worker worker = hire();
      try {
        std::vector<double> answer = exchange(*worker, request, rows, stop);
        answered_ = true;
        idle_.give_back(std::move(worker));
        return answer;
      } catch (const Failed& failed) {
        const std::string complaint = worker->complaint();
        const std::string why = complaint.empty() ? failed.why
                                                  : fmt::format("{}, after writing {}", failed.why,
                                                                surefoot::in_quotes(complaint));
        if (!answered_ && attempt == 1)
          throw Error(Fault::data, fmt::format("exec:{}: the program {} before it gave an answer",
                                               settings_.command, why));
        const std::lock_guard lock(mutex_);
        last_failure_ = why;
        ++restarts_;
      }
    }
    return {};
  }

  /// Counts a call, or ends the run where none is left.  One step, so that no two threads take the
  /// last one.
  void take_call() const {
    std::int64_t taken = calls_;
    do {
      if (settings_.most_calls > 0 && taken >= settings_.most_calls) {
        exhausted_ = true;
        throw Interrupted{};
      }
    } while (!calls_.compare_exchange_weak(taken, taken + 1));
  }

  std::string encode(std::span<const double> theta, std::uint64_t seed, std::size_t rows) const {
    if (settings_.protocol == Protocol::text) {
      std::string text = fmt::format("{} {}", rows, seed);
      for (const double value : theta) text += ' ' + shortest(value);
      return text + '\n';
    }
    const std::uint64_t count = rows;
    std::string bytes(reinterpret_cast<const char*>(&count), sizeof(count));
    bytes.append(reinterpret_cast<const char*>(&seed), sizeof(seed));
    bytes.append(reinterpret_cast<const char*>(theta.data()), theta.size_bytes());
    return bytes;
  }

  std::vector<double> exchange(ChildProcess& worker, const std::string& request, std::size_t rows,
                               const std::stop_token& stop) const {
    if (worker.look())
      refuse(fmt::format("printed more than it was asked for, beginning with {}",
                         surefoot::in_quotes(first_line(worker.received()))),
             worker);
    const auto time = std::chrono::duration<double>(settings_.seconds);
    const ChildProcess::Patience patience{
        Clock::now() + std::chrono::duration_cast<Clock::duration>(time), stop};
    using Event = ChildProcess::Event;
    std::vector<double> answer;
    Event event = worker.send(request, patience);
    while (event == Event::something || event == Event::ended) {
      take_rows(worker, rows, answer);
      if (answer.size() == rows * dimension_) return answer;
      if (event == Event::ended) break;
      event = worker.receive(patience);
    }
    if (event == Event::stopped) throw Interrupted{};
    if (event == Event::late)
      throw Failed{
          fmt::format("gave {} of {} rows in {} s (if they are on their way, it must "
                      "flush its output)",
                      answer.size() / dimension_, rows, settings_.seconds)};
    if (!answer.empty())
      throw Failed{
          fmt::format("{} after {} of {} rows", worker.ending(), answer.size() / dimension_, rows)};
    throw Failed{worker.ending()};
  }

  /// Adds whole rows of what has come to the answer.
  void take_rows(ChildProcess& worker, std::size_t rows, std::vector<double>& answer) const {
    try {
      take_answer({settings_.protocol, rows, dimension_}, worker.received(), answer);
    } catch (const WrongAnswer& wrong) {
      refuse(wrong.what, worker);
    }
  }

  [[noreturn]] void refuse(const std::string& what, ChildProcess& worker) const {
    const std::string complaint = worker.complaint();
    throw Error(Fault::data,
                fmt::format("exec:{}: the program {}{}", settings_.command, what,
                            complaint.empty() ? ""
                                              : fmt::format("; on standard error it wrote {}",
                                                            surefoot::in_quotes(complaint))));
  }

  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  Worker hire() const {
    if (Worker idle = idle_.take()) return idle;
    return std::make_unique<ChildProcess>(settings_.command, environment_);
  }

  std::string last_failure() const {
    const std::lock_guard lock(mutex_);
    return last_failure_;
  }

  const ProcessSettings settings_;
  const std::size_t dimension_;
  const std::vector<std::string> environment_;
  mutable std::mutex mutex_;
  mutable IdleWorkers<ChildProcess> idle_;
  mutable std::string last_failure_;
  mutable std::atomic<std::int64_t> calls_{0}, restarts_{0}, nonfinite_{0};
  mutable std::atomic<bool> answered_{false}, exhausted_{false};
};

}  // namespace

Model process_model(const ProcessSettings& settings, std::vector<Parameter> parameters,
                    int dimension) {
  if (trim(settings.command).empty())
    throw Error(Fault::usage, "exec: needs a command, as in exec:./simulator");
  Model model;
  model.name = "exec:" + settings.command;
  model.description = "a program of the user's own";
  model.parameters = ParameterSpace(std::move(parameters));
  model.dimension = dimension;
  const auto simulator = std::make_shared<ProcessSimulator>(settings, model.parameters, dimension);
  std::vector<double> middle;
  for (int k = 0; k < model.parameters.size(); ++k)
    middle.push_back(middle_of(model.parameters[k]));
  simulator->check_that_it_repeats_itself(middle);
  model.simulator = simulator;
  return model;
}

}  // namespace surefoot
