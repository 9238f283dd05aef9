#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace surefoot {

/// What a search found that the data do not determine: values of the parameters between which the
/// objective differs by no more than its noise, from one edge of the box to another.
struct Undetermined {
  /// Parameters that are determined together at most.
  struct Group {
    std::vector<std::string> parameters;
    std::string determined = {};  ///< what of them is, as "a + b"; empty: nothing simple
    int combinations = 0;         ///< how many combinations of them are determined
  };

  bool looked_for = false;                      ///< some optimisers leave nothing to look at
  bool everywhere = false;                      ///< the objective is the same in the whole box
  std::vector<Group> groups = {};               ///< none: all parameters are determined
  std::vector<std::vector<double>> directions;  ///< flat ones, a step of each parameter, natural
                                                ///< scale, from one end of the box to the other
  std::int64_t simulator_calls = 0;             ///< that it took to look
};

/// As "useless; of a and b only a + b"; empty where all is determined.
std::string to_text(const Undetermined& undetermined);

}  // namespace surefoot
