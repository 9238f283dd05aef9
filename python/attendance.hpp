#pragma once

#include <functional>
#include <stop_token>

#include "gathering.hpp"

namespace surefoot::python {

/// What the thread that called from Python does while the work goes on.
struct Attendant {
  std::function<void(const std::shared_ptr<Batch>&)> simulate;  // fills in the answers
  std::function<void()> look;                                   // now and then
};

/// Runs `work` on a thread of its own, while this one, which holds the GIL and
/// lets go of it whenever it waits, calls the user's simulator, shows progress
/// and looks for signals.  So the simulator runs where the user's own code does,
/// and an interrupt reaches it there.
///
/// Whether the work was interrupted from the keyboard; it is asked to stop then,
/// and what it had finished is kept.  An exception of the simulator, of a signal
/// handler or of the work itself ends the work and is thrown on.
bool attend(Gathering& gathering, const Attendant& attendant,
            const std::function<void(std::stop_token)>& work);

/// Throws Python's KeyboardInterrupt: for work of which nothing is left to keep.
[[noreturn]] void raise_interrupt();

}  // namespace surefoot::python
