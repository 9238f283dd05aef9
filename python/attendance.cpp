#include "attendance.hpp"

#include <exception>

#include <nanobind/nanobind.h>

#include <surefoot/bootstrap/draw_objective.hpp>

namespace nb = nanobind;

namespace surefoot::python {
namespace {

constexpr auto pause = std::chrono::milliseconds(50);  // between looks at signals

std::shared_ptr<Batch> wait_for_batch(Gathering& gathering) {
  const nb::gil_scoped_release unlocked;
  return gathering.next(pause);
}

/// Until the work is done, or something is raised.
void serve(Gathering& gathering, const Attendant& attendant) {
  while (true) {
    const std::shared_ptr<Batch> batch = wait_for_batch(gathering);
    if (!batch && gathering.closed()) return;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (attendant.look) attendant.look();
    if (!batch) continue;
    attendant.simulate(batch);
    const nb::gil_scoped_release unlocked;
    gathering.answer(*batch);
  }
}

}  // namespace

bool attend(Gathering& gathering, const Attendant& attendant,
            const std::function<void(std::stop_token)>& work) {
  std::exception_ptr raised, failure;
  bool interrupted = false;
  std::stop_source stop;
  gathering.open();
  std::thread worker([&] {
    try {
      work(stop.get_token());
    } catch (const Interrupted&) {
    } catch (...) {
      failure = std::current_exception();
    }
    gathering.close();
  });
  try {
    serve(gathering, attendant);
  } catch (const nb::python_error& error) {
    interrupted = error.matches(PyExc_KeyboardInterrupt);
    if (!interrupted) raised = std::current_exception();
  } catch (...) {
    raised = std::current_exception();
  }
  {
    const nb::gil_scoped_release unlocked;
    if (interrupted || raised) {
      stop.request_stop();
      gathering.close();
    }
    worker.join();
  }
  if (raised) std::rethrow_exception(raised);
  if (failure) std::rethrow_exception(failure);
  return interrupted;
}

void raise_interrupt() {
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

}  // namespace surefoot::python
