#include <span>

#include "paper/commands.hpp"

namespace {

using surefoot::front::reproduce_verb;

constexpr surefoot::front::Verb verbs[] = {
    {reproduce_verb.name, reproduce_verb.description, surefoot::paper::add_reproduce},
    {"bench", "The paper's three experiments timed against its own way of fitting",
     surefoot::paper::add_bench},
};

}  // namespace

int main(int argc, char** argv) {
  const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
  return surefoot::front::run_program("The paper's results again; surefoot starts this program",
                                      verbs, words.subspan(words.empty() ? 0 : 1));
}
