#pragma once

#include <string>
#include <vector>

namespace surefoot::cli {

/// What was found on this machine.  Texts are empty where there is nothing.
struct Machine {
  std::string version = {}, program = {};
  std::string processor = {};
  int threads = 0;
  std::string instruction_set = {}, widest_set = {};
  std::vector<std::string> devices = {};  // that this build computes on
  bool gpu_here = false;                  // whether an NVIDIA driver is, whatever the build
  bool mpi = false;
  std::string mpirun = {};
  std::string compiler = {}, compiler_version = {}, headers = {}, compiler_problem = {};
  std::string python = {}, python_version = {}, package_version = {};
  std::string browser = {};
};

Machine examined_machine();

/// What would make runs here faster, or make more possible; a sentence each.
std::vector<std::string> advice_for(const Machine& machine);

}  // namespace surefoot::cli
