#pragma once

#include <array>
#include <limits>
#include <tuple>

#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// Every status, in the order of its number.
inline constexpr std::array draw_statuses = {DrawStatus::converged, DrawStatus::step_limit,
                                             DrawStatus::diverged,  DrawStatus::simulator_failed,
                                             DrawStatus::box_edge,  DrawStatus::undetermined};

/// One statistic of a draw, as files, Python and documentation have it.
template <class Member>
struct DrawStatistic {
  const char* name;
  Member member;  ///< of DrawInfo; or a function of it, where others decide the statistic
  const char* meaning;
  bool of_free_mass = false;  ///< there only where the mass is free
};
template <class Member>  // clang 14 deduces no arguments of aggregates by itself
DrawStatistic(const char*, Member, const char*, bool = false)->DrawStatistic<Member>;

/// All statistics, in the order of the files.
inline constexpr std::tuple draw_statistics{
    DrawStatistic{
        "objective", &DrawInfo::objective,
        "what the method makes small: A - 2 C or its counterpart of free mass for npl-mmd, minus "
        "the log density for chains, the distance for particles"},
    DrawStatistic{"mmd2", &DrawInfo::mmd2,
                  "MMD^2(P_W, P_theta), data term included, at the mass in force"},
    DrawStatistic{"gradient_norm", &DrawInfo::gradient_norm,
                  "norm of the gradient on the optimiser's scale, projected onto the box"},
    DrawStatistic{"remaining_move", &DrawInfo::remaining_move,
                  "predicted distance to the minimum, in posterior standard deviations"},
    DrawStatistic{"evaluations", &DrawInfo::evaluations, "evaluations of the objective"},
    DrawStatistic{"simulator_calls", &DrawInfo::simulator_calls, "simulated observations"},
    DrawStatistic{"mode", &DrawInfo::mode,
                  "number, from 0, of the minimum on the observations from which it started"},
    DrawStatistic{"mass", &DrawInfo::mass, "estimated clean fraction of the data", true},
    DrawStatistic{"converged", [](const DrawInfo& info) { return is_converged(info.status); },
                  "whether the draw found a minimum inside the box, and no other place is as good"},
    DrawStatistic{"solved_again", &DrawInfo::resolved,
                  "whether it was minimised again from other starts"},
    DrawStatistic{"improved", &DrawInfo::improved, "whether that found a better minimum"},
    DrawStatistic{"status", &DrawInfo::status, "how the minimisation ended"}};

/// The mass as a quantity of the posterior: not a number where the draw failed, as its parameters.
inline double posterior_mass(const DrawInfo& info) {
  return is_failed(info.status) ? std::numeric_limits<double>::quiet_NaN() : info.mass;
}

/// Calls visit(statistic) for each statistic of draws whose mass is free, or is not.
template <class Visit>
constexpr void for_each_statistic(bool mass_is_free, Visit&& visit) {
  const auto one = [&](const auto& statistic) {
    if (mass_is_free || !statistic.of_free_mass) visit(statistic);
  };
  std::apply([&](const auto&... statistic) { (one(statistic), ...); }, draw_statistics);
}

}  // namespace surefoot
