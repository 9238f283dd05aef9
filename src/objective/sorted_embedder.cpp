#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <surefoot/kernels/families.hpp>
#include <surefoot/objective/sorted_embedder.hpp>

namespace surefoot {
namespace {

/// S_0, S_1, ... of all atoms on one side of a place.
template <class Form>
using State = std::array<double, Form::value.size()>;

/// What takes a state from one place to another.
struct Step {
  double s;
  double decay;
};

template <class Form>
Step make_step(double rate, double distance) {
  if constexpr (!Form::decays) return {rate * distance, 1.0};
  constexpr double reach = 700.0;  // exp(-700) is 1e-304: beyond, 0 times any power of s
  const double s = rate * distance;
  return s < reach ? Step{s, std::exp(-s)} : Step{0.0, 0.0};
}

/// The binomial formula on sum w (s + d)^k exp(-s - d).  Nothing cancels, since all terms are
/// positive.
template <class Form>
State<Form> advance(const State<Form>& from, const Step& step) {
  State<Form> to;
  const auto [s, decay] = step;
  to[0] = decay * from[0];
  if constexpr (Form::value.size() > 1) to[1] = decay * (from[1] + s * from[0]);
  if constexpr (Form::value.size() > 2)
    to[2] = decay * (from[2] + s * (2.0 * from[1] + s * from[0]));
  return to;
}

template <std::size_t N>
double dot(const std::array<double, N>& a, const std::array<double, N>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < N; ++k) sum += a[k] * b[k];
  return sum;
}

/// What atoms do to a point: the sum of the kernel and its derivative in the place of the point.
struct Pull {
  double value;
  double slope;
};

/// One of the points, by its place.  Ties go by index, so that the order of points is a function of
/// the points alone and not of how it was found.
struct Ranked {
  double place;
  int index;
  friend bool operator<(const Ranked& a, const Ranked& b) {
    return a.place != b.place ? a.place < b.place : a.index < b.index;
  }
};

/// The points from left to right.  What `ranked` holds from before is tried first: simulations move
/// little from step to step, and most simulators keep their order.
template <class Real>
void rank(const Points<Real>& points, std::vector<Ranked>& ranked) {
  if (ranked.size() != static_cast<std::size_t>(points.count)) {
    ranked.resize(static_cast<std::size_t>(points.count));
    for (int i = 0; i < points.count; ++i) ranked[static_cast<std::size_t>(i)].index = i;
  }
  for (Ranked& r : ranked) r.place = double(points.coordinates[r.index]);
  if (!std::is_sorted(ranked.begin(), ranked.end())) std::sort(ranked.begin(), ranked.end());
}

/// Weighted atoms on a line, each place once, and the states at each from either side.
template <class Form>
class Line {
 public:
  /// Takes the places, which are sorted.
  void place(std::span<const Ranked> ranked, double rate) {
    rate_ = rate;
    places_.clear();
    steps_.clear();
    for (const Ranked& r : ranked) {
      if (!places_.empty()) {
        if (places_.back() == r.place) continue;
        steps_.push_back(make_step<Form>(rate, r.place - places_.back()));
      }
      places_.push_back(r.place);
    }
  }

  /// Takes the weights of the atoms at those places.
  template <class Real>
  void weigh(std::span<const Ranked> ranked, const Real* weights) {
    const std::size_t n = places_.size();
    masses_.assign(n, 0.0);
    std::size_t at = 0;
    for (const Ranked& r : ranked) {
      if (r.place != places_[at]) ++at;
      masses_[at] += double(weights[r.index]);
    }
    left_.resize(n);
    right_.resize(n);
    State<Form> state{};
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0) state = advance<Form>(state, steps_[i - 1]);
      state[0] += masses_[i];
      left_[i] = state;
    }
    state = {};
    for (std::size_t i = n; i-- > 0;) {
      if (i + 1 < n) state = advance<Form>(state, steps_[i]);
      state[0] += masses_[i];
      right_[i] = state;
    }
  }

  std::size_t size() const { return places_.size(); }
  double place(std::size_t i) const { return places_[i]; }
  double mass(std::size_t i) const { return masses_[i]; }

  /// The first place that is not left of y, looked for from `from` on, before which none may be.
  std::size_t find(double y, std::size_t from) const {
    std::size_t reach = 1;
    while (from + reach < places_.size() && places_[from + reach] < y) reach *= 2;
    const auto first = places_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto last =
        places_.begin() + static_cast<std::ptrdiff_t>(std::min(from + reach, places_.size()));
    return static_cast<std::size_t>(std::lower_bound(first, last, y) - places_.begin());
  }

  /// The pull on y of all atoms, given the first place that is not left of it.
  Pull pull(double y, std::size_t at) const {
    const bool tie = at < places_.size() && places_[at] == y;
    const std::size_t beyond = at + std::size_t{tie};
    State<Form> left{}, right{};
    if (at > 0) left = advance<Form>(left_[at - 1], make_step<Form>(rate_, y - places_[at - 1]));
    if (beyond < places_.size())
      right = advance<Form>(right_[beyond], make_step<Form>(rate_, places_[beyond] - y));
    Pull all = combine(left, right);
    if (tie) all.value += Form::value[0] * masses_[at];
    return all;
  }

  /// The pull on place i of the atoms at all others.
  Pull pull_of_others(std::size_t i) const {
    State<Form> left{}, right{};
    if (i > 0) left = advance<Form>(left_[i - 1], steps_[i - 1]);
    if (i + 1 < places_.size()) right = advance<Form>(right_[i + 1], steps_[i]);
    return combine(left, right);
  }

 private:
  Pull combine(const State<Form>& left, const State<Form>& right) const {
    return {dot(Form::value, left) + dot(Form::value, right),
            rate_ * (dot(Form::slope, left) - dot(Form::slope, right))};
  }

  double rate_ = 0.0;
  std::vector<double> places_, masses_;
  std::vector<Step> steps_;                // from each place to the next
  std::vector<State<Form>> left_, right_;  // at each place, of the atoms there and on that side
};

template <class Real, class Form>
class SortedEmbedder final : public Embedder<Real> {
 public:
  explicit SortedEmbedder(double rate) : rate_(rate) {}

  void take(const Points<Real>& target, std::uint64_t places) override {
    assert(target.dimension == 1);
    if (places_ != places) {
      rank(target, ranked_atoms_);
      atoms_.place(ranked_atoms_, rate_);
      places_ = places;
    }
    atoms_.weigh(std::span<const Ranked>(ranked_atoms_), target.weights);
  }

  double cross(const Points<Real>& y, double* gradient) override {
    rank(y, ranked_);
    double sum = 0.0;
    std::size_t at = 0;
    for (const auto& [place, j] : ranked_) {
      at = atoms_.find(place, at);
      const Pull pull = atoms_.pull(place, at);
      const double weight = double(y.weights[j]);
      sum += weight * pull.value;
      if (gradient) gradient[j] += weight * pull.slope;
    }
    return sum;
  }

  double self(const Points<Real>& y, double* gradient) override {
    rank(y, ranked_);
    own_.place(ranked_, rate_);
    own_.weigh(std::span<const Ranked>(ranked_), y.weights);
    double sum = 0.0;
    std::size_t at = 0;
    Pull pull = own_.pull_of_others(0);
    for (const auto& [place, j] : ranked_) {
      if (place != own_.place(at)) pull = own_.pull_of_others(++at);
      const double weight = double(y.weights[j]);
      sum += weight * (pull.value + Form::value[0] * (own_.mass(at) - weight));
      if (gradient) gradient[j] += 2.0 * weight * pull.slope;
    }
    return sum;
  }

  std::optional<double> data() override {
    double sum = 0.0;
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
      const double mass = atoms_.mass(i);
      sum += mass * (atoms_.pull_of_others(i).value + Form::value[0] * mass);
    }
    return sum;
  }

 private:
  double rate_;
  std::optional<std::uint64_t> places_;
  std::vector<Ranked> ranked_atoms_, ranked_;
  Line<Form> atoms_;
  Line<Form> own_;  // the simulated points as their own target
};

}  // namespace

template <class Real>
std::unique_ptr<Embedder<Real>> make_sorted_embedder(const KernelTerm& term) {
  return std::visit(
      []<class F>(const F& kernel) -> std::unique_ptr<Embedder<Real>> {
        if constexpr (!is_none<typename F::Sorted>)
          if (const auto rate = kernel.sorted_rate())
            return std::make_unique<SortedEmbedder<Real, typename F::Sorted>>(*rate);
        return nullptr;
      },
      family_of(term));
}

template std::unique_ptr<Embedder<float>> make_sorted_embedder(const KernelTerm&);
template std::unique_ptr<Embedder<double>> make_sorted_embedder(const KernelTerm&);

}  // namespace surefoot
