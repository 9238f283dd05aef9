#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/journal/merge.hpp>
#include <surefoot/journal/run_identity.hpp>

#include "methods/posterior_edges.hpp"
#include "methods/simulation_share.hpp"

namespace surefoot {
namespace {

/// What parts of one run have in common.
RunIdentity identity_of_part(const Fit& part) {
  RunIdentity identity = identity_of(part);
  for (const char* name : {"draws", "predictive-draws", "predictive-observations"})
    identity.emplace_back(name, get(part.settings, name));
  identity.emplace_back("number of parts", std::to_string(part.settings.part->of));
  return identity;
}

/// Rows of parts must be of the same width, which equal identities of forged files do not say.
void require_alike(std::span<const PartFile> parts) {
  const auto simulates = [](const PartFile& part) { return !part.fit.predictive.index.empty(); };
  const PartFile& first = parts.front();
  const auto other = std::find_if(parts.begin(), parts.end(), simulates);
  const int observations = other == parts.end() ? 0 : other->fit.predictive.observations;
  for (const PartFile& part : parts) {
    if (part.fit.draws.names != first.fit.draws.names)
      throw Error(Fault::data,
                  fmt::format("{} and {} have different parameters", first.name, part.name));
    if (simulates(part) && part.fit.predictive.observations != observations)
      throw Error(Fault::data, fmt::format("{} and {} have simulated data of different sizes",
                                           other->name, part.name));
  }
}

void require_one_run(std::span<const PartFile> parts) {
  if (parts.empty()) throw Error(Fault::data, "there is no part to merge");
  for (const PartFile& part : parts)
    if (!part.fit.settings.part)
      throw Error(Fault::data, fmt::format("{}: this is a fit, but not a part of one", part.name));
  const RunIdentity first = identity_of_part(parts.front().fit);
  for (const PartFile& part : parts) {
    const std::string what = difference(first, identity_of_part(part.fit));
    if (!what.empty())
      throw Error(Fault::data, fmt::format("{} and {} are parts of different runs ({})",
                                           parts.front().name, part.name, what));
  }
  require_alike(parts);
}

bool is_finished(const Fit& part) {
  const DrawShare share = share_of(part.settings);
  return !part.partial && part.draws.rows() == share.last - share.first;
}

void refuse_doubles(std::span<const PartFile> parts) {
  std::map<int, std::string> names;
  for (const PartFile& part : parts) {
    const auto [other, fresh] = names.emplace(part.fit.settings.part->number, part.name);
    if (!fresh)
      throw Error(Fault::data, fmt::format("{} and {} are both part {}", other->second, part.name,
                                           get(part.fit.settings, "part")));
  }
}

/// Calls of the simulator beside those of draws: of the search.
std::int64_t search_calls(const Fit& part) {
  std::int64_t calls = part.simulator_calls;
  for (const DrawInfo& info : part.draws.info) calls -= info.simulator_calls;
  return calls;
}

void add_warnings(Fit& whole, const Fit& part) {
  for (const std::string& text : part.warnings)
    if (std::find(whole.warnings.begin(), whole.warnings.end(), text) == whole.warnings.end())
      whole.warnings.push_back(text);
}

void add_part(Fit& whole, const Fit& part) {
  const auto rows = static_cast<std::uint32_t>(whole.draws.rows());
  for (std::size_t r = 0; r < part.draws.rows(); ++r)
    whole.draws.add(part.draws.index[r], part.draws.row(r), part.draws.info[r]);
  for (const DrawInfo& info : part.draws.info) whole.simulator_calls += info.simulator_calls;
  for (const std::uint32_t row : part.predictive.index)
    whole.predictive.index.push_back(rows + row);
  // A file without simulated data does not say of how many observations they would be.
  whole.predictive.observations =
      std::max(whole.predictive.observations, part.predictive.observations);
  whole.predictive.values.insert(whole.predictive.values.end(), part.predictive.values.begin(),
                                 part.predictive.values.end());
  whole.doubled.insert(whole.doubled.end(), part.doubled.begin(), part.doubled.end());
  whole.neighbours.insert(whole.neighbours.end(), part.neighbours.begin(), part.neighbours.end());
  whole.seconds += part.seconds;
  whole.device_seconds += part.device_seconds;
  add_warnings(whole, part);
}

/// The first part without what is of its draws.
Fit frame_of(Fit part) {
  part.simulator_calls = search_calls(part);
  part.draws = {part.draws.names, {}, {}, {}};
  part.predictive = {};
  part.doubled.clear();
  part.neighbours.clear();
  part.warnings.clear();
  part.seconds = part.device_seconds = 0.0;
  part.settings.part.reset();
  if (part.given) std::erase(*part.given, "part");
  return part;
}

}  // namespace

std::vector<int> missing_parts(std::span<const PartFile> parts) {
  require_one_run(parts);
  std::set<int> there;
  for (const PartFile& part : parts)
    if (is_finished(part.fit)) there.insert(part.fit.settings.part->number);
  std::vector<int> missing;
  for (int number = 1; number <= parts.front().fit.settings.part->of; ++number)
    if (!there.contains(number)) missing.push_back(number);
  return missing;
}

Fit merge_parts(std::vector<PartFile> parts) {
  const std::vector<int> missing = missing_parts(parts);
  refuse_doubles(parts);
  if (!missing.empty())
    throw Error(Fault::data, fmt::format("of {} parts these are missing or not finished: {}",
                                         parts.front().fit.settings.part->of, array_text(missing)));
  std::sort(parts.begin(), parts.end(), [](const PartFile& a, const PartFile& b) {
    return a.fit.settings.part->number < b.fit.settings.part->number;
  });
  Fit whole = frame_of(parts.front().fit);
  for (const PartFile& part : parts) add_part(whole, part.fit);
  const auto warn = [&](const std::string& text) { whole.warnings.push_back(text); };
  judge_simulations(whole, warn);
  judge_neighbours(whole, warn);
  judge_box_edges(whole, warn);
  return whole;
}

std::string array_text(std::span<const int> numbers) {
  std::vector<std::string> runs;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = last + 1) {
    last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    runs.push_back(first == last ? fmt::format("{}", numbers[first])
                                 : fmt::format("{}-{}", numbers[first], numbers[last]));
  }
  return fmt::format("{}", fmt::join(runs, ","));
}

}  // namespace surefoot
