#include <cctype>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>

#include <surefoot/error.hpp>
#include <surefoot/report/atomic_file.hpp>
#include <surefoot/simulators/registry.hpp>

#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string header;
  bool force = false;
};

constexpr std::string_view skeleton =
    R"(// A simulator: replace the example, normal observations, by your own.
#pragma once

#include <vector>

#include <surefoot/model.hpp>

struct MyModel {
  static constexpr int parameters = 2;  // how many parameters there are
  static constexpr int dimension = 1;   // columns of an observation
  static constexpr int latents = 1;     // random numbers that one observation takes

  // One observation at the parameters theta.  Real stands for many numbers at once, with their
  // derivatives: use arithmetic and exp, log, sqrt, pow, sin, erf, lgamma, max, ... without std::,
  // and select(condition, yes, no) in place of if.  All that is random comes from latent.uniform(),
  // between 0 and 1, and latent.normal(), always as many and in the same order.  SUREFOOT_HD, here
  // and before functions of your own that are called here, lets it run on a GPU too.
  template <class Real, class Latent>
  SUREFOOT_HD surefoot::Vec<Real, dimension> operator()(
      const surefoot::Vec<Real, parameters>& theta, Latent& latent) const {
    using namespace surefoot;  // where these functions are
    const Real &mean = theta[0], &sd = theta[1];
    const auto z = latent.normal();
    return {{mean + sd * z}};
  }

  // The parameters in the order of theta: name, lower end, upper end and, where the search should
  // move in logarithms (or logits), a transform.
  static std::vector<surefoot::Parameter> box() {
    return {{"mean", -100.0, 100.0}, {"sd", 0.01, 100.0, surefoot::Transform::log}};
  }
};
)";

// my_model, my-model: MyModel.
std::string struct_name(std::string_view stem) {
  std::string name;
  bool capital = true;
  for (const char c : stem) {
    const auto letter = static_cast<unsigned char>(c);
    const bool part = letter < 0x80 && std::isalnum(letter) != 0;
    if (part) name += capital ? static_cast<char>(std::toupper(letter)) : c;
    capital = !part;
  }
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "Model" + name
                                                                                : name;
}

int run_new(const NewOptions& options) {
  if (options.header.empty())
    throw Error(Fault::usage, "new needs a name for the header: surefoot new my_model.hpp");
  require_header(options.header);
  std::error_code unknown;
  if (!options.force && fs::exists(options.header, unknown))
    throw Error(Fault::output,
                fmt::format("{}: is there already; --force replaces it", options.header));
  const std::string name = struct_name(fs::path(options.header).stem().string());
  std::string text(skeleton);
  constexpr std::string_view placeholder = "MyModel";
  text.replace(text.find(placeholder), placeholder.size(), name);
  write_atomically(options.header, text);
  print(
      fmt::format("{0}: struct {1}, a normal distribution to start from.  Next:\n"
                  "  surefoot compile {0}\n"
                  "  surefoot simulate {0} --theta mean=5,sd=2 --observations 500 --output "
                  "data.csv\n"
                  "  surefoot fit {0} data.csv\n",
                  options.header, name));
  return done;
}

}  // namespace

Action add_new(CLI::App& verb) {
  auto options = std::make_shared<NewOptions>();
  verb.add_option("HEADER", options->header, "the file to write, such as my_model.hpp");
  verb.add_flag("--force", options->force, "replace a file that is there");
  return [options] { return run_new(*options); };
}

}  // namespace surefoot::cli
