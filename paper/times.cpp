#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "paper/comparison.hpp"
#include "paper/kinds.hpp"
#include "paper/pictures.hpp"
#include "paper/verdict.hpp"

namespace surefoot::paper {
namespace {

constexpr auto wall = "wall-clock seconds", processor = "CPU seconds";

Estimate seconds_of(const Item& item, const Results& results, const Cell& cell, bool cpu) {
  std::vector<double> seconds;
  for (const StoredFit* stored :
       results.runs({cell.fit, cell.which_case, cell.point, 0, 0}, item.runs))
    seconds.push_back(cpu ? stored->cpu_seconds : stored->fit.seconds);
  return mean_of(seconds);
}

Outcome conclude_times(const Item& item, const Results& results) {
  Outcome outcome;
  const auto ours = [&](const Cell& cell) { return seconds_of(item, results, cell, false); };
  const auto judge = [](const Estimate& published, const Estimate& mine) {
    return verdict_on_seconds(published.value, mine.value);
  };
  outcome.comparison = compare(item, {ours, judge});
  int threads = 0;
  std::set<std::string> devices;
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c) {
      const auto fits = results.runs({f, c, 0, 0, 0}, item.runs);
      if (fits.empty()) continue;
      threads = fits.front()->fit.threads;
      for (const StoredFit* stored : fits) devices.insert(stored->fit.device);
      for (const bool cpu : {false, true})
        outcome.numbers.push_back({item.fits[f].label, to_word(item.fits[f].role),
                                   item.cases[c].label, cpu ? processor : wall,
                                   seconds_of(item, results, {f, c, 0}, cpu), fits.size()});
    }
  outcome.remarks.push_back(
      fmt::format("Seconds are wall clock on {} thread{} of this machine ({}), with whatever else "
                  "it was doing; "
                  "CPU seconds are in numbers.csv. The published ones are from other machines.",
                  threads, threads == 1 ? "" : "s", fmt::join(devices, " or ")));
  outcome.picture = dot_picture(item, outcome.numbers, wall);
  outcome.caption =
      "Mean seconds a data set, on a logarithmic scale; hollow symbols are published.";
  return outcome;
}

}  // namespace

Conclude read_times(const Section&, Item&) { return conclude_times; }

}  // namespace surefoot::paper
