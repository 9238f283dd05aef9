#pragma once

#include <stdexcept>
#include <string>

namespace surefoot {

/// Why a call could not do its work; each front end maps it once (exit status
/// on the command line, exception class in Python).
enum class Fault { usage, data, output, write, device, internal };

/// The one exception of the library.  Its text says where, what must hold, what
/// was found and what to do, in the user's words and on one line.
class Error : public std::runtime_error {
 public:
  Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_;
};

/// Throws unless `value` is positive and finite.  The message names the
/// quantity as the user wrote it, shows the value and says what would do.
double require_positive(double value, const std::string& name);

/// Throws unless `value` is a whole number between lower and upper.
int require_whole(double value, int lower, int upper, const std::string& name);

/// The member of `known` that `word` was probably meant to be, or an empty
/// string when none is near: for "did you mean" in errors.
template <class Words>
std::string nearest(const std::string& word, const Words& known);

/// How many single-letter edits, or swaps of neighbours, turn one word into the other.
int edit_distance(const std::string& a, const std::string& b);

template <class Words>
std::string nearest(const std::string& word, const Words& known) {
  std::string best;
  int best_distance = 1 + static_cast<int>(word.size()) / 2;  // more edits than that: no likeness
  for (const auto& candidate : known) {
    const int distance = edit_distance(word, std::string(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace surefoot
