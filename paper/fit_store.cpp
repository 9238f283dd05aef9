#include "paper/fit_store.hpp"

#include <fstream>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/report/netcdf.hpp>

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

void FitStore::write(const std::string& key, const StoredFit& stored,
                     const std::string& identity) const {
  // The fit last: where it is, the note is.
  const Json note = {{"cpu_seconds", stored.cpu_seconds}, {"fit", identity}};
  write_atomically(note_path(key), note.dump(2) + '\n');
  write_netcdf(stored.fit, fit_path(key));
}

}  // namespace surefoot::paper
