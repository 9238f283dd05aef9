#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <surefoot/bootstrap/landmarks.hpp>

namespace surefoot {

class SearchSteps;

/// A minimum of the objective on the observations, from which draws start.
struct Mode {
  std::vector<double> eta;
  double value = 0.0;
  std::vector<double> hessian = {};  // there, or empty
  std::vector<double> sd = {};       // by which draws' minima lie around it; empty if unknown
  double tolerance = 0.0;            // predicted decrease that counts as none where sd is unknown
  double fall = 0.0;                 // of the value from here to a draw's minimum, typically
  std::vector<double> pilots = {};   // values here of a few draws, the same for all modes
  Linearisation linear = {};         // for Gauss-Newton steps; empty if they are not used
};

/// A curve through the best mode, from one edge of the box to another, along which the objective
/// rises by no more than its noise.
struct FlatPath {
  std::size_t coordinate = 0;    // of eta, that leads along it
  std::vector<double> position;  // of that coordinate in the search box, rising (PlaceInBox)
  std::vector<std::vector<double>> eta;  // there
  bool alone = false;                    // no other coordinate moves
};

/// The minima, best first, and what is known from looking for them.
struct Modes {
  std::vector<Mode> list;
  std::vector<Mode> others;  // further starts, from which some draws are solved again
  OptimiserName optimiser = OptimiserName::bfgs;  // in force
  std::vector<double> shares;      // of each observation that the best explains, if that is asked
  std::vector<std::string> blind;  // parameters whose effect pathwise derivatives miss
  std::vector<FlatPath> flat;      // none: the data determine all parameters
  std::int64_t simulator_calls = 0;
};

/// Looks for the minima once, on the observations with equal weights.
///
/// Unless a start is given: screens the box under the kernel and under a wide
/// one; follows the best points of both, and the model's own data-driven start,
/// downhill while the kernel is narrowed step by step to its own lengthscale;
/// and keeps distinct minima that could win under other weights.  Then compares
/// pathwise derivatives with differences at the best one and, where those see
/// what these miss, turns to Gauss-Newton.  For first-order optimisers only
/// screens.  Tells `steps`, if given, of each part that is done.
Modes find_modes(const Problem& problem, std::stop_token stop = {}, SearchSteps* steps = nullptr);

/// The minima under the prior of the problem, to which those that were found without it and the
/// prior's middle lead.
Modes modes_under_prior(const Problem& problem, Modes modes, std::stop_token stop = {});

}  // namespace surefoot
