#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <surefoot/draws/draw_numbers.hpp>
#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// One draw, natural scale; not kept unless it was finished.
struct DrawRow {
  bool finished = false;
  bool prior_cut = false;  // whether its Dirichlet process was cut short
  std::vector<double> theta;
  DrawInfo info;

  /// Where a draw without usable parameters ended, or where it began if the simulator failed there;
  /// empty for other draws, and where that is not known.
  std::vector<double> failed_at = {};
};

/// A draw that was made somewhere, or why it could not be.
struct MadeDraw {
  std::uint32_t number = 0;
  DrawRow row;
  std::optional<Error> error = {};
};

/// A draw on its way between processes of one machine or of machines alike.
std::string to_bytes(const MadeDraw& draw);
/// Throws Fault::internal for bytes of something else.
MadeDraw made_draw_of(std::string_view bytes);

/// Asks a desk for as many draws as it would give at once, where a device wants many.
inline constexpr std::size_t all_that_are_left = static_cast<std::size_t>(-1);

/// Where those who make draws fetch the numbers of draws and bring what they made, from any thread.
class DrawDesk {
 public:
  virtual ~DrawDesk() = default;

  /// Numbers of draws that are to be made now, at most so many; none: no more will come.  May wait.
  virtual std::vector<std::uint32_t> next(std::size_t most) = 0;

  virtual void take(MadeDraw draw) = 0;
};

/// What is to be drawn by a crew.
struct CrewTask {
  const DrawNumbers& numbers;
  /// Makes the draws that a desk asks for in this process, until there are no more.
  std::function<void(DrawDesk& desk)> work;
  /// Takes a draw into the run; from one thread at a time.
  std::function<void(MadeDraw draw)> keep;
  /// Whether nothing more is to be begun.
  std::function<bool()> over;
};

/// Who makes the draws of a run: the threads of this process, other processes, or both.
class Crew {
 public:
  virtual ~Crew() = default;

  /// Comes back when every draw was kept that is to be kept by this process.
  virtual void make(const CrewTask& task) = 0;

  /// How many processes search alike for what the draws start from, at the same time, and which of
  /// them this is.
  virtual int searchers() const { return 1; }
  virtual int searcher() const { return 0; }

  /// How many of its processes are before this one on the same machine: each takes a device of its
  /// own.
  virtual int neighbours_before() const { return 0; }

  /// Puts together what each of them has found: its own values, and 0 in place of those of others.
  /// Throws, in all of them, the error of the first that met one.
  virtual void gather(std::span<double> /*values*/, const std::optional<Error>& error) {
    if (error) throw Error(*error);
  }
};

/// The crew of runs that have no other: this process alone.
class LoneCrew final : public Crew {
 public:
  void make(const CrewTask& task) override;
};

}  // namespace surefoot
