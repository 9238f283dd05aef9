#include <memory>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "commands/verbs.hpp"
#include "front/exit_status.hpp"
#include "front/streams.hpp"
#include "front/terminal.hpp"
#include "machine.hpp"

namespace surefoot::cli {
namespace {

std::string row(const char* name, const std::string& text) {
  return fmt::format("{:<18}{}\n", name, text);
}

std::string or_none(const std::string& text) { return text.empty() ? "none" : text; }

std::string compiler_text(const Machine& machine) {
  if (!machine.compiler_problem.empty()) return "none that can be used";
  return fmt::format("{} ({})", machine.compiler, machine.compiler_version);
}

std::string python_text(const Machine& machine) {
  if (machine.python.empty()) return "none";
  return fmt::format("{} ({}), {}", machine.python, machine.python_version,
                     machine.package_version.empty()
                         ? "without the package surefoot"
                         : "with the package surefoot " + machine.package_version);
}

std::string mpi_text(const Machine& machine) {
  return fmt::format("{}; mpirun: {}", machine.mpi ? "built with it" : "built without it",
                     or_none(machine.mpirun));
}

std::string doctor_text(const Machine& machine) {
  const auto advice = advice_for(machine);
  std::string text = row("surefoot", fmt::format("{}, {}", machine.version, machine.program));
  text += row("processor", fmt::format("{}, {} threads", machine.processor, machine.threads));
  text += row("instruction set", machine.instruction_set);
  text += row("devices", fmt::format("{}", fmt::join(machine.devices, ", ")));
  text += row("MPI", mpi_text(machine));
  text += row("compiler", compiler_text(machine));
  text += row("headers", or_none(machine.headers));
  text += row("Python", python_text(machine));
  text += row("pictures", or_none(machine.browser));
  if (advice.empty()) return text + "\nNothing is missing.\n";
  text += "\nWhat would make it faster, or more possible:\n";
  for (const std::string& sentence : advice) text += "- " + sentence + '\n';
  return text;
}

std::string doctor_json(const Machine& machine) {
  const nlohmann::ordered_json json{{"version", machine.version},
                                    {"program", machine.program},
                                    {"processor", machine.processor},
                                    {"threads", machine.threads},
                                    {"instruction_set", machine.instruction_set},
                                    {"widest_instruction_set", machine.widest_set},
                                    {"devices", machine.devices},
                                    {"nvidia_driver", machine.gpu_here},
                                    {"mpi", machine.mpi},
                                    {"mpirun", machine.mpirun},
                                    {"compiler", machine.compiler},
                                    {"compiler_version", machine.compiler_version},
                                    {"compiler_problem", machine.compiler_problem},
                                    {"headers", machine.headers},
                                    {"python", machine.python},
                                    {"python_version", machine.python_version},
                                    {"package_version", machine.package_version},
                                    {"browser", machine.browser},
                                    {"advice", advice_for(machine)}};
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

Action add_doctor(CLI::App& verb) {
  auto json = std::make_shared<bool>(false);
  verb.add_flag("--json", *json, "print JSON");
  return [json] {
    const Machine machine = examined_machine();
    if (*json)
      print(doctor_json(machine));
    else
      print_text(doctor_text(machine));
    return done;
  };
}

}  // namespace surefoot::cli
