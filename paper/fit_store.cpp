#include "paper/fit_store.hpp"

#include <algorithm>
#include <fstream>
#include <memory>

#include <surefoot/error.hpp>
#include <surefoot/journal/draw_keeper.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/netcdf.hpp>

#include "paper/cpu_seconds.hpp"

namespace surefoot::paper {

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
                         FitConfig config, const Events& events,
                         const std::stop_token& stop) const {
  using Beginning = DrawKeeper::Beginning;
  std::error_code fault;
  std::filesystem::remove(fit_path(key), fault);  // it could not be read
  auto keeper = std::make_unique<DrawKeeper>(fit_path(key), Beginning::resumed, events);
  try {
    keeper->find_earlier(model, observations, config);
  } catch (const Error&) {  // draws by another version or processor, which are put aside
    keeper = std::make_unique<DrawKeeper>(fit_path(key), Beginning::anew, events);
  }
  std::size_t earlier = 0;
  Continuation continuation = keeper->continuation();
  continuation.finished = [&, begin = continuation.finished](const Fit& begun) {
    Draws draws = begin(begun);
    earlier = draws.rows();
    return draws;
  };
  const double began = cpu_seconds();
  StoredFit stored{
      fit(model, observations, std::nullopt, config, keeper->events(), stop, continuation), 0.0};
  const double draws = static_cast<double>(stored.fit.draws.rows());
  // Those that were there had their time, too.
  stored.cpu_seconds =
      (cpu_seconds() - began) * draws / std::max(draws - static_cast<double>(earlier), 1.0);
  keeper->flush();
  return stored;
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
