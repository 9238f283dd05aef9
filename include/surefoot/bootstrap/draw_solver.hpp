#pragma once

#include <surefoot/bootstrap/draw_pictures.hpp>
#include <surefoot/bootstrap/draw_rules.hpp>
#include <surefoot/optim/bfgs_loop.hpp>
#include <surefoot/optim/first_order.hpp>
#include <surefoot/optim/first_order_rules.hpp>
#include <surefoot/optim/metric_loop.hpp>
#include <surefoot/optim/pattern_loop.hpp>

namespace surefoot {

static_assert(std::all_of(optimisers.begin(), optimisers.end(),
                          [](const OptimiserFacts& facts) {
                            using enum OptimiserName;
                            const bool solved_here =
                                facts.name == automatic || facts.name == bfgs ||
                                facts.name == gauss_newton || facts.takes_fresh_noise;
                            return solved_here == (facts.needs != Needs::values);
                          }),
              "DrawSolver::solve must have a case for each optimiser that needs more than values");

/// One minimisation of a draw's objective, and what is done once for the best of
/// them, on either processor.  What an Evaluator must offer is said at DrawAlgorithm.
template <class Evaluator>
class DrawSolver {
 public:
  SUREFOOT_HD static constexpr int one_each(int p) { return p; }
  SUREFOOT_HD static constexpr int square(int p) { return p * p; }

  template <int (*Size)(int)>
  using Numbers = typename Evaluator::template Room<double, Size>;

  /// Where a minimisation has led.
  struct Found {
    Numbers<one_each> eta;
    LoopEnd end;

    SUREFOOT_HD explicit Found(int parameters) : eta(parameters) {}
  };

  SUREFOOT_HD DrawSolver(const DrawPlan& plan, const Edges& box, Evaluator& evaluate)
      : plan_(plan), box_(box), evaluate_(evaluate), p_(plan.parameters) {}

  /// Minimises from a place near mode number `number`, whose spread it takes, and whose
  /// curvature too if it is said to be the same.
  SUREFOOT_HD_CALL Found solve(int number, const double* start, int steps, bool same_curvature) {
    Found found(p_);
    copy(start, p_, found.eta);
    switch (plan_.optimiser) {
      case OptimiserName::gauss_newton: {
        const ModeFacts& mode = plan_.mode[number];
        copy(mode.jacobian, mode.pictures * p_, evaluate_.picture_room(mode.pictures).jacobian);
        by_gauss_newton(number, mode.pictures, steps, unit_of(mode), found);
        break;
      }
      case OptimiserName::automatic:  // decided with the other settings
        break;
      case OptimiserName::bfgs:
        by_bfgs(plan_.mode[number], steps, same_curvature, found);
        if (found.end.ending == Ending::step_limit && found.end.steps < steps)
          by_pattern(plan_.mode[number], steps, found);
        break;
      default:
        if (by_first_order(FirstOrderRules{}, steps, found)) break;
        // By values, with as many evaluations as the settings allow steps.
        if constexpr (Evaluator::searches_values)
          found.end = evaluate_.search_values(plan_.optimiser, steps, found.eta);
        break;
    }
    return found;
  }

  /// What is done once for the best minimum of a draw where Gauss-Newton led to
  /// it: a look at values around it, because the objective jumps, and steps along
  /// pathwise derivatives, which see exactly what they see.  Nothing elsewhere.
  SUREFOOT_HD_CALL void refine(int number, Found& best) {
    if (plan_.optimiser != OptimiserName::gauss_newton || best.end.ending == Ending::failed) return;
    const ModeFacts& mode = plan_.mode[number];
    // Several modes make up for what the Jacobian of one does not see.
    if (plan_.modes == 1 && best.end.ending != Ending::converged)
      step_by_own_jacobian(number, best);
    look_around(mode, best);
    if (plan_.differentiable) {
      Numbers<metric_workspace> memory(p_);
      metric_loop(evaluate_, p_, box_, mode.metric, best.eta, best.end, memory);
    }
    if (best.end.ending == Ending::step_limit && best.end.steps < plan_.steps &&
        best.end.remaining <= certified_move_of_jumps)
      best.end.ending = Ending::converged;
  }

  /// Steps by the Jacobian in the evaluator's memory, which sees what pathwise derivatives miss.
  SUREFOOT_HD_CALL void by_gauss_newton(int number, int rows, int steps,
                                        std::span<const double> unit, Found& found) {
    const GaussNewton rule{.steps = steps, .unit = unit};
    using Residual = PictureResidual<Evaluator>;
    Residual residual{evaluate_, number, rows, evaluate_.target_picture(number)};
    const PictureRoom room = evaluate_.picture_room(rows);
    found.end = GaussNewtonLoop<Residual>(rule, residual, rows, p_, box_, found.eta, room.jacobian,
                                          room.work)
                    .run();
  }

 private:
  SUREFOOT_HD std::span<const double> unit_of(const ModeFacts& mode) const {
    return {mode.sd, static_cast<std::size_t>(mode.sd ? p_ : 0)};
  }

  /// Whether the optimiser is one of these rules, by which it then has minimised.
  template <class... Rule>
  SUREFOOT_HD_CALL bool by_first_order(TypeList<Rule...>, int steps, Found& found) {
    return ((plan_.optimiser == Rule::name &&
             (by_rule(Rule{.step_size = plan_.step_size}, steps, found), true)) ||
            ...);
  }

  template <class Rule>
  SUREFOOT_HD_CALL void by_rule(const Rule& rule, int steps, Found& found) {
    typename Evaluator::template Room<typename Rule::Coordinate, one_each> state(p_);
    Numbers<first_order_workspace> memory(p_);
    found.end = first_order_loop(rule, steps, evaluate_, p_, box_, found.eta, state, memory);
  }

  SUREFOOT_HD_CALL void by_bfgs(const ModeFacts& mode, int steps, bool same_curvature,
                                Found& found) {
    const Bfgs rule{
        .steps = steps, .tolerance = mode.tolerance, .noise = plan_.noise, .unit = unit_of(mode)};
    Numbers<square> hessian(p_);
    Numbers<one_each> x(p_);
    Numbers<BfgsLoop<Evaluator>::workspace> memory(p_);
    const bool given = same_curvature && mode.hessian;
    if (given) copy(mode.hessian, p_ * p_, hessian);
    copy(found.eta, p_, x);
    BfgsLoop<Evaluator> loop(rule, evaluate_, p_, box_, x, hessian, memory);
    LoopEnd& end = found.end;
    end = loop.run(given);
    copy(loop.eta(), p_, found.eta);
    if (end.ending == Ending::step_limit && end.remaining <= certified_move)
      end.ending = Ending::converged;
    // Nothing is left to gain, though some direction may not matter at all: no move to speak of.
    if (end.ending == Ending::converged && end.remaining > certified_move) end.remaining = NAN;
  }

  /// Values alone, where gradients lead nowhere.
  SUREFOOT_HD_CALL void by_pattern(const ModeFacts& mode, int steps, Found& found) {
    const PatternSearch search{.evaluations = values_for_a_step * steps, .noise = plan_.noise};
    Numbers<one_each> x(p_);
    Numbers<PatternLoop<Evaluator>::workspace> memory(p_);
    copy(found.eta, p_, x);
    LoopEnd end = PatternLoop<Evaluator>(search, evaluate_, p_, box_, x, memory).run();
    if (!(end.value <= found.end.value)) return;
    if (mode.sd && end.ending == Ending::converged) {
      end.remaining = 0.0;
      for (int k = 0; k < p_; ++k)
        end.remaining = max(end.remaining, search.mesh * box_.scale[k] / mode.sd[k]);
    }
    found.end = end;
    copy(x, p_, found.eta);
  }

  /// Goes on from where the mode's Jacobian led nowhere, by differences there.
  SUREFOOT_HD_CALL void step_by_own_jacobian(int number, Found& best) {
    const ModeFacts& mode = plan_.mode[number];
    Numbers<one_each> step(p_), at(p_);
    for (int k = 0; k < p_; ++k)
      step[k] = own_difference(mode.sd ? mode.sd[k] / box_.scale[k] : 0.0);
    if (!difference_jacobian(evaluate_, number, mode.pictures, p_, box_, best.eta, step, at,
                             evaluate_.picture_room(mode.pictures)))
      return;
    Found found = best;
    by_gauss_newton(number, mode.pictures, plan_.steps, unit_of(mode), found);
    if (found.end.ending != Ending::failed && found.end.value <= best.end.value) best = found;
  }

  /// A few values around the best point: among the jumps, lower ones lie where no derivative, and
  /// no difference over many jumps, points to.
  SUREFOOT_HD_CALL void look_around(const ModeFacts& mode, Found& best) {
    Numbers<one_each> length(p_), low(p_), high(p_), one(p_), along(p_), centre(p_), at(p_);
    for (int k = 0; k < p_; ++k) {
      length[k] = axis_length(mode.rises[k], jump_of_values * std::abs(best.end.value));
      low[k] = -furthest_around;
      high[k] = furthest_around;
      one[k] = 1.0;
      along[k] = 0.0;
    }
    copy(best.eta, p_, centre);
    AlongAxes<Evaluator> around{evaluate_, p_, box_, mode.axes, length, centre, at};
    const LoopEnd end =
        evaluate_.search_around(around, p_, {low, high, one}, values_around(p_), along);
    if (end.ending == Ending::failed || !(end.value < best.end.value)) return;
    best.end.value = end.value;
    around.eta(along, best.eta);
  }

  const DrawPlan& plan_;
  const Edges box_;
  Evaluator& evaluate_;
  const int p_;
};

}  // namespace surefoot
