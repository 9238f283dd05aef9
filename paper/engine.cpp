#include "paper/engine.hpp"

#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/simulators/registry.hpp>

#include "front/device/device.hpp"
#include "hash.hpp"
#include "paper/fit_store.hpp"
#include "paper/item_files.hpp"
#include "paper/jobs.hpp"

namespace surefoot::paper {
namespace {

void make_writable_folder(const std::filesystem::path& folder) {
  make_folder(folder);
  check_creatable(folder / "fit.nc");
}

std::string duration(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

/// An item with its fits, and whether its files are there already.
struct Plan {
  const Item* item;
  JobList list;
  std::string state;  // what its files must have been made from
  bool finished = false;
};

class Engine {
 public:
  Engine(const Reproduction& wanted, const Events& events, std::stop_token stop)
      : wanted_(wanted),
        events_(events),
        stop_(std::move(stop)),
        source_(wanted.data, wanted.seed),
        out_(wanted.out),
        store_(out_ / "fits") {}

  ReproductionEnd run() {
    make_writable_folder(out_ / "fits");
    for (const Item& item : wanted_.items) plans_.push_back(plan(item));
    for (const Plan& plan : plans_)
      for (const Job& job : plan.list.jobs) places_.emplace(job.key, places_.size());
    announce();
    if (wanted_.part) return make_part();
    ReproductionEnd end;
    for (std::size_t i = 0; i < plans_.size() && !end.interrupted; ++i) {
      try {
        end.text += carry_out(plans_[i], i);
      } catch (const Stopped&) {
        end.interrupted = true;
      }
    }
    write_index(out_);
    return end;
  }

 private:
  Plan plan(const Item& item) const {
    Plan plan{&item, jobs_of(item, source_, wanted_.seed), {}, false};
    std::string keys;
    for (const Job& job : plan.list.jobs) keys += job.key + '\n';
    plan.state = fmt::format("{:016x}-{:016x}-runs{}-seed{}{}{}", item.fingerprint, hash_of(keys),
                             item.runs, wanted_.seed, wanted_.extent.smoke ? "-smoke" : "",
                             wanted_.extent.full ? "-full" : "");
    plan.finished = is_finished(out_ / item.name, item, plan.state);
    return plan;
  }

  /// Whether this run makes a fit: parts take them in turn, so that each has long and short ones.
  bool is_ours(const std::string& key) const {
    if (!wanted_.part) return true;
    return places_.at(key) % static_cast<std::size_t>(wanted_.part->of) ==
           static_cast<std::size_t>(wanted_.part->number) - 1;
  }

  ReproductionEnd make_part() {
    const std::string which = fmt::format("part {}/{}", wanted_.part->number, wanted_.part->of);
    ReproductionEnd end;
    std::set<std::string> keys;
    std::map<std::string, std::vector<std::string>> failures;
    try {
      for (const Plan& plan : plans_)
        for (const Job& job : plan.list.jobs)
          if (is_ours(job.key) && keys.insert(job.key).second)
            made(*plan.item, job, which, failures);
    } catch (const Stopped&) {
      end.interrupted = true;
    }
    for (const auto& [reason, fits] : failures)
      note(fmt::format("{} could not be fitted: {}", fmt::join(fits, "; "), reason));
    if (!end.interrupted)
      end.text = fmt::format("{}: {} of {} fits, in {}\n", which, keys.size(), places_.size(),
                             (out_ / "fits").string());
    return end;
  }

  void note(const std::string& text) const {
    if (events_.note) events_.note(text);
  }

  /// What is to be done, before it is begun.
  void announce() {
    std::set<std::string> keys;
    double seconds = 0.0;
    bool all_known = true;
    for (const Plan& plan : plans_)
      for (const Job& job : plan.list.jobs) {
        if (plan.finished || !is_ours(job.key) || store_.has(job.key) ||
            !keys.insert(job.key).second)
          continue;
        seconds += job.seconds;
        all_known = all_known && job.seconds > 0.0;
      }
    to_do_ = keys.size();
    if (to_do_ == 0) return note("no fit is left to do");
    const int threads = wanted_.threads > 0 ? wanted_.threads : hardware_threads();
    std::string time;
    if (seconds > 0.0 && !wanted_.extent.smoke)
      time = fmt::format(", {} {} on {} thread{} by the costs on record",
                         all_known ? "about" : "at least", duration(seconds / threads), threads,
                         threads == 1 ? "" : "s");
    note(fmt::format("{} fits to do{}", to_do_, time));
  }

  std::string carry_out(const Plan& plan, std::size_t number) {
    const Item& item = *plan.item;
    const std::filesystem::path folder = out_ / item.name;
    const std::string which = fmt::format("item {} of {}", number + 1, plans_.size());
    if (plan.finished) {
      note(fmt::format("{}: {} is finished", which, item.name));
      return read_comparison(folder);
    }
    note(fmt::format("{}: {}, {} fits", which, item.name, plan.list.jobs.size()));
    for (const std::string& path : plan.list.missing)
      note(fmt::format("{}: no such file; the run is left out", path));
    Results results(stop_, wanted_.threads, wanted_.seed);
    std::map<std::string, std::vector<std::string>> failures;  // by reason
    for (const Job& job : plan.list.jobs) {
      auto fit = made(item, job, which, failures);
      if (fit) results.add(job.place, std::move(fit));
    }
    Outcome outcome = item.conclude(item, results);
    add_remarks(outcome, plan, failures);
    make_writable_folder(folder);
    return write_item(folder, item, outcome, {plan.state, failures.empty()});
  }

  void add_remarks(Outcome& outcome, const Plan& plan,
                   const std::map<std::string, std::vector<std::string>>& failures) const {
    const Item& item = *plan.item;
    outcome.remarks.insert(outcome.remarks.begin(), item.remarks.begin(), item.remarks.end());
    for (const std::string& text : item.left_out)
      outcome.remarks.push_back(fmt::format("Left out: {}.", text));
    for (const auto& [reason, fits] : failures) {
      const std::set<std::string> labels(fits.begin(), fits.end());
      outcome.remarks.push_back(fmt::format("Could not be fitted ({} fits): {}: {}", fits.size(),
                                            fmt::join(labels, "; "), reason));
    }
    if (!plan.list.missing.empty())
      outcome.remarks.push_back(
          fmt::format("{} data sets are not in {}.", plan.list.missing.size(), wanted_.data));
    for (const Case& c : item.cases)
      if (!wanted_.data.empty() && !source_.reads(c))
        outcome.remarks.push_back(
            fmt::format("Simulated, since there are no published data for it: {}.", c.label));
    if (wanted_.extent.smoke)
      outcome.remarks.emplace_back("A smoke test: sizes are tiny, and verdicts mean nothing.");
  }

  /// The fit of a job, from the folder or made now; null if it cannot be made.
  std::shared_ptr<const StoredFit> made(const Item& item, const Job& job, const std::string& which,
                                        std::map<std::string, std::vector<std::string>>& failures) {
    if (stop_.stop_requested()) throw Stopped{};
    if (auto stored = store_.read(job.key)) return std::make_shared<StoredFit>(std::move(*stored));
    const FitPlan& plan = item.fits[job.place.fit];
    const std::string what = fmt::format("{} ({}, {})", which, item.name, plan.label);
    try {
      auto stored = std::make_shared<StoredFit>(fitted(item, job, what));
      store_.write(job.key, *stored, job.identity);
      ++done_;
      return stored;
    } catch (const Error& error) {
      if (error.fault() == Fault::output || error.fault() == Fault::write) throw;
      ++done_;
      ++failed_;
      failures[error.what()].push_back(plan.label);
      return nullptr;
    }
  }

  StoredFit fitted(const Item& item, const Job& job, const std::string& what) const {
    const Case& c = item.cases[job.place.which_case];
    const auto x = source_.observations(c, job.observations, job.place.run);
    if (!x) throw Error(Fault::data, "the data have gone");
    FitConfig config = job.config;
    config.threads = wanted_.threads;
    Model model = built_in_model(c.model, x->dimension(), config.model_option);
    front::add_accelerator(model);
    // What the library notes of each of hundreds of fits is in their files.
    Events events;
    if (events_.progress)
      events.progress = [&](const Progress& at) {
        const std::string unit =
            fmt::format("fits; {}, {} of {} {}", what, at.done, at.total, at.unit);
        events_.progress({done_, to_do_, failed_, unit.c_str()});
      };
    StoredFit stored = store_.make(job.key, model, *x, config, events, stop_);
    if (stop_.stop_requested()) throw Stopped{};
    const Fit& fit = stored.fit;
    if (!fit.failure.empty()) throw Error(fit.failure_fault, fit.failure);  // half a fit is none
    return stored;
  }

  const Reproduction& wanted_;
  const Events& events_;
  std::stop_token stop_;
  DataSource source_;
  std::filesystem::path out_;
  FitStore store_;
  std::vector<Plan> plans_;
  std::map<std::string, std::size_t> places_;      // of all fits, by key
  std::size_t to_do_ = 0, done_ = 0, failed_ = 0;  // fits
};

}  // namespace

ReproductionEnd reproduce(const Reproduction& wanted, const Events& events, std::stop_token stop) {
  return Engine(wanted, events, std::move(stop)).run();
}

}  // namespace surefoot::paper
