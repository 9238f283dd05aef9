#pragma once

#include <string>

namespace surefoot::front {

/// Throws Fault::usage, ending in `why`, in the first of several processes that mpirun started; the
/// others end without a word, and without a failure.  For what each of them would do for itself,
/// over the files of the others.
void require_one_process(const std::string& why);

}  // namespace surefoot::front
