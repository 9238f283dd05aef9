#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <surefoot/settings/words.hpp>

namespace surefoot {

/// What is expected of a program: so many rows of so many numbers each.
struct AnswerForm {
  Protocol protocol;
  std::size_t rows;
  std::size_t dimension;

  std::size_t values() const { return rows * dimension; }
};

/// What a program did instead of answering, as the rest of a sentence about it.
struct WrongAnswer {
  std::string what;
};

/// Moves the whole rows at the front of what a program has printed to the end of the answer, as far
/// as it wants any; what stays may be the beginning of a row.  Throws WrongAnswer for a row that is
/// not as many numbers with blanks between them.
void take_answer(const AnswerForm& form, std::string& printed, std::vector<double>& answer);

}  // namespace surefoot
