#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <surefoot/data/sample.hpp>
#include <surefoot/error.hpp>

namespace surefoot {

Sample::Sample(std::vector<double> values, int dimension) {
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
  values_ = std::move(values);
  dimension_ = columns;
}

}  // namespace surefoot
