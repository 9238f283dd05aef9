#pragma once

#include <memory>
#include <string>

#include <surefoot/fit.hpp>
#include <surefoot/model.hpp>

#include "watch/live_state.hpp"

namespace surefoot::cli {

/// A page on which a run can be watched in a browser of this machine.  One that nobody asked for
/// does nothing.
class Watch {
 public:
  /// Nobody watches.
  Watch();

  /// Begins to serve the page, and says where.  Throws Fault::device where that cannot be.
  Watch(LiveFacts facts, const Model& model);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  /// Events and what was there before, as the run is to be given them: the page learns of them,
  /// too.  May not outlive the watch.
  Events listening(Events told);
  Continuation listening(Continuation continuation, const Model& model);

  /// A signal came.
  void stop();
  /// The draws are made.
  void write_files();

  /// Sends pages that are open to the report, and waits until they have it: a few seconds at most,
  /// and not at all where none is open.
  void see_off(std::string report);

 private:
  class Site;
  std::unique_ptr<Site> site_;
};

}  // namespace surefoot::cli
