#include "fuzz/targets.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include <surefoot/error.hpp>

namespace surefoot::fuzz {
namespace {

// Mutations: about half a second for each target.
constexpr std::array all{Target{"text_table", read_text_table, 40'000},
                         Target{"npy", read_npy_array, 40'000},
                         Target{"config_file", read_config_file, 20'000},
                         Target{"paper_item", read_paper_item, 3000},
                         Target{"fit_file", read_fit_file, 60},
                         Target{"fit_rewritten", read_fit_and_write, 20},
                         Target{"simulation_file", read_simulation_file, 60},
                         Target{"journal", read_journal_file, 50'000},
                         Target{"made_draw", read_made_draw, 50'000},
                         Target{"cache_entry", read_cache_entry, 50'000},
                         Target{"model_header", read_model_header, 3000},
                         Target{"program_answer", read_program_answer, 50'000},
                         Target{"setting", read_setting, 50'000},
                         Target{"small_language", read_small_language, 50'000}};

}  // namespace

std::span<const Target> targets() { return all; }

const Target* find_target(std::string_view name) {
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const Target& target) { return target.name == name; });
  return at == all.end() ? nullptr : at;
}

void run(const Target& target, std::string_view bytes) {
  try {
    target.read(bytes);
  } catch (const Error& error) {
    require(error.fault() != Fault::internal, "an error that is not our own fault");
  }
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "surefoot: there must be %s\n", what);
  std::abort();
}

}  // namespace surefoot::fuzz
