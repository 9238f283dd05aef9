#include <span>

#include "commands/verbs.hpp"

namespace surefoot::cli {
namespace {

constexpr Verb verbs[] = {
    {"fit", "Draw from the robust posterior of a simulator", add_fit},
    {"compare", "Fit by several methods, and see them beside each other", add_compare},
    {"merge", "One fit from the parts that fit --part made", add_merge},
    {"simulate", "Observations from a model, clean or contaminated", add_simulate},
    {"models", "What is built in: parameters, boxes, options", add_models},
    {"new", "Begin a simulator of your own: a header to fill in", add_new},
    {"compile", "Compile a header of your own, and see what is in it", add_compile},
    {"summary", "The table of a finished fit again", add_summary},
    {"check", "Whether the model of a fit is right, where it is not, what that changes", add_check},
    {"calibrate", "How often the intervals of a fit hold the truth, by repeated sampling",
     add_calibrate},
    {"report", "A page with pictures of one fit, or of several", add_report},
    reproduce_verb,
    {"bench", "Throughput of this machine, in the natural units", add_bench},
    {"doctor", "What is installed and in use here, and what would make it faster", add_doctor},
    {"completion", "Have bash, zsh or fish complete the words of this program", add_completion},
    {"manual", "The manual page of this program, or of a verb, for man", add_manual},
};

}  // namespace
}  // namespace surefoot::cli

int main(int argc, char** argv) {
  const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
  return surefoot::front::run_program(
      "Robust Bayesian inference for simulators by the MMD posterior bootstrap",
      surefoot::cli::verbs, words.subspan(words.empty() ? 0 : 1));
}
