#include "paper/item.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>
#include <surefoot/simulators/registry.hpp>

#include "front/toml_text.hpp"
#include "hash.hpp"
#include "paper/kinds.hpp"
#include "text.hpp"

namespace surefoot::paper {
namespace {

constexpr int most_runs = 10'000;
constexpr int most_observations = 10'000'000;

void take(FitConfig& config, const std::vector<front::NamedText>& settings) {
  for (const front::NamedText& setting : settings) {
    try {
      set(config, setting.name, setting.text);
    } catch (const Error& error) {
      throw Error(error.fault(), fmt::format("{}: {}", setting.where, error.what()));
    }
  }
}

std::map<std::string, double> named_numbers(const Section& section, const std::string& key) {
  std::map<std::string, double> values;
  for (const front::NamedText& entry : section.settings(key)) {
    const auto value = parse_number(entry.text);
    if (!value || !std::isfinite(*value))
      section.refuse(key, fmt::format("{} must be a finite number", entry.name));
    values[entry.name] = *value;
  }
  return values;
}

Case read_case(const Section& section) {
  Case c;
  c.label = section.text("label");
  c.model = section.text("model");
  c.model_option = named_numbers(section, "model-option");
  c.observations = section.whole("observations", 1, most_observations);
  c.generator = section.text("data-generator", "");
  c.contaminate = section.text("contaminate", "");
  c.file = section.text("file", "");
  (void)section.has("smoke");  // a layer, of which somebody else knows
  try {
    const Model model = built_in_model(c.model, 0, c.model_option);
    c.truth = model.truth;
    c.names = model.parameters.names();
    for (const auto& [name, value] : named_numbers(section, "truth"))
      c.truth[static_cast<std::size_t>(model.parameters.index(name))] = value;
  } catch (const Error& error) {
    section.refuse("model", error.what());
  }
  section.finish();
  return c;
}

std::vector<Case> read_cases(const Section& item, const Extent& extent) {
  const Section common = item.table("data");
  std::vector<Case> cases;
  for (const Section& section : item.tables("case")) {
    // What the smoke test says of the data is meant for every case, so it lies above them.
    Section layered = common.under(section).under(item.table("all-data"));
    if (extent.smoke) layered = layered.under(section.table("smoke"));
    cases.push_back(read_case(layered));
  }
  if (cases.empty()) item.refuse("case", "an item needs at least one [[case]]");
  return cases;
}

Role read_role(const Section& section) {
  const std::string word = section.text("role");
  for (const Role role : {Role::paper, Role::standard, Role::rival})
    if (word == to_word(role)) return role;
  section.refuse("role", fmt::format("role must be paper, default or rival, but is {}",
                                     surefoot::in_quotes(word)));
}

/// Settings of the file are for its fits; a method that has no use for one leaves it alone.
void override_settings(FitConfig& config, const std::vector<front::NamedText>& settings) {
  std::vector<front::NamedText> used = settings;
  std::erase_if(used, [&](const front::NamedText& s) { return !applies(s.name, config.method); });
  take(config, used);
}

std::vector<bool> served_cases(const Section& section, const Item& item) {
  const std::vector<std::string> labels = section.texts("cases");
  std::vector<bool> serves;
  for (const Case& c : item.cases)
    serves.push_back(labels.empty() ||
                     std::find(labels.begin(), labels.end(), c.label) != labels.end());
  return serves;
}

FitPlan read_fit(const Section& section, const Section& file, const Item& item,
                 const Extent& extent) {
  FitPlan plan;
  plan.label = section.text("label");
  plan.role = read_role(section);
  plan.published = section.text("published", "");
  if (!plan.published.empty() && item.row(plan.published) == nullptr)
    section.refuse("published", fmt::format("there is no [[published]] row with the label {}",
                                            surefoot::in_quotes(plan.published)));
  plan.config.predictive_draws = 0;
  take(plan.config, file.settings("settings"));
  take(plan.config, section.settings("settings"));
  const auto full = section.settings("full");
  if (extent.full) take(plan.config, full);
  override_settings(plan.config, file.settings("override"));
  if (plan.config.method == Method::npl_mmd) plan.config.check = Check::none;
  plan.where = section.where("settings");
  plan.serves = served_cases(section, item);
  plan.seeds =
      std::min(section.whole("seeds", 1, 1, 1000), file.whole("most-seeds", 1000, 1, 1000));
  plan.runs = section.whole("runs", 0, 0, most_runs);
  const double full_seconds = section.number("full-seconds", 0.0);
  plan.seconds = section.number("seconds", 0.0);
  if (extent.full && full_seconds > 0.0) plan.seconds = full_seconds;
  return plan;
}

void read_fits(const Section& file, Item& item, const Extent& extent) {
  for (const Section& section : file.tables("fit")) {
    FitPlan plan = read_fit(section, file, item, extent);
    const std::string only = section.text("only", "");
    if (!only.empty() && only != "full")
      section.refuse("only",
                     fmt::format("only must be full, but is {}", surefoot::in_quotes(only)));
    section.finish();
    if (!only.empty() && !extent.full)
      item.left_out.push_back(
          fmt::format("{}: only with --full, {} a data set on one core", plan.label,
                      plan.seconds > 0.0 ? fmt::format("about {:.0f} s", plan.seconds) : "long"));
    else if (plan.role == Role::rival && !extent.rivals)
      item.left_out.push_back(fmt::format("{}: not wanted (--without-rivals)", plan.label));
    else
      item.fits.push_back(std::move(plan));
  }
}

Published read_published(const Section& section) {
  Published row;
  row.label = section.text("label");
  row.source = section.text("source");
  row.artefact = section.text("artefact", "");
  row.caution = section.text("caution", "");
  row.runs = section.whole("runs", 0, 0, most_runs);
  row.value = section.rows("value");
  row.sd = section.rows("sd");
  row.at = section.has("at") ? section.numbers("at") : std::vector<double>(row.value.size(), 0.0);
  if (row.value.size() != row.at.size() || (!row.sd.empty() && row.sd.size() != row.at.size()))
    section.refuse("value", "value and sd must have one list of numbers for each number of at");
  section.finish();
  return row;
}

/// Settings that cannot be together, known now and not after hours.
void check_fits(const Item& item) {
  for (const FitPlan& plan : item.fits)
    for (const Case& c : item.cases)
      for (const Point& point : item.points) {
        try {
          validate(config_of(plan, c, point));
        } catch (const Error& error) {
          throw Error(error.fault(), fmt::format("{}: {}", plan.where, error.what()));
        }
      }
}

}  // namespace

FitConfig config_of(const FitPlan& plan, const Case& c, const Point& point) {
  FitConfig config = plan.config;
  config.model_option = c.model_option;
  if (!point.setting.empty()) set(config, point.setting, point.text);
  return config;
}

std::string to_word(Role role) {
  switch (role) {
    case Role::paper:
      return "paper";
    case Role::standard:
      return "default";
    case Role::rival:
      return "rival";
  }
  return {};
}

const Published* Item::row(const std::string& label) const {
  const auto at = std::find_if(published.begin(), published.end(),
                               [&](const Published& row) { return row.label == label; });
  return at == published.end() ? nullptr : &*at;
}

Estimate Published::estimate(double point, std::size_t which_case) const {
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (std::abs(at[i] - point) > 1e-3 * std::abs(point) || which_case >= value[i].size()) continue;
    const bool spread = i < sd.size() && which_case < sd[i].size() && runs > 1;
    // Published deviations divide by the number of runs.
    const double error = spread ? sd[i][which_case] / std::sqrt(runs - 1.0) : unknown;
    return {value[i][which_case], error};
  }
  return {unknown, unknown};
}

Item read_item(const std::string& name, const std::string& file, std::string_view content,
               const Extent& extent) {
  toml::table parsed;
  try {
    parsed = toml::parse(content, file);
  } catch (const toml::parse_error& error) {
    throw Error(Fault::usage, front::parse_complaint(file, error));
  }
  const Section whole(file, {&parsed});
  Section read = whole;
  const Section smoke = whole.table("smoke"), full = whole.table("full");
  if (extent.full) read = read.under(full);
  if (extent.smoke) read = read.under(smoke);
  (void)read.table("smoke"), (void)read.table("full");  // layers, not keys

  Item item;
  item.name = name;
  item.place = read.whole("place", 1000, 1, 1000);
  item.title = read.text("title");
  item.about = read.text("about", item.title);
  item.source = read.text("source", "");
  item.kind = read.text("kind");
  item.remarks = read.texts("remarks");
  item.cases = read_cases(read, extent);
  for (const Section& section : read.tables("published"))
    item.published.push_back(read_published(section));
  read_fits(read, item, extent);
  item.runs = read.whole("runs", 1, 1, most_runs);
  if (extent.runs > 0 && averages_runs(item.kind)) item.runs = extent.runs;
  item.conclude = read_kind(read, item);
  read.finish();
  check_fits(item);
  item.fingerprint = hash_of(content);
  return item;
}

}  // namespace surefoot::paper
