#pragma once

#include <exception>
#include <new>
#include <string>

#include <surefoot/draws/events.hpp>
#include <surefoot/error.hpp>

namespace surefoot {

/// While it lives, this thread runs code of a header of the user's own: if that crashes, aborts or
/// ends the program, a line on standard error says that the header did.  Calls may be nested.
class HeaderCall {
 public:
  /// Both texts must outlive it.  Code that crashes leaves the mark, a file, unless that is empty.
  HeaderCall(const std::string& header, const std::string& crash_mark);
  HeaderCall(const HeaderCall&) = delete;
  HeaderCall& operator=(const HeaderCall&) = delete;
  ~HeaderCall();

 private:
  const char* before_;
  const char* mark_before_;
};

/// What the code of a header did that a signal ended: completes "the code of the header ...".
const char* deed_of_signal(int signal);

/// Writes what it did into a file, by nothing but what a handler of signals may use.
void leave_crash_mark(const char* mark, const char* what);

/// The same for code that threw the exception in flight.
std::string what_was_thrown();

/// Calls code of a header.  What it throws that is not ours becomes an Error (Fault::data) that
/// says what; who calls says of which header.
template <class Work>
auto call_header(const std::string& header, const std::string& crash_mark, const Work& work) {
  const HeaderCall call(header, crash_mark);
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw Error(Fault::data, "the code of the header " + what_was_thrown());
  }
}

}  // namespace surefoot
