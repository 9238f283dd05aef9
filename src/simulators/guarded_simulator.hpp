#pragma once

#include <memory>
#include <optional>
#include <string>

#include <surefoot/batch/batch.hpp>

namespace surefoot {

/// The simulator of a header, which is the user's code.
struct HeaderSimulator {
  std::shared_ptr<const BatchSimulator> simulator;
  std::string header;
  std::string crash_mark;  // a file that is there once its code has crashed; empty: none
};

/// Such a simulator with every call of it guarded: see `call_header`.
std::shared_ptr<const BatchSimulator> guarded(HeaderSimulator simulator);

/// What `guarded` was given; nothing for other simulators.
std::optional<HeaderSimulator> inside_guard(const std::shared_ptr<const BatchSimulator>& simulator);

/// What the code of the header did when it crashed; empty if it has not.
std::string earlier_crash(const HeaderSimulator& simulator);

}  // namespace surefoot
