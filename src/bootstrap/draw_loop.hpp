#pragma once

#include <functional>

#include <surefoot/bootstrap/bootstrap.hpp>

namespace surefoot {

/// One draw, natural scale; not kept unless it was finished.
struct DrawRow {
  bool finished = false;
  std::vector<double> theta;
  DrawInfo info;
};

/// A row that has failed, until something better is known.
DrawRow failed_row(std::size_t parameters);

/// Makes every draw of the range on the given number of threads, whatever the
/// method of a bootstrap is.  `one_draw` must be a function of the number of
/// the draw.  A draw that throws Interrupted is left out, and one that throws
/// Error ends the run.
Drawn make_draws(std::vector<std::string> names, DrawRange range, int threads, const Events& events,
                 std::stop_token stop, const std::function<DrawRow(std::uint32_t draw)>& one_draw);

}  // namespace surefoot
