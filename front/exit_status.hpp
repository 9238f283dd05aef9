#pragma once

#include <surefoot/error.hpp>

namespace surefoot::front {

/// What the program says by its exit status, after sysexits.h.
enum ExitStatus : int {
  done = 0,
  wrong_usage = 64,
  wrong_data = 65,
  no_device = 69,  // or memory, threads, open files: whatever the machine lacks
  our_fault = 70,
  no_output = 73,
  write_failed = 74,
  interrupted = 130,  // as a shell reports a process that SIGINT ended
};

/// As a shell reports a process that a signal ended: 129 for SIGHUP, 130 for SIGINT, 143 for
/// SIGTERM.
constexpr int status_of_signal(int signal) { return 128 + signal; }

constexpr ExitStatus exit_status(Fault fault) {
  switch (fault) {
    case Fault::usage:
      return wrong_usage;
    case Fault::data:
      return wrong_data;
    case Fault::output:
      return no_output;
    case Fault::write:
      return write_failed;
    case Fault::device:
      return no_device;
    case Fault::internal:
      break;
  }
  return our_fault;
}

}  // namespace surefoot::front
