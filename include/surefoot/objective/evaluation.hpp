#pragma once

#include <string>
#include <vector>

#include <surefoot/objective/embedder.hpp>
#include <surefoot/objective/grid_embedder.hpp>
#include <surefoot/settings/words.hpp>

namespace surefoot {

/// Terms of a kernel that are summed in the same way.
struct EvaluationPart {
  Evaluator how;
  std::vector<KernelTerm> terms;  // empty: all of a user's own kernel
};

/// How the kernel sums of a problem are computed, term by term.
struct Evaluation {
  std::vector<EvaluationPart> parts;
  std::optional<GridWindow> window;
  bool places_stay = true;
  std::uint64_t seed = 0;  // of random features
  int dimension = 1;

  /// The words of the parts, joined by plus signs.
  std::string text() const;
};

/// What an evaluation may depend on.
struct EvaluationProblem {
  const Sample* observations;
  double scale;  // of the first column
  int simulations;
  bool exact;        // to rounding: no grids, unless they are wanted
  bool places_stay;  // no pseudo-observations, no resampling
  std::uint64_t seed;
};

/// Random features, for as many frequencies: sums are off by about 1/sqrt of them.
inline constexpr int feature_frequencies = 1024;

/// The fastest way for each term; or the wanted one for all.  Throws
/// Fault::usage if that does not serve some term.
Evaluation choose_evaluation(Evaluator wanted, const Kernel& kernel,
                             const EvaluationProblem& problem);

template <class Real>
std::unique_ptr<Embedder<Real>> make_embedder(const Evaluation& evaluation, const Kernel& kernel);

}  // namespace surefoot
