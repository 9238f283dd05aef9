#pragma once

#include <cstddef>
#include <span>
#include <string_view>

// What reads what others wrote, as functions of bytes.  Each must come to an end or throw an Error,
// whatever the bytes are; anything else that happens, a sanitizer's complaint included, is a
// finding.  tests/fuzz/corpus/NAME has bytes to begin from.
namespace surefoot::fuzz {

struct Target {
  std::string_view name;
  void (*read)(std::string_view bytes);
  std::size_t mutations;  ///< of its corpus that the ordinary tests try
};

std::span<const Target> targets();

/// The target of this name; nothing if there is none.
const Target* find_target(std::string_view name);

/// Reads, and takes an Error for the answer that it is.
void run(const Target& target, std::string_view bytes);

/// Ends the program with a line that says what does not hold, unless it does.
void require(bool holds, const char* what);

void read_text_table(std::string_view bytes);
void read_npy_array(std::string_view bytes);
void read_config_file(std::string_view bytes);
void read_paper_item(std::string_view bytes);
void read_fit_file(std::string_view bytes);
void read_fit_and_write(std::string_view bytes);
void read_simulation_file(std::string_view bytes);
void read_journal_file(std::string_view bytes);
void read_made_draw(std::string_view bytes);
void read_cache_entry(std::string_view bytes);
void read_model_header(std::string_view bytes);
void read_program_answer(std::string_view bytes);
void read_setting(std::string_view bytes);
void read_small_language(std::string_view bytes);

}  // namespace surefoot::fuzz
