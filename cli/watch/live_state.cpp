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

void LiveState::draw(std::span<const double> theta, const DrawInfo& info) {
  const std::lock_guard lock(mutex_);
  add(theta, info);
}

void LiveState::begin(const ParameterSpace& space, const Draws& earlier) {
  const std::lock_guard lock(mutex_);
  content_.space = space;
  for (std::size_t r = 0; r < earlier.rows(); ++r) add(earlier.row(r), earlier.info[r]);
}

void LiveState::add(std::span<const double> theta, const DrawInfo& info) {
  Content& c = content_;
  const std::size_t status = std::min(static_cast<std::size_t>(info.status), statuses - 1);
  ++c.by_status[status];
  if (is_failed(info.status)) return;
  ++c.usable;
  c.mass_is_free |= info.mass != 1.0;
  row_.assign(theta.begin(), theta.end());
  row_.push_back(info.mass);
  for (std::size_t k = 0; k < row_.size(); ++k) c.sums[k] += row_[k];
  c.shown.add(row_);
  if (!is_converged(info.status)) c.unsettled[status].add(theta);
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
                {"observations", facts_.observations},
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
  for (std::size_t s = 0; s < statuses; ++s)
    if (c.by_status[s] > 0)
      json["statuses"][std::string(to_word(static_cast<DrawStatus>(s)))] = c.by_status[s];
  add_parameters(json, c);
  json["unsettled"] = LiveJson::array();
  for (std::size_t s = 0; s < statuses; ++s)
    add_unsettled(json["unsettled"], c.unsettled[s], static_cast<DrawStatus>(s));
  return json.dump(-1, ' ', false, LiveJson::error_handler_t::replace);
}

}  // namespace surefoot::cli
