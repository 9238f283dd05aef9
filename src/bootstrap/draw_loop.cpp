#include "bootstrap/draw_loop.hpp"

#include <atomic>
#include <mutex>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/parallel/threads.hpp>

#include "special_numbers.hpp"

namespace surefoot {

DrawRow failed_row(std::size_t parameters) {
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

DrawRow row_of(const ParameterSpace& space, const Minimum& minimum) {
  DrawRow row = failed_row(static_cast<std::size_t>(space.size()));
  row.info.status = status_of(space, minimum);
  if (is_failed(row.info.status)) return row;
  space.to_natural(minimum.eta, row.theta);
  row.info.objective = minimum.value;
  row.info.gradient_norm = minimum.gradient_norm;
  row.info.remaining_move = minimum.remaining;
  return row;
}

Drawn make_draws(const DrawJob& job, const std::function<DrawRow(std::uint32_t draw)>& one_draw) {
  const DrawNumbers& numbers = job.numbers;
  std::vector<DrawRow> rows(numbers.size());
  Progress progress{0, rows.size(), 0};
  std::mutex reporting;
  FirstFailure failure;
  for_each_index(job.threads, rows.size(), [&](std::size_t r) {
    if (job.stop.stop_requested() || failure.any()) return;
    try {
      rows[r] = one_draw(numbers[r]);
    } catch (const Interrupted&) {
      return;
    } catch (const Error& error) {
      return failure.add(r, error);
    }
    rows[r].finished = true;
    const std::lock_guard lock(reporting);
    ++progress.done;
    progress.failed += is_failed(rows[r].info.status);
    if (job.events.draw) job.events.draw({numbers[r], rows[r].theta, rows[r].info});
    if (job.events.progress) job.events.progress(progress);
  });

  Drawn drawn{{}, failure.take()};
  Draws& draws = drawn.draws;
  draws.names = job.space.names();
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (rows[r].finished) draws.add(numbers[r], rows[r].theta, rows[r].info);
  return drawn;
}

}  // namespace surefoot
