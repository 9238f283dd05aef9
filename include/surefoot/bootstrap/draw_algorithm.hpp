#pragma once

#include <surefoot/bootstrap/draw_solver.hpp>

namespace surefoot {

/// A draw: a minimisation from every mode that could win, the best kept, refined and,
/// for some draws, looked for again from elsewhere.  Written once for either processor.
///
/// An Evaluator is a draw's objective together with the memory to work in:
///
///     double operator()(const double* eta, double* gradient);   infinite where the simulator fails
///     void begin_step(int step);   bool noisy();                as those of Objective
///     auto report(const double* eta);                           its mass and mmd2
///     ModelPicture picture_at(const double* eta, int mode);
///     const double* target_picture(int mode);
///     LoopEnd search_around(around, p, box, evaluations, along);      by values alone
///     LoopEnd search_values(optimiser, evaluations, eta);             only if searches_values
///     bool trim(const double* eta);                                   only if trims
///
///     Room<T, Size>          a type: Size(p) values of type T, made from p
///     picture_room(rows)     a PictureRoom
///     mode_values()          a number for each mode of the plan
template <class Evaluator>
class DrawAlgorithm {
 public:
  using Solver = DrawSolver<Evaluator>;
  using Found = typename Solver::Found;

  SUREFOOT_HD DrawAlgorithm(const DrawPlan& plan, const Edges& box, Evaluator& evaluate)
      : plan_(plan), evaluate_(evaluate), solver_(plan, box, evaluate) {}

  /// Draw number `draw`, which the evaluator has taken; where it ended is in `best`.
  SUREFOOT_HD DrawEnd run(std::uint32_t draw, Found& best) {
    DrawEnd row;
    row.mode = solve_from_modes(best);
    solver_.refine(row.mode, best);
    if (best.end.ending != Ending::failed && plan_.others > 0 && solved_again(plan_.seed, draw))
      solve_again(best, row);
    if constexpr (Evaluator::trims)
      if (plan_.trims) trim_and_solve(row.mode, best);
    return finished(row, best);
  }

  /// The same from one mode alone, where each is a task of its own.
  SUREFOOT_HD DrawEnd run_from(int mode, Found& best) {
    DrawEnd row;
    row.mode = mode;
    best = solver_.solve(mode, plan_.mode[mode].eta, plan_.steps, true);
    return finished(row, best);
  }

 private:
  /// Solves from every mode that could win, the most promising first; which one did.
  SUREFOOT_HD int solve_from_modes(Found& best) {
    double* const value = evaluate_.mode_values();
    for (int k = 0; k < plan_.modes; ++k)
      value[k] = plan_.modes == 1 ? 0.0 : evaluate_(plan_.mode[k].eta, nullptr);
    int winner = 0, solves = 0;
    double reach = INFINITY;
    for (int k = next_mode(value, -1); k >= 0; k = next_mode(value, k)) {
      if (value[k] - reach > best.end.value) break;  // too far behind to catch up
      if (solves++ == plan_.most_solves) break;
      const Found found = solver_.solve(k, plan_.mode[k].eta, plan_.steps, true);
      if (!better(found.end, best.end)) continue;
      best = found;
      winner = k;
      reach = reach_of_descent(plan_.mode[k], value[k] - found.end.value);
    }
    return winner;
  }

  /// The most promising mode after number `last`, or of all if that is -1; -1 if none is left.
  /// Values that are equal count in the order of their modes.
  SUREFOOT_HD int next_mode(const double* value, int last) const {
    int next = -1;
    for (int k = 0; k < plan_.modes; ++k) {
      const bool left = last < 0 || value[k] > value[last] || (value[k] == value[last] && k > last);
      if (left && (next < 0 || value[k] < value[next])) next = k;
    }
    return next;
  }

  /// How far the value can fall between a mode and the draw's minimum.  First-order rules say too
  /// little about where they are heading, and every start gets its turn.
  SUREFOOT_HD double reach_of_descent(const ModeFacts& mode, double fall) const {
    if (!plan_.bounded || !plan_.follows_modes || !mode.sd) return INFINITY;
    return falls_within_reach * max(fall, mode.fall);
  }

  /// Solves from starts that know nothing of the modes; keeps what is better.
  SUREFOOT_HD void solve_again(Found& best, DrawEnd& row) {
    row.resolved = true;
    const int steps = steps_again(plan_.optimiser, plan_.steps);
    for (int i = 0; i < plan_.others; ++i) {
      Found found = solver_.solve(row.mode, plan_.other + i * plan_.parameters, steps, false);
      solver_.refine(row.mode, found);
      const double least = best.end.value - worth_telling * std::abs(best.end.value);
      if (found.end.ending == Ending::failed || !(found.end.value < least)) continue;
      best = found;
      row.improved = true;
    }
  }

  /// Leaves out what the model does not explain of the draw's own data, and minimises again.
  SUREFOOT_HD void trim_and_solve(int mode, Found& best) {
    if (best.end.ending == Ending::failed || !evaluate_.trim(best.eta)) return;
    best = solver_.solve(mode, best.eta, plan_.steps, true);
    solver_.refine(mode, best);
  }

  SUREFOOT_HD DrawEnd finished(DrawEnd row, const Found& best) {
    row.end = best.end;
    if (best.end.ending == Ending::failed) return row;
    // Of noise that is fresh at every step only the last remains.
    const auto report = evaluate_.report(best.eta);
    row.mass = report.mass;
    row.mmd2 = report.mmd2;
    return row;
  }

  const DrawPlan& plan_;
  Evaluator& evaluate_;
  Solver solver_;
};

}  // namespace surefoot
