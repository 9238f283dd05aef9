#include <surefoot/draws/draws.hpp>

namespace surefoot {

std::string_view to_word(DrawStatus status) {
  switch (status) {
    case DrawStatus::converged:
      return "converged";
    case DrawStatus::step_limit:
      return "step-limit";
    case DrawStatus::diverged:
      return "diverged";
    case DrawStatus::simulator_failed:
      return "simulator-failed";
    case DrawStatus::box_edge:
      return "box-edge";
    case DrawStatus::undetermined:
      return "undetermined";
  }
  return "unknown";
}

}  // namespace surefoot
