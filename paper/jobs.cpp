#include "paper/jobs.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "paper/fit_key.hpp"

namespace surefoot::paper {
JobList jobs_of(const Item& item, const DataSource& source, std::uint64_t seed) {
  JobList list;
  const auto add = [&](const Place& place) {
    const FitPlan& plan = item.fits[place.fit];
    const Case& c = item.cases[place.which_case];
    const Point& point = item.points[place.point];
    Job job{.place = place,
            .config = config_of(plan, c, point),
            .observations = point.observations > 0 ? point.observations : c.observations,
            .identity = {},
            .key = {},
            .seconds = plan.seconds};
    // Other seeds are shared by the runs, as the paper's one seed was.
    job.config.seed =
        seed + static_cast<std::uint64_t>(plan.seeds > 1 ? 1 + place.seed : place.run);
    const std::string data = source.identity(c, job.observations, place.run);
    if (data.empty()) {
      list.missing.push_back(source.path(c, place.run));
      return;
    }
    job.identity = fit_identity(c.model, data, job.config);
    job.key = fit_key(c, place.run, job.config, job.identity);
    list.jobs.push_back(std::move(job));
  };
  for (std::size_t f = 0; f < item.fits.size(); ++f)
    for (std::size_t c = 0; c < item.cases.size(); ++c)
      for (std::size_t p = 0; p < item.points.size() && item.fits[f].serves[c]; ++p) {
        const int runs = item.fits[f].runs > 0 ? std::min(item.fits[f].runs, item.runs) : item.runs;
        for (int run = 0; run < runs; ++run)
          for (int s = 0; s < item.fits[f].seeds; ++s) add({f, c, p, run, s});
      }
  std::sort(list.missing.begin(), list.missing.end());
  list.missing.erase(std::unique(list.missing.begin(), list.missing.end()), list.missing.end());
  return list;
}

}  // namespace surefoot::paper
