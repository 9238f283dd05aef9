// Writes which headers a library is built from, and their hash, as a header of its own:
//
//     header_hash FOLDER NAMESPACE NAME...
//
// Names are relative to the folder.
#include "header_hash.hpp"

#include <cstdio>

int main(int count, char** words) {
  if (count < 4) return 64;
  const std::vector<std::string> names(words + 3, words + count);
  const auto hash = surefoot::header_hash(words[1], names);
  if (!hash) {
    std::fprintf(stderr, "header_hash: a header in %s cannot be read\n", words[1]);
    return 66;
  }
  std::printf("#pragma once\n\nnamespace %s {\ninline constexpr unsigned long long hash = %lluU;\n",
              words[2], static_cast<unsigned long long>(*hash));
  std::printf("inline constexpr const char* names[] = {\n");
  for (const std::string& name : names) std::printf("    \"%s\",\n", name.c_str());
  std::printf("};\n}  // namespace %s\n", words[2]);
  return 0;
}
