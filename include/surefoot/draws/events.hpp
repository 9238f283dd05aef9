#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace surefoot {

/// How far a run has come.
struct Progress {
  std::size_t done;
  std::size_t total;
  std::size_t failed;
  const char* unit = "draws";  // of what is counted
  std::int64_t calls = 0;      // of a simulator that is a program
};

/// What the library tells the outside while it works.  Called from one thread
/// at a time; an empty function is not called.
struct Events {
  std::function<void(const Progress&)> progress;
  std::function<void(const std::string&)> warning;
  std::function<void(const std::string&)> note;
};

/// Thrown out of a minimisation when the run is to stop; its draw is not kept.
struct Interrupted {};

}  // namespace surefoot
