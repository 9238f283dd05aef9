#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <surefoot/data/sample.hpp>
#include <surefoot/error.hpp>

namespace surefoot {
namespace {

void require_finite_rectangle(std::span<const double> values, int dimension) {
  if (dimension < 1)
    throw Error(Fault::data,
                fmt::format("observations must have at least 1 column, but have {}", dimension));
  if (values.empty())
    throw Error(Fault::data, "there must be at least 1 observation, but there is none");
  const auto columns = static_cast<std::size_t>(dimension);
  if (values.size() % columns != 0)
    throw Error(Fault::data,
                fmt::format("observations must be whole rows of {}, but there are {} values",
                            dimension, values.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      throw Error(Fault::data,
                  fmt::format("observations must be finite, but row {}, column {} is {}",
                              i / columns + 1, i % columns + 1, values[i]));
}

}  // namespace

Sample::Sample(std::vector<double> values, int dimension) {
  auto owner = std::make_shared<const std::vector<double>>(std::move(values));
  *this = Sample(*owner, dimension, owner);
}

Sample::Sample(std::span<const double> values, int dimension, std::shared_ptr<const void> owner)
    : owner_(std::move(owner)), values_(values), dimension_(static_cast<std::size_t>(dimension)) {
  require_finite_rectangle(values, dimension);
}

Sample Sample::named(std::vector<std::string> names) const {
  if (names.size() != dimension_)
    throw Error(Fault::data, fmt::format("there must be a name for each of {} columns, but there "
                                         "are {}",
                                         dimension_, names.size()));
  Sample result = *this;
  result.names_ = std::make_shared<const std::vector<std::string>>(std::move(names));
  return result;
}

std::string Sample::label(int column) const {
  if (names_) return (*names_)[static_cast<std::size_t>(column)];
  return dimension_ == 1 ? "x" : fmt::format("x{}", column + 1);
}

}  // namespace surefoot
