#include "paper/generated.hpp"

#include <surefoot/simulators/registry.hpp>

namespace surefoot::paper {

std::vector<double> generated(const Case& c, std::span<const double> theta, int points,
                              std::uint64_t seed) {
  const Model model = built_in_model(c.model, 0, c.model_option);
  const Sample x = model.simulate(theta, points, seed);
  std::vector<double> column;
  for (std::size_t i = 0; i < x.size(); ++i) column.push_back(x(i, 0));
  return column;
}

std::pair<double, double> extent_of(const Section& section) {
  const auto ends = section.numbers("extent");
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    section.refuse("extent", "extent must be two numbers, the smaller first");
  return {ends[0], ends[1]};
}

}  // namespace surefoot::paper
