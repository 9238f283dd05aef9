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
  /// The name must outlive it.
  explicit HeaderCall(const std::string& header);
  HeaderCall(const HeaderCall&) = delete;
  HeaderCall& operator=(const HeaderCall&) = delete;
  ~HeaderCall();

 private:
  const char* before_;
};

/// What the exception in flight is, in the user's words.
std::string what_was_thrown();

/// Calls code of a header.  What it throws that is not ours becomes an Error (Fault::data) that
/// says what; who calls says of which header.
template <class Work>
auto call_header(const std::string& header, const Work& work) {
  const HeaderCall call(header);
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw Error(Fault::data, what_was_thrown());
  }
}

}  // namespace surefoot
