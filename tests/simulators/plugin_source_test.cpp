#include "simulators/plugin_source.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>

namespace surefoot {
namespace {

using Names = std::vector<std::string>;

constexpr const char* operation =
    "template <class R, class L> R operator()(const R& theta, L& latent) const { return theta; }";

TEST(CallableStructs, AreThoseWithACallOperator) {
  EXPECT_EQ(
      callable_structs(std::string("struct Other { int x; };\nstruct Mine {") + operation + "};"),
      Names{"Mine"});
  EXPECT_EQ(callable_structs(""), Names{});
  EXPECT_EQ(callable_structs("int main() { return 0; }"), Names{});
}

TEST(CallableStructs, HaveTheirNamespaces) {
  EXPECT_EQ(callable_structs(std::string("namespace a::b { namespace c { class Mine final {"
                                         "public: ") +
                             operation + "}; } }"),
            Names{"a::b::c::Mine"});
}

TEST(CallableStructs, PreferThoseWhoseOperatorIsATemplate) {
  const std::string text = std::string("struct Less { bool operator()(int a, int b) const; };") +
                           "struct Mine {" + operation + "};";
  EXPECT_EQ(callable_structs(text), Names{"Mine"});
  EXPECT_EQ(callable_structs("struct Plain { double operator()(double t) const; };"),
            Names{"Plain"});
}

TEST(CallableStructs, AreNotFoundInCommentsTextsOrDirectives) {
  for (const std::string hidden :
       {"// struct A { int operator()() const; };\n", "/* struct A { int operator()() const; }; */",
        "const char* a = \"struct A { int operator()() const; };\";",
        "const char* a = R\"(struct A { int operator()() const; };)\";",
        "#define A struct A { \\\n int operator()() const; };\n"})
    EXPECT_EQ(callable_structs(hidden + "struct Mine {" + operation + "};"), Names{"Mine"})
        << hidden;
}

TEST(ChooseStruct, TakesTheOnlyOneOrTheOneWithTheFilesName) {
  EXPECT_EQ(choose_struct({"a::Mine"}, "other"), "a::Mine");
  for (const char* stem : {"two_stages", "two-stages", "TwoStages"})
    EXPECT_EQ(choose_struct({"Helper", "a::TwoStages"}, stem), "a::TwoStages") << stem;
}

TEST(ChooseStruct, RefusesNoneAndMany) {
  EXPECT_THROW(choose_struct({}, "mine"), Error);
  try {
    choose_struct({"One", "Two"}, "mine");
    FAIL() << "took one";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage);
    EXPECT_NE(std::string(error.what()).find("One and Two"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace surefoot
