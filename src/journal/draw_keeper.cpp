#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include <surefoot/draws/merged_draws.hpp>
#include <surefoot/error.hpp>
#include <surefoot/journal/draw_keeper.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/output.hpp>

#include "journal/older_fit.hpp"
#include "journal/resumed_embedding.hpp"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

fs::path with_suffix(fs::path path, const char* suffix) { return path += suffix; }

/// As fit.partial.nc of fit.nc.
fs::path partial_name(const fs::path& output) {
  fs::path path = output;
  return path.replace_extension(".partial" + output.extension().string());
}

}  // namespace

DrawKeeper::DrawKeeper(fs::path output, Beginning beginning, Events events)
    : output_(std::move(output)), beginning_(beginning), events_(std::move(events)) {}

void DrawKeeper::find_earlier(const Model& model, const Sample& observations, FitConfig& config) {
  if (beginning_ == Beginning::anew) return;
  if (!draws_are_independent(config.method)) {
    const std::string why =
        fmt::format("the draws of {} depend on each other, so that none can be added later",
                    to_word(config.method));
    if (!earlier_.empty()) throw Error(Fault::usage, why);
    return note(why + ": the run begins anew");
  }
  if (!output_.empty()) read_files();
  if (earlier_.empty())
    return note(
        fmt::format("{}: there is nothing to resume, so the run begins anew", output_.string()));
  const RunIdentity identity = identity_before(model, observations, config);
  for (const Earlier& earlier : earlier_) check(earlier, identity);
  const std::string* device = find(earlier_.front().identity, "device");
  if (config.device == Device::automatic && device)
    config.device = otherwise(*device == "cpu" ? Device::cpu : Device::cuda);
  take_embedding(earlier_.front().identity, config);
  leave_smaller_budgets(config);
}

/// Draws depend on all that was learnt, so that those of a smaller budget have no place among
/// these.
void DrawKeeper::leave_smaller_budgets(const FitConfig& config) {
  std::erase_if(earlier_, [&](const Earlier& earlier) {
    if (!has_larger_budget(config, earlier.identity, earlier.where)) return false;
    note(
        fmt::format("{}: the model is learnt anew with the larger budget, and all draws are made "
                    "anew{}",
                    earlier.where,
                    config.keep_simulations
                        ? fmt::format("; what was simulated is in {}", *config.keep_simulations)
                        : "; its simulations were not kept, so all are made again"));
    if (earlier.where == journal_path(output_)) {
      journal_bytes_ = 0;
      journalled_.clear();
    }
    return true;
  });
}

void DrawKeeper::read_files() {
  const fs::path journal = journal_path(output_);
  if (auto content = read_journal(journal); content && content->draws.rows() > 0) {
    journal_bytes_ = content->bytes;
    journalled_ = content->draws.index;
    earlier_.push_back({journal.string(), std::move(content->identity), std::move(content->draws)});
  }
  std::error_code unknown;
  if (output_.extension() == ".nc" && fs::is_regular_file(output_, unknown))
    add_earlier(read_netcdf(output_), output_.string());
}

void DrawKeeper::add_earlier(const Fit& fit, const std::string& where) {
  earlier_.push_back({where, identity_of(fit), fit.draws});
}

void DrawKeeper::check(const Earlier& earlier, const RunIdentity& identity) const {
  const std::string what = difference(earlier.identity, identity);
  if (!what.empty())
    throw Error(Fault::usage,
                fmt::format("{}: its draws are of another run, and cannot be continued by this one "
                            "({})",
                            earlier.where, what));
}

Events DrawKeeper::events() {
  Events events = events_;
  events.draw = [this, told = events_.draw](const FinishedDraw& draw) {
    if (journal_) journal_->add(draw);
    if (told) told(draw);
  };
  return events;
}

Continuation DrawKeeper::continuation() {
  return {[this](const Fit& begun) { return begin(begun); }};
}

Draws DrawKeeper::begin(const Fit& begun) {
  const RunIdentity identity = identity_of(begun);
  const DrawShare share = share_of(begun.settings);
  Draws finished;
  for (const Earlier& earlier : earlier_) {
    check(earlier, identity);
    for (const std::uint32_t number : earlier.draws.index)
      if (number < share.first || number >= share.last)
        throw Error(Fault::usage,
                    fmt::format("{}: its draw {} is not among those that are wanted, which are {} "
                                "to {}; it would be lost",
                                earlier.where, number + 1, share.first + 1, share.last));
    finished = merged(finished, earlier.draws);
  }
  if (!output_.empty()) begin_journal(journal_head(identity, begun.draws.names), finished);
  if (finished.rows() > 0)
    note(fmt::format("going on from {} of {} draws", finished.rows(), share.last - share.first));
  return finished;
}

/// The journal alone is enough to go on from, whatever becomes of the output.
void DrawKeeper::begin_journal(const std::string& head, const Draws& finished) {
  if (journal_bytes_ == 0) put_aside_old_journal();
  const std::lock_guard lock(journal_mutex_);
  journal_ =
      std::make_unique<JournalWriter>(journal_path(output_), journal_bytes_, head, events_.warning);
  for (std::size_t r = 0; r < finished.rows(); ++r)
    if (!std::binary_search(journalled_.begin(), journalled_.end(), finished.index[r]))
      journal_->add({finished.index[r], finished.row(r), finished.info[r]});
}

void DrawKeeper::put_aside_old_journal() const {
  const fs::path journal = journal_path(output_);
  require_unused_journal(journal);
  const auto old = read_journal(journal);
  if (!old || old->draws.rows() == 0) return;
  const fs::path aside = with_suffix(journal, ".old");
  std::error_code failed;
  fs::rename(journal, aside, failed);
  if (!failed)
    note(
        fmt::format("{}: {} draws of a run that was not finished, which resuming would have "
                    "continued, are now in {}",
                    journal.string(), old->draws.rows(), aside.string()));
}

void DrawKeeper::flush() {
  const std::lock_guard lock(journal_mutex_);
  if (journal_) journal_->flush();
}

fs::path DrawKeeper::place_for(const Fit& fit) const {
  if (!fit.partial) return output_;
  const OlderFit older = older_fit(output_);
  if (!older.complete && older.draws <= fit.draws.rows()) return output_;
  note(fmt::format("{}: left as it was, since it has {}{} draws of an earlier run",
                   output_.string(), older.complete ? "all " : "", older.draws));
  return partial_name(output_);
}

DrawKeeper::Saved DrawKeeper::save(const Fit& fit) {
  if (output_.empty() || fit.draws.rows() == 0) return {};
  try {
    const fs::path place = place_for(fit);
    write_fit(fit, place);
    const bool needed = fit.partial && (place != output_ || output_.extension() != ".nc");
    if (journal_ && !needed) journal_->remove();
    if (journal_ && needed) journal_->flush();
    return {place, std::nullopt};
  } catch (const Error& error) {
    return keep_elsewhere(fit, error);
  }
}

DrawKeeper::Saved DrawKeeper::keep_elsewhere(const Fit& fit, const Error& why) {
  const fs::path journal = journal_path(output_);
  if (journal_ && journal_->flush())
    return {journal, Error(why.fault(), fmt::format("{}; the draws are in {}, from which the run "
                                                    "can be resumed",
                                                    why.what(), journal.string()))};
  std::error_code unknown;
  const fs::path place = fs::temp_directory_path(unknown) /
                         fmt::format("surefoot-{}-{}", ::getpid(), output_.filename().string());
  try {
    write_fit(fit, place);
    return {place,
            Error(why.fault(), fmt::format("{}; the draws are in {}", why.what(), place.string()))};
  } catch (const Error& again) {
    return {{},
            Error(why.fault(),
                  fmt::format("{}; the draws are lost, since {}", why.what(), again.what()))};
  }
}

void DrawKeeper::note(const std::string& text) const {
  if (events_.note) events_.note(text);
}

}  // namespace surefoot
