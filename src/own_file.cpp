#include "own_file.hpp"

#include <dlfcn.h>
#include <link.h>

namespace surefoot {

OwnFile own_file() {
  Dl_info info;
  link_map* map = nullptr;
  const auto* here = reinterpret_cast<const void*>(&own_file);
  const bool found = ::dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
  // A program's own entry has no name, and is not always where it was called from.
  std::error_code unknown;
  if (!found || map == nullptr || map->l_name[0] == '\0')
    return {std::filesystem::read_symlink("/proc/self/exe", unknown), true};
  return {std::filesystem::absolute(map->l_name, unknown), false};
}

}  // namespace surefoot
