#include "simulators/isolated_failures.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace surefoot {

void IsolatedFailures::count(const std::string& deed, std::span<const double> theta) {
  ++total_;
  // What is thrown may have another text at every theta.
  constexpr std::size_t most = 8;
  const bool known = deeds_.contains(deed) || deeds_.size() < most;
  auto& [times, box] = deeds_[known ? deed : "failed in other ways"];
  ++times;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    if (k == box.size()) box.push_back({theta[k], theta[k]});
    box[k] = {std::min(box[k].lower, theta[k]), std::max(box[k].upper, theta[k])};
  }
}

std::vector<std::string> IsolatedFailures::sentences(const std::vector<std::string>& parameters,
                                                     std::int64_t calls) const {
  std::vector<std::string> list;
  for (const auto& [deed, counted] : deeds_) {
    std::string where;
    for (std::size_t k = 0; k < std::min(parameters.size(), counted.box.size()); ++k) {
      const auto [lower, upper] = counted.box[k];
      where += lower == upper
                   ? fmt::format("{}{} at {:.4g}", k == 0 ? "" : ", ", parameters[k], lower)
                   : fmt::format("{}{} from {:.4g} to {:.4g}", k == 0 ? "" : ", ", parameters[k],
                                 lower, upper);
    }
    list.push_back(fmt::format("in {} of {} calls, with {}, the code of the header {}",
                               counted.times, calls, where, deed));
  }
  return list;
}

}  // namespace surefoot
