#include "paper/fit_store.hpp"

#include <algorithm>
#include <fstream>

#include <surefoot/error.hpp>
#include <surefoot/journal/draw_keeper.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/netcdf.hpp>

#include "paper/cpu_seconds.hpp"

namespace surefoot::paper {

namespace {

StoredFit make_kept(DrawKeeper keeper, const Model& model, const Sample& observations,
                    FitConfig config, const std::stop_token& stop) {
  keeper.find_earlier(model, observations, config);
  const double began = cpu_seconds();
  double searched = 0.0;  // seconds before the first draw
  std::size_t earlier = 0;
  Continuation continuation = keeper.continuation();
  continuation.finished = [&, begin = continuation.finished](const Fit& begun) {
    searched = cpu_seconds() - began;
    Draws draws = begin(begun);
    earlier = draws.rows();
    return draws;
  };
  StoredFit stored{
      fit(model, observations, std::nullopt, config, keeper.events(), stop, continuation), 0.0};
  const double draws = static_cast<double>(stored.fit.draws.rows());
  // The draws that were there had their time, too.
  const double drawn = cpu_seconds() - began - searched;
  stored.cpu_seconds =
      searched + drawn * draws / std::max(draws - static_cast<double>(earlier), 1.0);
  keeper.flush();
  return stored;
}

}  // namespace

std::optional<StoredFit> FitStore::read(const std::string& key) const {
  if (!has(key)) return std::nullopt;
  try {
    StoredFit stored{read_netcdf(fit_path(key)), 0.0};
    std::ifstream note(note_path(key));
    const Json json = Json::parse(note, nullptr, false);
    const auto seconds = json.is_object() ? json.find("cpu_seconds") : json.end();
    if (seconds != json.end() && seconds->is_number()) stored.cpu_seconds = *seconds;
    return stored;
  } catch (const Error& error) {
    if (error.fault() != Fault::data) throw;
    return std::nullopt;
  }
}

StoredFit FitStore::make(const std::string& key, const Model& model, const Sample& observations,
                         const FitConfig& config, const Events& events,
                         const std::stop_token& stop) const {
  using Beginning = DrawKeeper::Beginning;
  const std::filesystem::path path = fit_path(key);
  std::error_code fault;
  std::filesystem::remove(path, fault);  // it could not be read
  const auto make_from = [&](Beginning beginning) {
    return make_kept(DrawKeeper(path, beginning, events), model, observations, config, stop);
  };
  try {
    if (std::filesystem::exists(journal_path(path), fault)) return make_from(Beginning::resumed);
  } catch (const Error& error) {  // draws by another program or processor, which are put aside
    if (error.fault() != Fault::usage) throw;
  }
  return make_from(Beginning::anew);
}

void FitStore::write(const std::string& key, const StoredFit& stored,
                     const std::string& identity) const {
  // The fit last: where it is, the note is.
  const Json note = {{"cpu_seconds", stored.cpu_seconds}, {"fit", identity}};
  write_atomically(note_path(key), note.dump(2) + '\n');
  write_netcdf(stored.fit, fit_path(key));
  std::error_code fault;
  std::filesystem::remove(journal_path(fit_path(key)), fault);
}

}  // namespace surefoot::paper
