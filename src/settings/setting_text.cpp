#include "settings/setting_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace surefoot {

namespace {

std::optional<double> read_value(std::string_view text, double*) { return parse_number(text); }

std::optional<Interval> read_value(std::string_view text, Interval*) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto lower = parse_number(trim(text.substr(0, colon)));
  const auto upper = parse_number(trim(text.substr(colon + 1)));
  if (!lower || !upper) return std::nullopt;
  return Interval{*lower, *upper};
}

std::string write_value(double value) { return shortest(value); }
std::string write_value(const Interval& value) {
  return shortest(value.lower) + ':' + shortest(value.upper);
}

bool is_value(double value) { return std::isfinite(value); }
bool is_value(const Interval& value) { return value.lower < value.upper; }  // ends may be infinite

// Anything else could not be read back from what is written.
bool is_name(std::string_view name) {
  return !name.empty() && name == trim(name) && name.find_first_of(",=") == std::string_view::npos;
}

const char* map_form(double*) {
  return "NAME=VALUE pairs separated by commas, with finite values and no name twice";
}
const char* map_form(Interval*) {
  return "NAME=LO:HI pairs separated by commas, with LO below HI and no name twice";
}

}  // namespace

std::string either(const std::vector<std::string>& words) {
  if (words.size() == 1) return words[0];
  return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

std::string SettingType<int>::must_be(Limits<int> limits) {
  return fmt::format("a whole number between {} and {}", limits.lower, limits.upper);
}

std::string SettingType<std::uint64_t>::must_be(Limits<std::uint64_t>) {
  return fmt::format("a whole number between 0 and {}", std::numeric_limits<std::uint64_t>::max());
}

std::string SettingType<double>::must_be(Limits<double> limits) {
  return limits.zero == Zero::allowed ? "a finite number of at least 0"
                                      : "a positive finite number";
}

std::string SettingType<Part>::must_be(Limits<Part>) {
  return fmt::format("K/N with K from 1 to N and N at most {}", most_parts);
}

std::optional<Part> SettingType<Part>::read(std::string_view text, std::string_view&) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = parse_whole<int>(text.substr(0, slash));
  const auto of = parse_whole<int>(text.substr(std::min(slash + 1, text.size())));
  if (!number || !of) return std::nullopt;
  return Part{*number, *of};
}

std::string SettingType<Part>::write(const Part& part) {
  return fmt::format("{}/{}", part.number, part.of);
}

std::optional<Trim> SettingType<Trim>::read(std::string_view text, std::string_view&) {
  if (text == "none") return Trim{};
  const auto tau = parse_number(text);
  return tau && std::isfinite(*tau) ? std::optional<Trim>(Trim{*tau}) : std::nullopt;
}

std::optional<Budget> SettingType<Budget>::read(std::string_view text, std::string_view&) {
  constexpr std::pair<std::string_view, double> units[] = {
      {"min", 60.0}, {"s", 1.0}, {"h", 3600.0}};
  for (const auto& [unit, seconds] : units)
    if (text.ends_with(unit)) {
      const auto amount = parse_number(text.substr(0, text.size() - unit.size()));
      return amount && std::isfinite(*amount)
                 ? std::optional<Budget>(Budget{*amount * seconds, true})
                 : std::nullopt;
    }
  const auto count = parse_number(text);
  return count && std::isfinite(*count) && *count == std::floor(*count)
             ? std::optional<Budget>(Budget{*count, false})
             : std::nullopt;
}

std::string SettingType<Budget>::write(const Budget& budget) {
  return budget.is_time ? shortest(budget.amount) + "s" : fmt::format("{:.0f}", budget.amount);
}

namespace {

constexpr std::string_view cuda_devices = "cuda:";

}  // namespace

std::vector<std::string> SettingType<DeviceChoice>::words() {
  std::vector<std::string> words = SettingType<Device>::words();
  words.push_back("cuda:all");
  return words;
}

std::string SettingType<DeviceChoice>::must_be(Limits<DeviceChoice>) {
  return "auto, cpu, cuda, cuda:N for a device by its number, cuda:N,N for several or cuda:all";
}

std::optional<DeviceChoice> SettingType<DeviceChoice>::read(std::string_view text,
                                                            std::string_view& found) {
  if (!text.starts_with(cuda_devices)) {
    const auto kind = SettingType<Device>::read(text, found);
    return kind ? std::optional<DeviceChoice>(*kind) : std::nullopt;
  }
  DeviceChoice choice = Device::cuda;
  const std::string_view which = text.substr(cuda_devices.size());
  choice.all = which == "all";
  if (choice.all) return choice;
  for (const std::string& word : split(which)) {
    const auto number = parse_whole<int>(word);
    if (!number) return std::nullopt;
    choice.numbers.push_back(*number);
  }
  return choice;
}

std::string SettingType<DeviceChoice>::write(const DeviceChoice& choice) {
  if (choice.all) return fmt::format("{}all", cuda_devices);
  if (choice.numbers.empty()) return to_word(choice.kind);
  return fmt::format("{}{}", cuda_devices, fmt::join(choice.numbers, ","));
}

bool SettingType<DeviceChoice>::allowed(Limits<DeviceChoice>, const DeviceChoice& choice) {
  const bool named = choice.all || !choice.numbers.empty();
  return SettingType<Device>::allowed({}, choice.kind) && (!named || choice.kind == Device::cuda) &&
         !(choice.all && !choice.numbers.empty()) &&
         std::all_of(choice.numbers.begin(), choice.numbers.end(), [](int n) { return n >= 0; });
}

template <class Value>
std::string SettingType<std::map<std::string, Value>>::must_be(Limits<List>) {
  return map_form(static_cast<Value*>(nullptr));
}

template <class Value>
auto SettingType<std::map<std::string, Value>>::read(std::string_view text, std::string_view& found)
    -> std::optional<List> {
  List values;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view pair = text.substr(0, comma);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view name = trim(pair.substr(0, equals));
    std::optional<Value> value;
    if (equals < pair.size())
      value = read_value(trim(pair.substr(equals + 1)), static_cast<Value*>(nullptr));
    const bool sound = value && is_name(name) && is_value(*value);
    const bool last_is_empty = comma + 1 == text.size();
    if (!sound || last_is_empty || !values.emplace(name, *value).second) {
      if (!last_is_empty) found = trim(pair);
      return std::nullopt;
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return values;
}

template <class Value>
std::string SettingType<std::map<std::string, Value>>::write(const List& values) {
  std::string text;
  for (const auto& [name, value] : values)
    text += (text.empty() ? "" : ",") + name + '=' + write_value(value);
  return text;
}

template <class Value>
bool SettingType<std::map<std::string, Value>>::allowed(Limits<List>, const List& values) {
  return std::all_of(values.begin(), values.end(), [](const auto& entry) {
    return is_name(entry.first) && is_value(entry.second);
  });
}

template struct SettingType<std::map<std::string, double>>;
template struct SettingType<std::map<std::string, Interval>>;

}  // namespace surefoot
