#pragma once

#include <functional>
#include <memory>

#include <tbb/enumerable_thread_specific.h>

#include <surefoot/bootstrap/bootstrap.hpp>
#include <surefoot/draws/crew.hpp>

namespace surefoot {

/// A row that has failed, until something better is known.
DrawRow failed_row(std::size_t parameters);

/// A place of the optimiser, natural scale.
std::vector<double> natural_place(const ParameterSpace& space, std::span<const double> eta);

/// A draw that ended like this.
DrawRow row_of(const ParameterSpace& space, const Minimum& minimum);

/// What is to be drawn, and how.
struct DrawJob {
  const ParameterSpace& space;
  DrawNumbers numbers;
  int threads;
  const Events& events;
  std::stop_token stop;
  Crew* crew = nullptr;  // none: this process alone
};

/// Has every draw of the job made by its crew, of which this process works as `work` does.  An
/// error ends the run.
Drawn make_draws_by(const DrawJob& job, const std::function<void(DrawDesk& desk)>& work);

/// The same by the threads of this process, whatever the method of a bootstrap is.  `one_draw` must
/// be a function of the number of the draw.  A draw that throws Interrupted is left out.
Drawn make_draws(const DrawJob& job, const std::function<DrawRow(std::uint32_t draw)>& one_draw);

/// The same with an objective for each worker, which has taken the draw when
/// `one_draw(objective, draw)` is called; what the draw costs is counted here.
template <class Objective, class OneDraw>
Drawn make_draws(const DrawJob& job, const std::function<std::unique_ptr<Objective>()>& make,
                 OneDraw one_draw) {
  tbb::enumerable_thread_specific<std::unique_ptr<Objective>> objectives(make);
  return make_draws(job, [&](std::uint32_t draw) {
    Objective& objective = *objectives.local();
    const int evaluations = objective.evaluations();
    const std::int64_t calls = objective.simulator_calls();
    objective.begin_draw(draw);
    DrawRow row = one_draw(objective, draw);
    row.info.evaluations = objective.evaluations() - evaluations;
    row.info.simulator_calls = objective.simulator_calls() - calls;
    row.prior_cut = objective.prior_cut();
    return row;
  });
}

}  // namespace surefoot
