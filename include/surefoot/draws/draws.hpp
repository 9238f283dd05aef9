#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/error.hpp>

namespace surefoot {

/// How the minimisation of one draw ended.  An outcome, not an error: one bad
/// draw in a thousand must not cost the other 999.
enum class DrawStatus : std::uint8_t {
  converged,
  step_limit,
  diverged,
  simulator_failed,
  box_edge,
  undetermined
};

/// The word that users read for a status.
std::string_view to_word(DrawStatus status);

/// Whether the draw found a minimum inside the box, and no other place is as good.
constexpr bool is_converged(DrawStatus s) { return s == DrawStatus::converged; }

/// Whether the draw found a minimum, inside the box or on its edge.
constexpr bool is_minimum(DrawStatus s) {
  return s == DrawStatus::converged || s == DrawStatus::box_edge;
}

/// Whether the draw has no usable parameters.
constexpr bool is_failed(DrawStatus s) {
  return s == DrawStatus::diverged || s == DrawStatus::simulator_failed;
}

/// What is reported of a draw beside its parameters; `draw_statistics.hpp` says what each means.
struct DrawInfo {
  double objective = 0.0;
  double mmd2 = 0.0;
  double gradient_norm = 0.0;
  double mass = 1.0;
  int evaluations = 0;
  std::int64_t simulator_calls = 0;
  int mode = 0;
  double remaining_move = std::numeric_limits<double>::quiet_NaN();
  bool resolved = false;
  bool improved = false;
  DrawStatus status = DrawStatus::converged;
};

/// Draws of the posterior: row r is draw `index[r]`, natural scale, the
/// model's order of parameters.  A failed draw keeps its row, filled with NaN.
struct Draws {
  std::vector<std::string> names;
  std::vector<std::uint32_t> index;
  std::vector<double> values;  // rows x names.size()
  std::vector<DrawInfo> info;

  std::size_t rows() const { return index.size(); }
  void add(std::uint32_t number, std::span<const double> theta, const DrawInfo& what) {
    index.push_back(number);
    values.insert(values.end(), theta.begin(), theta.end());
    info.push_back(what);
  }
  std::span<const double> row(std::size_t r) const {
    return std::span(values).subspan(r * names.size(), names.size());
  }
};

/// A draw that was solved again with twice the simulations, to see what those change.
struct DoubledDraw {
  std::uint32_t number;
  double share;  // of the posterior variance that its move stands for
  std::int64_t simulator_calls;
};

/// A draw beside which the simulator was tried, half a posterior sd away in each parameter.
struct TriedNeighbours {
  std::uint32_t number;
  std::vector<std::string> failing;  // parameters in which it fails there
  std::int64_t simulator_calls;
};

/// The draws that were finished, and what ended the run before all of them were.
struct Drawn {
  Draws draws;
  std::optional<Error> failure = {};
};

}  // namespace surefoot
