#include "machine.hpp"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <sys/utsname.h>

#include <surefoot/error.hpp>
#include <surefoot/parallel/threads.hpp>
#include <surefoot/simd/dispatch.hpp>
#include <surefoot/version.hpp>

#include "browser.hpp"
#include "front/device/device.hpp"
#include "front/ranks/ranks.hpp"
#include "posix.hpp"
#include "simd/widest.hpp"
#include "simulators/compiler_search.hpp"
#include "simulators/host_compiler.hpp"
#include "simulators/run_program.hpp"
#include "text.hpp"

namespace surefoot::cli {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      return std::string(trim(std::string_view(line).substr(line.find(':') + 1)));
  utsname name{};
  return ::uname(&name) == 0 ? name.machine : "unknown";
}

/// The first line that a program prints; empty if it cannot be run.
std::string first_line_of(const std::vector<std::string>& words) {
  try {
    const Finished run = run_program(words, "");
    if (run.status != 0) return "";
    return std::string(trim(run.output.substr(0, run.output.find('\n'))));
  } catch (const Error&) {
    return "";
  }
}

void find_compiler(Machine& machine) {
  try {
    const std::string identity = HostCompiler().identity();
    machine.compiler = identity.substr(0, identity.find('\n'));
    machine.compiler_version = first_line_of({machine.compiler, "--version"});
    machine.headers = find_headers();
  } catch (const Error& error) {
    machine.compiler_problem = error.what();
  }
}

void find_python(Machine& machine) {
  machine.python = on_the_path("python3");
  if (machine.python.empty()) return;
  constexpr auto question =
      "import importlib.metadata as m, platform\n"
      "try: package = m.version('surefoot')\n"
      "except m.PackageNotFoundError: package = ''\n"
      "print(platform.python_version(), package)";
  const std::string answer = first_line_of({machine.python, "-c", question});
  const std::size_t blank = std::min(answer.find(' '), answer.size());
  machine.python_version = answer.substr(0, blank);
  machine.package_version = trim(answer.substr(blank));
}

}  // namespace

Machine examined_machine() {
  Machine machine{.version = std::string(version()),
                  .program = program_file().string(),
                  .processor = processor_name(),
                  .threads = hardware_threads(),
                  .instruction_set = std::string(instruction_set()),
                  .widest_set = std::string(widest_instruction_set()),
                  .devices = front::devices(),
                  .gpu_here = std::filesystem::exists("/dev/nvidiactl"),
                  .mpi = front::Ranks::can_be_several(),
                  .mpirun = on_the_path("mpirun")};
  find_compiler(machine);
  find_python(machine);
  for (const char* name : browser_names)
    if (machine.browser.empty()) machine.browser = on_the_path(name);
  return machine;
}

std::vector<std::string> advice_for(const Machine& machine) {
  std::vector<std::string> advice;
  if (machine.instruction_set != machine.widest_set)
    advice.push_back(
        fmt::format("this processor has {}, but SUREFOOT_ISA asks for {}: try  unset "
                    "SUREFOOT_ISA",
                    machine.widest_set, machine.instruction_set));
  if (machine.gpu_here && machine.devices.size() == 1)
    advice.push_back(
        "there is an NVIDIA GPU, but this surefoot was built without CUDA: in a clone of its "
        "sources, try  cmake --workflow --preset cuda");
  if (!machine.mpirun.empty() && !machine.mpi)
    advice.push_back(
        "there is mpirun, but this surefoot was built without MPI: in a clone of its sources, try  "
        "cmake --workflow --preset mpi");
  if (!machine.compiler_problem.empty())
    advice.push_back("headers of your own cannot be compiled: " + machine.compiler_problem);
  if (machine.browser.empty())
    advice.push_back(
        "single pictures (surefoot report --figures) need Chromium; pages do not: on Debian, try  "
        "apt-get install chromium");
  return advice;
}

}  // namespace surefoot::cli
