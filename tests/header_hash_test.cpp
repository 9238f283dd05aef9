#include "header_hash.hpp"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(HeaderHash, IsThatOfNamesAndContents) {
  const std::filesystem::path folder = testing::TempDir() + "header_hash_test";
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder / name) << text;
  };
  write("a.hpp", "int a;\n");
  write("b.hpp", "int b;\n");
  const std::vector<std::string> both{"a.hpp", "b.hpp"};
  const auto before = header_hash(folder, both);
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(header_hash(folder, both), before);
  EXPECT_NE(header_hash(folder, {"a.hpp"}), before);

  write("c.hpp", "a file that nobody asked for\n");
  EXPECT_EQ(header_hash(folder, both), before);
  write("b.hpp", "int c;\n");
  EXPECT_NE(header_hash(folder, both), before);
  std::filesystem::remove(folder / "b.hpp");
  EXPECT_EQ(header_hash(folder, both), std::nullopt);
}

}  // namespace
}  // namespace surefoot
