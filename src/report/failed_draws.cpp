#include "report/failed_draws.hpp"

#include <fmt/format.h>

#include <surefoot/error.hpp>

namespace surefoot {

SortedDraws sort_out_failures(const Draws& draws) {
  SortedDraws sorted;
  sorted.usable.names = sorted.failed.names = draws.names;
  for (std::size_t r = 0; r < draws.rows(); ++r) {
    const bool failed = is_failed(draws.info[r].status);
    sorted.usable_row_of.push_back(static_cast<std::uint32_t>(sorted.usable.rows()));
    if (failed) sorted.failed_rows.push_back(static_cast<std::int64_t>(r));
    (failed ? sorted.failed : sorted.usable).add(draws.index[r], draws.row(r), draws.info[r]);
  }
  return sorted;
}

Draws put_failures_back(const Draws& usable, const Draws& failed,
                        const std::vector<std::int64_t>& failed_rows) {
  Draws all;
  all.names = usable.names;
  std::size_t next = 0, next_failed = 0;
  const std::size_t rows = usable.rows() + failed.rows();
  for (std::size_t r = 0; r < rows; ++r) {
    const bool is_failed =
        next_failed < failed.rows() && failed_rows[next_failed] == static_cast<std::int64_t>(r);
    const Draws& from = is_failed ? failed : usable;
    const std::size_t at = is_failed ? next_failed++ : next++;
    if (at >= from.rows())
      throw Error(Fault::data, fmt::format("\"failed_draws/row\" must ascend and be below the "
                                           "number of draws, {}, but does not",
                                           rows));
    all.add(from.index[at], from.row(at), from.info[at]);
  }
  return all;
}

}  // namespace surefoot
