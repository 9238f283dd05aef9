#include "paper/fit_key.hpp"

#include <cctype>

#include <fmt/format.h>

#include <surefoot/version.hpp>

#include "hash.hpp"

namespace surefoot::paper {
namespace {

/// Small letters, digits, dots and dashes of a text.
std::string plain(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
    if (kept)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name;
}

}  // namespace

std::string fit_identity(const std::string& model, const std::string& data,
                         const FitConfig& config) {
  std::string text = fmt::format("surefoot {}\nmodel {}\ndata {}\n", version(), model, data);
  for (const std::string& name : setting_names())
    if (name != "threads") text += fmt::format("{} {}\n", name, get(config, name));
  return text;
}

std::string fit_key(const Case& c, int run, const FitConfig& config, const std::string& identity) {
  const std::string spoilt = plain(c.generator + ' ' + c.contaminate);
  return fmt::format("{}_{}_{}_run{}_{:016x}", plain(c.model), to_word(config.method),
                     spoilt.empty() ? "clean" : spoilt, run, hash_of(identity));
}

}  // namespace surefoot::paper
