#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include <surefoot/draws/draws.hpp>

namespace surefoot {

/// How far a run has come.
struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::size_t failed = 0;
  const char* unit = "draws";  // of what is counted
  std::int64_t calls = 0;      // of a simulator that is a program
};

/// One draw that is finished, natural scale.
struct FinishedDraw {
  std::uint32_t number;
  std::span<const double> theta;
  const DrawInfo& info;
  std::span<const double> failed_at = {};  // as DrawRow's
};

/// What the library tells the outside while it works.  Called from one thread
/// at a time; an empty function is not called.
struct Events {
  std::function<void(const Progress&)> progress;
  std::function<void(const std::string&)> warning;
  std::function<void(const std::string&)> note;
  std::function<void(const FinishedDraw&)> draw = {};  // of methods whose draws are independent

  /// The score of each observation under the best fit, as ObservationScores::inlier has its mean
  /// over draws.  Called at most once, before the first draw, by fits that can tell; computed only
  /// where somebody listens.
  std::function<void(std::span<const double> inlier)> scores = {};
};

/// Thrown out of a minimisation when the run is to stop; its draw is not kept.
struct Interrupted {};

}  // namespace surefoot
