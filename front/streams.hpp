#pragma once

#include <string>
#include <string_view>

namespace surefoot::front {

/// Thrown when whoever read our standard output has gone away: nobody is left
/// to be told anything.
struct ClosedPipe {};

/// Keeps descriptors 0 to 2 from being given to files that we open: started
/// without them, the program would write its messages into its own output.
void claim_standard_streams();

/// Writes the result, and nothing else, to standard output.  Throws ClosedPipe,
/// or Fault::write if writing fails.
void print(std::string_view text);

/// Writes one line to standard error, where everything but the result goes.
void say(std::string_view message);

/// The same of what went wrong: on a terminal, the program's name is red.
void say_error(std::string_view message);

/// The same of a warning, and says that it is one: on a terminal, in yellow.
void say_warning(std::string_view message);

}  // namespace surefoot::front
