#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/objective/target.hpp>

namespace surefoot {
namespace {

TEST(Target, CountsAtomsAsFarAsTheirPaddedNumberHasRoom) {
  constexpr std::size_t most = 0x7ffffff0;
  EXPECT_EQ(atom_count(0), 0);
  EXPECT_EQ(atom_count(17), 17);
  EXPECT_EQ(padded(atom_count(most)), 0x7ffffff0);
}

TEST(Target, RefusesMoreAtomsThanItCanCount) {
  for (const std::size_t atoms :
       {std::size_t{0x7ffffff1}, std::size_t{0x80000000}, std::size_t{0x100000005}}) {
    try {
      atom_count(atoms);
      FAIL() << atoms;
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::data);
      EXPECT_NE(std::string(error.what()).find(std::to_string(atoms)), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace surefoot
