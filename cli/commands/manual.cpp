#include "front/manual.hpp"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <surefoot/error.hpp>

#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

const CLI::App& page_of(const CLI::App& program, const std::string& verb) {
  if (verb.empty()) return program;
  std::vector<std::string> names;
  for (const CLI::App* known : program.get_subcommands({})) {
    if (known->get_name() == verb) return *known;
    names.push_back(known->get_name());
  }
  throw Error(Fault::usage,
              fmt::format("there is no verb {}{}", in_quotes(verb),
                          did_you_mean(nearest(verb, names), ": surefoot --help lists them")));
}

}  // namespace

Action add_manual(CLI::App& verb) {
  auto name = std::make_shared<std::string>();
  verb.add_option("VERB", *name, "say more about this one")->option_text("[VERB]");
  const CLI::App& program = *verb.get_parent();
  return [name, &program] {
    print(manual_page(page_of(program, *name)));
    return done;
  };
}

}  // namespace surefoot::cli
