#include "own_file.hpp"

#include <string>

#include <dlfcn.h>
#ifdef __GLIBC__
#include <link.h>
#endif

#include "posix.hpp"

namespace surefoot {
namespace {

/// The name that the object with this code was loaded by; empty for the program itself.
std::string loaded_name() {
  Dl_info info;
  const auto* here = reinterpret_cast<const void*>(&own_file);
#ifdef __GLIBC__
  // What dladdr says of a program is the name that it was called by, which is not always a file.
  link_map* map = nullptr;
  const bool found = ::dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
  return !found || map == nullptr ? "" : map->l_name;
#else
  if (::dladdr(here, &info) == 0 || info.dli_fname == nullptr) return "";
  std::error_code unknown;
  const bool same = std::filesystem::equivalent(info.dli_fname, program_file(), unknown);
  return same ? "" : info.dli_fname;
#endif
}

}  // namespace

OwnFile own_file() {
  const std::string name = loaded_name();
  if (name.empty()) return {program_file(), true};
  std::error_code unknown;
  return {std::filesystem::absolute(name, unknown), false};
}

}  // namespace surefoot
