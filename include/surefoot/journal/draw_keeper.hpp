#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <surefoot/journal/journal.hpp>
#include <surefoot/journal/journal_writer.hpp>

namespace surefoot {

/// Keeps the draws of one run safe: in a journal beside the output as they come, and in the output
/// when it ends.
///
///     DrawKeeper keeper("fit.nc", DrawKeeper::Beginning::resumed, events);
///     keeper.find_earlier(model, observations, config);
///     const Fit result = fit(model, observations, {}, config, keeper.events(), stop,
///                            keeper.continuation());
///     const DrawKeeper::Saved saved = keeper.save(result);
class DrawKeeper {
 public:
  enum class Beginning { anew, resumed };

  /// `events` are those of the run; notes and warnings about its files go there too.  Without an
  /// output there are no files, and earlier draws only if they are added.
  DrawKeeper(std::filesystem::path output, Beginning beginning, Events events);

  /// Looks for draws of an earlier run in journal and output, if the run is to be resumed, and has
  /// it draw on the same device and from the same kind of embedding.  Throws Fault::usage for those
  /// of another run, and for draws that were added to those of a method that makes none for itself.
  /// Draws of an emulated run with a smaller budget are left, and those of a larger one refused.
  void find_earlier(const Model& model, const Sample& observations, FitConfig& config);

  /// Adds draws that are at hand, as those of a file would be.
  void add_earlier(const Fit& fit, const std::string& where);

  Events events();
  Continuation continuation();

  /// Brings what was drawn so far to the disk.
  void flush();

  /// Where the draws are now, if there are any and an output, and what went wrong.
  struct Saved {
    std::filesystem::path place;
    std::optional<Error> failure;
  };

  /// Writes the fit, and takes the journal away once nothing needs it.  What an interrupted run has
  /// is written beside an output that has more, and what cannot be written at all elsewhere.
  Saved save(const Fit& fit);

 private:
  /// Draws of an earlier run, and where they were found.
  struct Earlier {
    std::string where;
    RunIdentity identity;
    Draws draws;
  };

  void read_files();
  void leave_smaller_budgets(const FitConfig& config);
  Draws begin(const Fit& begun);
  void begin_journal(const std::string& head, const Draws& finished);
  void check(const Earlier& earlier, const RunIdentity& identity) const;
  void put_aside_old_journal() const;
  std::filesystem::path place_for(const Fit& fit) const;
  Saved keep_elsewhere(const Fit& fit, const Error& why);
  void note(const std::string& text) const;

  std::filesystem::path output_;
  Beginning beginning_;
  Events events_;
  std::vector<Earlier> earlier_;
  std::size_t journal_bytes_ = 0;          // of a journal that is continued
  std::vector<std::uint32_t> journalled_;  // the draws in it
  std::unique_ptr<JournalWriter> journal_;
  std::mutex journal_mutex_;  // a signal may come while the journal begins
};

}  // namespace surefoot
