#include "bootstrap/draw_loop.hpp"

#include <atomic>
#include <limits>
#include <mutex>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/parallel/threads.hpp>

namespace surefoot {

DrawRow failed_row(std::size_t parameters) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  DrawRow row;
  row.theta.assign(parameters, unknown);
  row.info.status = DrawStatus::simulator_failed;
  row.info.objective = row.info.mmd2 = row.info.gradient_norm = unknown;
  return row;
}

namespace {

/// The error of the first draw, in their order, that met one.
class FirstFailure {
 public:
  bool any() const { return any_; }
  void add(std::size_t draw, const Error& error) {
    const std::lock_guard lock(mutex_);
    any_ = true;
    if (error_ && draw_ < draw) return;
    error_ = error;
    draw_ = draw;
  }
  std::optional<Error> take() { return std::move(error_); }

 private:
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::size_t draw_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Drawn make_draws(std::vector<std::string> names, DrawRange range, int threads, const Events& events,
                 std::stop_token stop, const std::function<DrawRow(std::uint32_t draw)>& one_draw) {
  std::vector<DrawRow> rows(range.last - range.first);
  Progress progress{0, rows.size(), 0};
  std::mutex reporting;
  FirstFailure failure;
  for_each_index(threads, rows.size(), [&](std::size_t r) {
    if (stop.stop_requested() || failure.any()) return;
    try {
      rows[r] = one_draw(range.first + static_cast<std::uint32_t>(r));
    } catch (const Interrupted&) {
      return;
    } catch (const Error& error) {
      return failure.add(r, error);
    }
    rows[r].finished = true;
    const std::lock_guard lock(reporting);
    ++progress.done;
    progress.failed += is_failed(rows[r].info.status);
    if (events.progress) events.progress(progress);
  });

  Drawn drawn{{}, failure.take()};
  Draws& draws = drawn.draws;
  draws.names = std::move(names);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!rows[r].finished) continue;
    draws.index.push_back(range.first + static_cast<std::uint32_t>(r));
    draws.values.insert(draws.values.end(), rows[r].theta.begin(), rows[r].theta.end());
    draws.info.push_back(rows[r].info);
  }
  return drawn;
}

}  // namespace surefoot
