#include <surefoot/report/without_data.hpp>

namespace surefoot {

Fit without_data(Fit fit) {
  if (fit.observations.size() > 0) fit.left_out = fit.observations.size();
  fit.observations = {};
  fit.scores.reset();
  if (fit.check) fit.check->places.clear();
  return fit;
}

}  // namespace surefoot
