#include "methods/first_look.hpp"

#include <fmt/format.h>

#include "data/row_dependence.hpp"

namespace surefoot {

void look_at_rows(const Sample& x, const Events& events) {
  if (const auto found = row_dependence(x); found && events.warning)
    events.warning(fmt::format(
        "rows depend on each other: column {} has a correlation of {:.2f} with the row before it, "
        "so intervals will be too {}; rows must be independent observations (a series is one row)",
        found->column, found->correlation, found->correlation > 0.0 ? "narrow" : "wide"));
  const std::size_t tied = tied_rows(x);
  if (2 * tied > x.size() && x.size() > tied && events.note)
    events.note(fmt::format(
        "{} of {} observations have the same values as another: if they were rounded, so should be "
        "what the simulator returns",
        tied, x.size()));
}

}  // namespace surefoot
