#include "front/ranks/one_process.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "front/exit_status.hpp"

namespace surefoot::front {
namespace {

int number_in(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : otherwise;
}

}  // namespace

void require_one_process(const std::string& why) {
  const int count = std::max(number_in("OMPI_COMM_WORLD_SIZE", 1), number_in("PMI_SIZE", 1));
  if (count <= 1) return;
  // mpirun ends the others as soon as one of them fails, the first one before it has spoken.
  if (std::max(number_in("OMPI_COMM_WORLD_RANK", 0), number_in("PMI_RANK", 0)) > 0)
    std::_Exit(done);
  throw Error(Fault::usage, fmt::format("mpirun started {} processes, but {}", count, why));
}

}  // namespace surefoot::front
