#include "bootstrap/draw_loop.hpp"

#include <algorithm>

#include <surefoot/bootstrap/solver.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/prior/dirichlet_process.hpp>

#include "parallel/early_end.hpp"
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

/// The draws of a job as they come, in any order.
class Collection {
 public:
  explicit Collection(const DrawJob& job) : job_(job), rows_(job.numbers.size()) {}

  bool over() const { return end_.reached() || job_.stop.stop_requested(); }

  void keep(MadeDraw made) {
    if (made.error) return end_.fail(made.number, *made.error);
    if (!made.row.finished) return;
    DrawRow& row = rows_[place_of(made.number)];
    if (row.finished) return;  // made twice, since somebody was thought to be lost
    row = std::move(made.row);
    cut_ |= row.prior_cut;
    ++progress_.done;
    progress_.failed += is_failed(row.info.status);
    if (job_.events.draw) job_.events.draw({made.number, row.theta, row.info, row.failed_at});
    if (job_.events.progress) job_.events.progress(progress_);
  }

  Drawn take() {
    if (cut_ && job_.events.warning) job_.events.warning(prior_cut_warning);
    Drawn drawn{{}, end_.failure()};
    drawn.draws.names = job_.space.names();
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (rows_[r].finished) drawn.draws.add(job_.numbers[r], rows_[r].theta, rows_[r].info);
    return drawn;
  }

 private:
  std::size_t place_of(std::uint32_t number) const {
    const auto& list = job_.numbers.list();
    const auto at = std::lower_bound(list.begin(), list.end(), number);
    if (at == list.end() || *at != number)
      throw Error(Fault::internal, "a draw was made that nobody had asked for");
    return static_cast<std::size_t>(at - list.begin());
  }

  const DrawJob& job_;
  std::vector<DrawRow> rows_;
  Progress progress_{0, rows_.size(), 0};
  bool cut_ = false;
  EarlyEnd end_;
};

MadeDraw made_by(const std::function<DrawRow(std::uint32_t)>& one_draw, std::uint32_t number) {
  MadeDraw made{number, {}};
  try {
    made.row = one_draw(number);
    made.row.finished = true;
  } catch (const Interrupted&) {
    // It is left out.
  } catch (const Error& error) {
    made.error = error;
  }
  return made;
}

}  // namespace

std::vector<double> natural_place(const ParameterSpace& space, std::span<const double> eta) {
  std::vector<double> theta(static_cast<std::size_t>(space.size()));
  space.to_natural(eta, theta);
  return theta;
}

DrawRow row_of(const ParameterSpace& space, const Minimum& minimum) {
  DrawRow row = failed_row(static_cast<std::size_t>(space.size()));
  row.info.status = status_of(space, minimum);
  if (is_failed(row.info.status)) {
    if (!minimum.eta.empty()) row.failed_at = natural_place(space, minimum.eta);
    return row;
  }
  space.to_natural(minimum.eta, row.theta);
  row.info.objective = minimum.value;
  row.info.gradient_norm = minimum.gradient_norm;
  row.info.remaining_move = minimum.remaining;
  return row;
}

Drawn make_draws_by(const DrawJob& job, const std::function<void(DrawDesk&)>& work) {
  Collection collection(job);
  LoneCrew alone;
  Crew& crew = job.crew ? *job.crew : alone;
  crew.make({job.numbers, work, [&](MadeDraw made) { collection.keep(std::move(made)); },
             [&] { return collection.over(); }});
  return collection.take();
}

Drawn make_draws(const DrawJob& job, const std::function<DrawRow(std::uint32_t draw)>& one_draw) {
  return make_draws_by(job, [&](DrawDesk& desk) {
    const auto workers = std::min(static_cast<std::size_t>(job.threads), job.numbers.size());
    for_each_index(static_cast<int>(workers), workers, [&](std::size_t) {
      for (auto some = desk.next(1); !some.empty(); some = desk.next(1))
        desk.take(made_by(one_draw, some.front()));
    });
  });
}

}  // namespace surefoot
