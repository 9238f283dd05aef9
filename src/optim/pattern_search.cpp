#include <surefoot/optim/pattern_search.hpp>

namespace surefoot {

Minimum minimise(const PatternSearch& settings, Objective& objective, std::span<const double> start,
                 const Box& box) {
  const std::size_t p = start.size();
  Call evaluate{objective, p};
  std::vector<double> x(start.begin(), start.end());
  std::vector<double> memory(static_cast<std::size_t>(PatternLoop<Call>::workspace(int(p))));
  PatternLoop<Call> loop(settings, evaluate, static_cast<int>(p), edges_of(box), x.data(),
                         memory.data());
  const LoopEnd end = loop.run();
  return minimum_at(std::move(x), end);
}

}  // namespace surefoot
