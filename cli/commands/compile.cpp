#include <memory>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/model.hpp>
#include <surefoot/simulators/registry.hpp>

#include "commands/verbs.hpp"
#include "compiler_voice.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

int run_compile(const std::string& header) {
  if (header.empty())
    throw Error(Fault::usage, "compile needs a header: surefoot compile my_model.hpp");
  require_header(header);
  const Plugin plugin = compile_plugin(header, telling_on_standard_error());
  print(
      fmt::format("{}\nplug-in           {}\n", model_text(plugin.model), printable(plugin.file)));
  return done;
}

}  // namespace

Action add_compile(CLI::App& verb) {
  auto header = std::make_shared<std::string>();
  verb.add_option("HEADER", *header, "a simulator as surefoot new writes it");
  return [header] { return run_compile(*header); };
}

}  // namespace surefoot::cli
