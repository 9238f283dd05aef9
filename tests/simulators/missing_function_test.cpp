#include "simulators/missing_function.hpp"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

TEST(MissingFunction, IsNamedInOneLineForEachCompiler) {
  for (const char* messages :
       {// g++
        "In file included from <stdin>:2:\n"
        "my.hpp: In instantiation of 'operator()':\n"
        "my.hpp:8:31: error: no matching function for call to 'riemann_zeta(const "
        "surefoot::Dual<surefoot::Pack<float, surefoot::Baseline>, 1>&)'\n"
        "/usr/include/specfun.h:10:5: note: candidate: 'std::riemann_zeta(_Tp)'\n",
        "my.hpp:8:16: error: cannot convert ‘const surefoot::Dual<surefoot::Pack<float, "
        "surefoot::Baseline>, 1>’ to ‘double’\n"
        "    8 |     return {{riemann_zeta(theta[0])}};\n"
        "/usr/include/mathcalls.h:220:19: note:   initializing argument 1 of ‘double "
        "riemann_zeta(double)’\n",
        "my.hpp:8:18: error: ‘riemann_zeta’ was not declared in this scope\n"
        "    8 |     return {{riemann_zeta(theta[0])}};\n",
        // clang++
        "my.hpp:8:14: error: no matching function for call to 'riemann_zeta'\n",
        "my.hpp:8:14: error: use of undeclared identifier 'riemann_zeta'\n"
        "    return {{riemann_zeta(theta[0])}};\n"}) {
    const std::string text = missing_function(messages);
    EXPECT_TRUE(text.starts_with("line 8: surefoot has no riemann_zeta() for")) << text;
    EXPECT_NE(text.find("available: abs, acos"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
  }
}

TEST(MissingFunction, ThatIsThereUnderAnotherNameIsSaidSo) {
  for (const char* messages :
       {"my.hpp:9:22: error: no matching function for call to ‘sin(const surefoot::Dual<double, "
        "1>&)’\n",
        "my.hpp:9:17: error: ‘sin’ was not declared in this scope\n",
        "my.hpp:9:17: error: call to function 'sin' that is neither visible in the template\n"}) {
    const std::string text = missing_function(messages);
    EXPECT_TRUE(text.starts_with("line 9: sin() of")) << text;
    EXPECT_NE(text.find("without std::"), std::string::npos) << text;
  }
}

TEST(MissingFunction, BranchOnPacksIsSentToSelect) {
  for (const char* messages :
       {"my.hpp:7:9: error: could not convert ‘operator<(a, b)’ from ‘surefoot::Pack<float, "
        "surefoot::Baseline>::Mask’ to ‘bool’\n",
        "my.hpp:7:9: error: value of type 'Mask' is not contextually convertible to 'bool'\n"})
    EXPECT_NE(missing_function(messages).find("line 7: "), std::string::npos);
}

TEST(MissingFunction, LeavesOtherErrorsAlone) {
  for (const char* messages :
       {"", "ld: error: no such file\n", "my.hpp:7:9: error: expected ‘;’ before ‘return’\n",
        "my.hpp:7:9: error: ‘thetaa’ was not declared in this scope\n    7 | thetaa + 1\n",
        // The user's own function, called as it cannot be.
        "my.hpp:9:22: error: no matching function for call to ‘mine(const surefoot::Dual<double, "
        "1>&)’\nmy.hpp:3:8: note: candidate: ‘double mine(double)’\n",
        "my.hpp:9:22: error: cannot convert ‘surefoot::Dual<double, 1>’ to ‘double’\n"
        "my.hpp:3:15: note:   initializing argument 1 of ‘double mine(double)’\n"})
    EXPECT_EQ(missing_function(messages), "");
}

// What is said of the second error does not explain the first.
TEST(MissingFunction, IsThatOfTheFirstErrorAlone) {
  EXPECT_EQ(missing_function("my.hpp:7:9: error: cannot convert ‘Pack<float>’ to ‘double’\n"
                             "my.hpp:9:9: error: cannot convert ‘Pack<float>’ to ‘double’\n"
                             "/usr/include/mathcalls.h:220:19: note:   initializing argument 1 of "
                             "‘double riemann_zeta(double)’\n"),
            "");
}

TEST(MissingFunction, IsLookedForInLinesOfAnyLength) {
  const std::string longest(1 << 20, 'x');
  EXPECT_EQ(missing_function("my.hpp:8:1: error: cannot convert " + longest + "\n"), "");
  EXPECT_EQ(missing_function("my.hpp:8:1: error: cannot convert Pack<float>\n 8 | initializing "
                             "argument 1 of '" +
                             longest + "\n"),
            "");
  const std::string text = missing_function(
      "my.hpp:8:1: error: no matching function for call to 'riemann_zeta(" + longest + ")'\n");
  EXPECT_TRUE(text.starts_with("line 8: surefoot has no riemann_zeta()")) << text;
}

}  // namespace
}  // namespace surefoot
