#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/kernels/families.hpp>
#include <surefoot/objective/evaluation.hpp>
#include <surefoot/objective/feature_embedder.hpp>
#include <surefoot/objective/pair_embedder.hpp>
#include <surefoot/objective/sorted_embedder.hpp>

namespace surefoot {
namespace {

/// A sum of kernels, whose parts are summed in different ways.
template <class Real>
class SumEmbedder final : public Embedder<Real> {
 public:
  explicit SumEmbedder(std::vector<std::unique_ptr<Embedder<Real>>> parts)
      : parts_(std::move(parts)) {}

  void take(const Points<Real>& target, std::uint64_t places) override {
    for (auto& part : parts_) part->take(target, places);
  }
  double cross(const Points<Real>& y, double* gradient) override {
    double sum = 0.0;
    for (auto& part : parts_) sum += part->cross(y, gradient);
    return sum;
  }
  double self(const Points<Real>& y, double* gradient) override {
    double sum = 0.0;
    for (auto& part : parts_) sum += part->self(y, gradient);
    return sum;
  }
  std::optional<double> data() override {
    double sum = 0.0;
    for (auto& part : parts_) {
      const auto data = part->data();
      if (!data) return std::nullopt;
      sum += *data;
    }
    return sum;
  }
  typename Embedder<Real>::Sums embed(const Points<Real>& y, bool gradient) override {
    typename Embedder<Real>::Sums sums{0.0, 0.0};
    for (auto& part : parts_) {
      const auto more = part->embed(y, gradient);
      sums.self += more.self;
      sums.cross += more.cross;
    }
    return sums;
  }
  void add_gradient(double a, double c, std::span<double> gradient) override {
    for (auto& part : parts_) part->add_gradient(a, c, gradient);
  }

 private:
  std::vector<std::unique_ptr<Embedder<Real>>> parts_;
};

bool has_grid_form(const AnyFamily& family) {
  return std::visit([]<class F>(const F&) { return !is_none<typename F::Grid>; }, family);
}

bool has_sorted_form(const AnyFamily& family) {
  return std::visit(
      []<class F>(const F& kernel) {
        if constexpr (is_none<typename F::Sorted>)
          return false;
        else
          return kernel.sorted_rate().has_value();
      },
      family);
}

bool has_features(const AnyFamily& family) {
  return std::visit([]<class F>(const F&) { return !is_none<typename F::Spectrum>; }, family);
}

bool features_settle(const AnyFamily& family) {
  return std::visit(
      []<class F>(const F&) {
        if constexpr (is_none<typename F::Spectrum>)
          return false;
        else
          return F::Spectrum::settles;
      },
      family);
}

/// Grids serve all terms of a problem on the line that have a form for them, or none.
std::optional<GridWindow> window_for(const Kernel& kernel, const EvaluationProblem& problem) {
  if (problem.observations->dimension() != 1) return std::nullopt;
  double shortest = std::numeric_limits<double>::infinity(), longest = 0.0;
  for (const KernelTerm& term : kernel.terms())
    if (has_grid_form(family_of(term))) {
      shortest = std::min(shortest, *term.lengthscale);
      longest = std::max(longest, *term.lengthscale);
    }
  if (longest == 0.0) return std::nullopt;
  return choose_grid_window(*problem.observations, problem.scale, shortest, longest);
}

/// Random features change the objective a little, so they wait until pairs would take seconds.
bool features_pay(const EvaluationProblem& problem, const AnyFamily& family) {
  constexpr double most_pairs = 1 << 25;
  const double n = static_cast<double>(problem.observations->size());
  return features_settle(family) && n * problem.simulations > most_pairs;
}

/// Grids have a relative error of 1e-8, and pay once there are pairs enough.
bool grid_pays(const EvaluationProblem& problem) {
  constexpr double least_pairs = 1 << 14;
  const double n = static_cast<double>(problem.observations->size());
  return !problem.exact && n * (problem.simulations + n) >= least_pairs;
}

}  // namespace

std::string Evaluation::text() const {
  std::string text;
  for (const EvaluationPart& part : parts) text += (text.empty() ? "" : "+") + to_word(part.how);
  return text;
}

Evaluation choose_evaluation(Evaluator wanted, const Kernel& kernel,
                             const EvaluationProblem& problem) {
  Evaluation evaluation{.parts = {},
                        .window = window_for(kernel, problem),
                        .places_stay = problem.places_stay,
                        .seed = problem.seed,
                        .dimension = problem.observations->dimension()};
  const bool on_the_line = problem.observations->dimension() == 1;
  const auto serves = [&](Evaluator how, const AnyFamily& family) {
    switch (how) {
      case Evaluator::grid:
        return has_grid_form(family) && evaluation.window.has_value();
      case Evaluator::sorted:
        return on_the_line && has_sorted_form(family);
      case Evaluator::features:
        return has_features(family);
      case Evaluator::pairs:
      case Evaluator::automatic:
        return true;
    }
    return false;
  };
  const auto choose = [&](const AnyFamily& family) {
    if (wanted != Evaluator::automatic) return wanted;
    if (serves(Evaluator::sorted, family)) return Evaluator::sorted;
    if (serves(Evaluator::grid, family) && grid_pays(problem)) return Evaluator::grid;
    if (serves(Evaluator::features, family) && features_pay(problem, family))
      return Evaluator::features;
    return Evaluator::pairs;
  };
  for (const KernelTerm& term : kernel.terms()) {
    const AnyFamily family = family_of(term);
    const Evaluator how = choose(family);
    if (!serves(how, family))
      throw Error(Fault::usage,
                  fmt::format("evaluator {} does not serve kernel {} on {} column{}; auto will do",
                              to_word(how), to_text({term}), problem.observations->dimension(),
                              on_the_line ? "" : "s"));
    auto& parts = evaluation.parts;
    const auto same = std::find_if(parts.begin(), parts.end(),
                                   [&](const EvaluationPart& part) { return part.how == how; });
    if (same == parts.end())
      parts.push_back({how, {term}});
    else
      same->terms.push_back(term);
  }
  if (evaluation.parts.empty()) {
    if (wanted != Evaluator::automatic && wanted != Evaluator::pairs)
      throw Error(Fault::usage, fmt::format("evaluator {} does not serve a kernel of one's own",
                                            to_word(wanted)));
    evaluation.parts.push_back({Evaluator::pairs, {}});
  }
  return evaluation;
}

template <class Real>
std::unique_ptr<Embedder<Real>> make_embedder(const Evaluation& evaluation, const Kernel& kernel) {
  std::vector<std::unique_ptr<Embedder<Real>>> parts;
  for (const EvaluationPart& part : evaluation.parts) {
    switch (part.how) {
      case Evaluator::grid:
        parts.push_back(std::make_unique<GridEmbedder<Real>>(part.terms, *evaluation.window));
        break;
      case Evaluator::sorted:
        for (const KernelTerm& term : part.terms) parts.push_back(make_sorted_embedder<Real>(term));
        break;
      case Evaluator::features:
        for (const KernelTerm& term : part.terms)
          parts.push_back(make_feature_embedder<Real>(term, evaluation.dimension,
                                                      feature_frequencies, evaluation.seed));
        break;
      case Evaluator::pairs:
      case Evaluator::automatic:
        parts.push_back(std::make_unique<PairEmbedder<Real>>(
            part.terms.size() == kernel.terms().size() ? kernel : Kernel(part.terms),
            evaluation.places_stay));
        break;
    }
  }
  if (parts.size() == 1) return std::move(parts.front());
  return std::make_unique<SumEmbedder<Real>>(std::move(parts));
}

template std::unique_ptr<Embedder<float>> make_embedder(const Evaluation&, const Kernel&);
template std::unique_ptr<Embedder<double>> make_embedder(const Evaluation&, const Kernel&);

}  // namespace surefoot
