#include "watch/live_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <nlohmann/json.hpp>

namespace surefoot::cli {
namespace {

using LiveJson = nlohmann::ordered_json;

constexpr std::size_t most_shown = 2000, most_unsettled = 150, most_messages = 100;

double seconds_between(std::chrono::steady_clock::time_point first,
                       std::chrono::steady_clock::time_point last) {
  return std::chrono::duration<double>(last - first).count();
}

/// A simulator that fails again and again must not fill a page.
void keep_message(std::vector<std::string>& list, const std::string& text) {
  if (list.size() < most_messages) list.push_back(text);
}

LiveJson number_or_null(double value) {
  return std::isfinite(value) ? LiveJson(value) : LiveJson(nullptr);
}

LiveJson column_of(const ThinnedRows& rows, std::size_t column) {
  LiveJson values = LiveJson::array();
  for (std::size_t r = 0; r < rows.rows(); ++r)
    values.push_back(number_or_null(rows.at(r, column)));
  return values;
}

LiveJson described(const ParameterSpace& space, int k) {
  return {{"name", space[k].name},
          {"lower", number_or_null(space[k].lower)},
          {"upper", number_or_null(space[k].upper)},
          {"held", number_or_null(space.held()[static_cast<std::size_t>(k)])}};
}

void add_unsettled(LiveJson& list, const ThinnedRows& rows, DrawStatus status) {
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    LiveJson values = LiveJson::array();
    for (std::size_t k = 0; k < rows.width(); ++k) values.push_back(number_or_null(rows.at(r, k)));
    list.push_back({{"status", to_word(status)}, {"values", std::move(values)}});
  }
}

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// Where a draw lies, whatever became of it; empty if nobody knows.
std::span<const double> place_of(const FinishedDraw& draw) {
  if (!is_failed(draw.info.status) || all_finite(draw.theta)) return draw.theta;
  return all_finite(draw.failed_at) ? draw.failed_at : std::span<const double>{};
}

double rounded(double score) { return std::round(1e4 * score) / 1e4; }

LiveJson to_json(const LiveScores& scores) {
  LiveJson json{{"columns", scores.columns},
                {"dimension", scores.dimension},
                {"observations", scores.observations},
                {"below_half", scores.below_half},
                {"rows", LiveJson::array()}};
  for (const LiveScores::Row& row : scores.rows)
    json["rows"].push_back({{"observation", row.observation},
                            {"inlier", rounded(row.inlier)},
                            {"values", row.values}});
  return json;
}

/// The columns of numbers.
template <class Content>
void add_parameters(LiveJson& json, const Content& c) {
  json["parameters"] = LiveJson::array();
  const auto add_column = [&](LiveJson column, std::size_t k) {
    column["mean"] = number_or_null(c.sums[k] / static_cast<double>(c.usable));
    column["values"] = column_of(c.shown, k);
    json["parameters"].push_back(std::move(column));
  };
  for (int k = 0; k < c.space.size(); ++k)
    add_column(described(c.space, k), static_cast<std::size_t>(k));
  if (c.mass_is_free)
    add_column({{"name", "mass"}, {"lower", nullptr}, {"upper", nullptr}, {"held", nullptr}},
               c.sums.size() - 1);
}

}  // namespace

LiveState::LiveState(LiveFacts facts, const ParameterSpace& space)
    : facts_(std::move(facts)),
      content_{.at = {},
               .unit = {},
               .counting_since = {},
               .last_count = {},
               .space = space,
               .sums = std::vector<double>(static_cast<std::size_t>(space.size()) + 1),
               .shown = {static_cast<std::size_t>(space.size()) + 1, most_shown},
               .unsettled = {statuses, {static_cast<std::size_t>(space.size()), most_unsettled}},
               .scores = {},
               .no_scores = facts_.no_scores,
               .warnings = {},
               .notes = {}} {}

void LiveState::progress(const Progress& at) {
  const auto now = Clock::now();
  const std::lock_guard lock(mutex_);
  if (content_.phase == Phase::searching) content_.phase = Phase::counting;
  if (content_.unit != at.unit) {
    content_.unit = at.unit;
    content_.counting_since = now;
    content_.counted_before = at.done;
  }
  content_.last_count = now;
  content_.at = at;
}

void LiveState::warning(const std::string& text) {
  const std::lock_guard lock(mutex_);
  keep_message(content_.warnings, text);
}

void LiveState::note(const std::string& text) {
  const std::lock_guard lock(mutex_);
  keep_message(content_.notes, text);
}

void LiveState::scores(std::span<const double> inlier) {
  auto known = std::make_shared<const LiveScores>(scores_to_show(facts_.observations, inlier));
  const std::lock_guard lock(mutex_);
  content_.scores = std::move(known);
}

void LiveState::draw(const FinishedDraw& draw) {
  const std::lock_guard lock(mutex_);
  add(draw);
}

void LiveState::begin(const ParameterSpace& space, const FitConfig& settings,
                      const Draws& earlier) {
  std::string reason = why_no_scores(settings);
  if (reason.empty()) reason = "The search found no fit by which observations could be scored.";
  const std::lock_guard lock(mutex_);
  content_.space = space;
  if (!content_.scores) content_.no_scores = std::move(reason);
  for (std::size_t r = 0; r < earlier.rows(); ++r)
    add({earlier.index[r], earlier.row(r), earlier.info[r]});
}

void LiveState::add(const FinishedDraw& draw) {
  Content& c = content_;
  const DrawStatus kind = draw.info.status;
  const std::size_t status = std::min(static_cast<std::size_t>(kind), statuses - 1);
  ++c.by_status[status];
  const std::span<const double> place = place_of(draw);
  if (!is_converged(kind) && !place.empty()) {
    ++c.placed[status];
    c.unsettled[status].add(place);
  }
  if (is_failed(kind)) return;
  ++c.usable;
  c.mass_is_free |= draw.info.mass != 1.0;
  row_.assign(draw.theta.begin(), draw.theta.end());
  row_.push_back(draw.info.mass);
  for (std::size_t k = 0; k < row_.size(); ++k) c.sums[k] += row_[k];
  c.shown.add(row_);
}

void LiveState::stop() {
  const std::lock_guard lock(mutex_);
  content_.phase = Phase::stopping;
}

void LiveState::write_files() {
  const std::lock_guard lock(mutex_);
  content_.phase = Phase::writing;
}

void LiveState::offer_report() {
  const std::lock_guard lock(mutex_);
  content_.phase = Phase::ended;
}

LiveState::Content LiveState::copy() const {
  const std::lock_guard lock(mutex_);
  return content_;
}

std::string LiveState::json() const {
  constexpr std::array phases{"searching", "counting", "stopping", "writing", "ended"};
  const Content c = copy();
  LiveJson json{{"model", facts_.model},
                {"method", facts_.method},
                {"observations", facts_.observations.size()},
                {"draws_come_singly", facts_.draws_come_singly},
                {"report_file", facts_.report},
                {"phase", phases[static_cast<std::size_t>(c.phase)]},
                {"seconds", seconds_between(began_, Clock::now())},
                {"unit", c.unit},
                {"done", c.at.done},
                {"total", c.at.total},
                {"calls", c.at.calls},
                {"seconds_left", nullptr},
                {"usable", c.usable},
                {"shown", c.shown.rows()},
                {"warnings", c.warnings},
                {"notes", c.notes}};
  if (c.at.done > c.counted_before)
    json["seconds_left"] = seconds_between(c.counting_since, c.last_count) *
                           static_cast<double>(c.at.total - std::min(c.at.done, c.at.total)) /
                           static_cast<double>(c.at.done - c.counted_before);
  json["statuses"] = LiveJson::object();
  json["placed"] = LiveJson::object();
  for (std::size_t s = 0; s < statuses; ++s) {
    const std::string word(to_word(static_cast<DrawStatus>(s)));
    if (c.by_status[s] > 0) json["statuses"][word] = c.by_status[s];
    if (c.placed[s] > 0) json["placed"][word] = c.placed[s];
  }
  json["scores"] = c.scores ? to_json(*c.scores) : LiveJson(nullptr);
  json["no_scores"] = c.no_scores;
  json["ends_with_scores"] = facts_.ends_with_scores;
  add_parameters(json, c);
  json["unsettled"] = LiveJson::array();
  for (std::size_t s = 0; s < statuses; ++s)
    add_unsettled(json["unsettled"], c.unsettled[s], static_cast<DrawStatus>(s));
  return json.dump(-1, ' ', false, LiveJson::error_handler_t::replace);
}

}  // namespace surefoot::cli
