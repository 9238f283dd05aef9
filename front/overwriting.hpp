#pragma once

#include <string>
#include <vector>

namespace surefoot::front {

/// A file that a verb reads or writes, and what it is to the user: "data", "report", ...
struct NamedFile {
  std::string role;
  std::string path;  ///< empty: there is none
};

/// Throws Fault::usage if an output would replace an input, or if two outputs are one file.  Links
/// do not hide that.  Devices and pipes, which keep nothing, are left out.
void refuse_overwriting(const std::vector<NamedFile>& inputs,
                        const std::vector<NamedFile>& outputs);

}  // namespace surefoot::front
