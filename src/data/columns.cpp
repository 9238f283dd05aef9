#include "data/columns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <surefoot/error.hpp>

#include "text.hpp"

namespace surefoot {

namespace {

constexpr std::size_t most_columns = 100'000;
constexpr std::size_t most_listed = 20;  // names that an error still shows

[[noreturn]] void refuse_column(const Source& source, const std::string& column, std::size_t count,
                                const std::vector<std::string>& names) {
  if (names.empty())
    source.refuse(fmt::format("has no column {}: its columns are numbered 1 to {}",
                              in_quotes(column), count));
  if (names.size() > most_listed)
    source.refuse(
        fmt::format("has no column {}{}", in_quotes(column), did_you_mean(nearest(column, names))));
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(in_quotes(name));
  source.refuse(fmt::format("has no column {}: its columns are {}{}", in_quotes(column),
                            fmt::join(shown, ", "), did_you_mean(nearest(column, names))));
}

// A header may well consist of years, so names come before numbers.
std::size_t find_column(const Source& source, const std::string& column, std::size_t count,
                        const std::vector<std::string>& names) {
  const auto named = std::find(names.begin(), names.end(), column);
  if (named != names.end()) {
    if (std::find(named + 1, names.end(), column) != names.end())
      source.refuse(fmt::format("must have one column {}, but has several: choose it by number",
                                in_quotes(column)));
    return static_cast<std::size_t>(named - names.begin());
  }
  const auto number = parse_whole<std::size_t>(trim(column));
  if (!number || *number < 1 || *number > count) refuse_column(source, column, count, names);
  return *number - 1;
}

}  // namespace

Columns::Columns(const Source& source, std::size_t count, const std::vector<std::string>& names,
                 const ReadOptions& options)
    : slots_(count, -1) {
  for (const std::string& column : options.columns) {
    const std::size_t c = find_column(source, column, count, names);
    if (slots_[c] >= 0) source.refuse(fmt::format("has column {} chosen twice", in_quotes(column)));
    slots_[c] = static_cast<int>(taken_.size());
    taken_.push_back(c);
  }
  if (options.columns.empty()) {
    taken_.resize(count);
    std::iota(taken_.begin(), taken_.end(), std::size_t{0});
    std::iota(slots_.begin(), slots_.end(), 0);
  }
  const auto wanted = static_cast<std::size_t>(std::max(options.dimension, 0));
  if (wanted == 0 || taken() == wanted) return;
  const char* const remedy = taken() > wanted ? ": choose the columns to use" : "";
  source.refuse(fmt::format("must give the model {} column{}, but {} {}{}", wanted,
                            wanted == 1 ? "" : "s", options.columns.empty() ? "has" : "is to give",
                            taken(), remedy));
}

void require_few_columns(const Source& source, std::size_t count) {
  if (count > most_columns)
    source.refuse(
        fmt::format("must have at most {} columns, but has {}: one observation a row is "
                    "expected",
                    most_columns, count));
}

bool is_one_long_row(std::size_t count, const ReadOptions& options) {
  return count > 1 && options.dimension == 1 && options.columns.empty();
}

ReadResult Rows::finish(const Source& source) {
  if (values_.empty())
    source.refuse(dropped_ == 0
                      ? "must hold at least 1 observation, but holds none"
                      : fmt::format("must hold at least 1 observation, but all {} rows have a "
                                    "value that is missing or not finite",
                                    dropped_));
  ReadResult result;
  result.dropped = dropped_;
  result.observations = Sample(std::move(values_), static_cast<int>(columns_));
  return result;
}

}  // namespace surefoot
