#include <surefoot/error.hpp>

#include "methods/run.hpp"

namespace surefoot {

void abc(Run&) { throw Error(Fault::internal, "not there yet"); }

}  // namespace surefoot
