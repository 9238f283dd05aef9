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

}  // namespace surefoot
