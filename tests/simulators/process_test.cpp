
#include <gtest/gtest.h>

#include <surefoot/bootstrap/draw_objective.hpp>
#include <surefoot/error.hpp>
#include <surefoot/simulators/process.hpp>

namespace surefoot {
namespace {

/// A program that does something for each request: m, seed and a are what is asked.
std::string python(const std::string& what) {
  return "python3 -c 'import random, sys\nfor n, line in enumerate(sys.stdin):\n"
         "  m, seed, a = line.split(); m = int(m); seed = int(seed); a = float(a)\n"
         "  random.seed(seed)\n  " +
         what + "\n  sys.stdout.flush()'";
}

const std::string honest = python("for i in range(m): print(a + random.random())");

Model program(const std::string& command, int dimension = 1, double seconds = 10.0,
              std::int64_t most_calls = 0) {
  return process_model({.command = command,
                        .protocol = Protocol::text,
                        .seconds = seconds,
                        .most_calls = most_calls},
                       {{"a", -5.0, 5.0}}, dimension);
}

std::string refusal_of_program(const std::string& command, int dimension = 1,
                               double seconds = 10.0) {
  try {
    const Model model = program(command, dimension, seconds);
    model.simulate(std::vector{1.0}, 10, 1);
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data) << error.what();
    return error.what();
  }
  return "no error";
}

::testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != text.npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << '"' << text << "\" lacks \"" << part << '"';
}

TEST(ProcessSimulator, AnswersAsItIsAsked) {
  const Model model = program(honest);
  const Sample x = model.simulate(std::vector{2.0}, 100, 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_GE(x(i, 0), 2.0);
    EXPECT_LE(x(i, 0), 3.0);
  }
  EXPECT_NE(x(0, 0), x(1, 0));
  EXPECT_GT(model.simulator->calls(), 0);
  EXPECT_TRUE(process_warnings(model).empty());
}

TEST(ProcessSimulator, IsGivenASeedOfItsCoordinates) {
  const Model model = program(python("for i in range(m): print(seed / 1e10)"));
  const Sample one = model.simulate(std::vector{2.0}, 2, 1);
  const Sample same = model.simulate(std::vector{3.0}, 2, 1);
  const Sample other = model.simulate(std::vector{2.0}, 2, 2);
  EXPECT_EQ(one(0, 0), same(0, 0));
  EXPECT_NE(one(0, 0), other(0, 0));
}

TEST(ProcessSimulator, HasColumns) {
  const Model model =
      program(python("for i in range(m): print(random.random(), 10 + random.random())"), 2);
  const Sample x = model.simulate(std::vector{0.0}, 50, 3);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_LT(x(i, 0), 1.0);
    EXPECT_GE(x(i, 1), 10.0);
  }
}

TEST(ProcessSimulator, SpeaksBinary) {
  const char* command =
      "python3 -c 'import struct, sys\n"
      "while True:\n"
      "  head = sys.stdin.buffer.read(24)\n"
      "  if len(head) < 24: break\n"
      "  m, seed, a = struct.unpack(\"QQd\", head)\n"
      "  sys.stdout.buffer.write(struct.pack(\"d\", a + seed / 2.0**64) * m)\n"
      "  sys.stdout.buffer.flush()'";
  const Model model = process_model(
      {.command = command, .protocol = Protocol::binary, .seconds = 60.0}, {{"a", -5.0, 5.0}}, 1);
  const Sample x = model.simulate(std::vector{0.1}, 2000, 7);
  EXPECT_GE(x(0, 0), 0.1);
  EXPECT_LE(x(0, 0), 1.1);
  EXPECT_EQ(x(1999, 0), x(0, 0));
}

TEST(ProcessSimulator, ThatIsMissingIsSaid) {
  EXPECT_TRUE(has(refusal_of_program("./no-such-simulator"), "was not found (status 127)"));
  EXPECT_TRUE(has(refusal_of_program("/etc/passwd"), "cannot be run (status 126)"));
  EXPECT_TRUE(has(refusal_of_program("true"), "ended with status 0 before it gave an answer"));
  EXPECT_TRUE(has(refusal_of_program("kill -9 $$"), "was ended by signal 9"));
}

TEST(ProcessSimulator, SaysWhatItWroteToStandardError) {
  EXPECT_TRUE(has(refusal_of_program("echo no licence >&2; exit 3"),
                  "ended with status 3, after writing 'no licence'"));
}

TEST(ProcessSimulator, ThatWritesMuchToStandardErrorDoesNotHang) {
  const Model model = program(python(
      "for i in range(20000 + m): print(a + i, file=sys.stderr if i < 20000 else sys.stdout)"));
  EXPECT_EQ(model.simulate(std::vector{2.0}, 10, 1).size(), 10u);
}

TEST(ProcessSimulator, ThatIsSilentIsNotWaitedForForever) {
  EXPECT_TRUE(has(refusal_of_program("cat > /dev/null", 1, 0.3), "gave 0 of 5 rows in 0.3 s"));
  EXPECT_TRUE(has(refusal_of_program(python("print(1)"), 1, 0.5), "gave 1 of 5 rows in 0.5 s"));
}

TEST(ProcessSimulator, ThatPrintsSomethingElseIsSaid) {
  EXPECT_TRUE(has(refusal_of_program(python("print(\"hello world\")")),
                  "must print 1 number a row, but printed 'hello world'"));
  EXPECT_TRUE(
      has(refusal_of_program(python("for i in range(m): print(\"1,5\")")), "decimal commas"));
  EXPECT_TRUE(has(refusal_of_program(python("for i in range(m): print(1, 2)")),
                  "must print 1 number a row, but printed '1 2'"));
  EXPECT_TRUE(
      has(refusal_of_program(python("for i in range(m): print(1)"), 2), "must print 2 numbers"));
  // What comes before it is asked for is another fault.
  EXPECT_TRUE(has(refusal_of_program("read request; head -c 3000000 /dev/zero", 1, 5.0),
                  "a line without end"));
}

TEST(ProcessSimulator, ThatPrintsMoreThanItShouldIsSaid) {
  EXPECT_TRUE(has(refusal_of_program(python("for i in range(m + 1): print(1)")),
                  "printed more than it was asked for"));
}

TEST(ProcessSimulator, ThatDoesNotRepeatItselfIsSaid) {
  EXPECT_TRUE(has(refusal_of_program(python("for i in range(m): print(n + i)")),
                  "the same request must have the same answer"));
}

TEST(ProcessSimulator, IsStartedAgainAfterACrash) {
  // Every third request is its last.
  const Model model =
      program(python("if n == 2: sys.exit(1)\n  for i in range(m): print(a + random.random())"));
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    EXPECT_EQ(model.simulate(std::vector{2.0}, 10, seed).size(), 10u);
  const auto warnings = process_warnings(model);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(has(warnings[0], "started again"));
  EXPECT_TRUE(has(warnings[0], "ended with status 1"));
}

TEST(ProcessSimulator, CountsWhatIsNotFinite) {
  const Model model = program(python("for i in range(m): print(float(\"nan\") if a > 1 else i)"));
  EXPECT_THROW(model.simulate(std::vector{2.0}, 10, 1), Error);
  EXPECT_EQ(model.simulate(std::vector{0.0}, 10, 1).size(), 10u);
  ASSERT_EQ(process_warnings(model).size(), 1u);
  EXPECT_TRUE(has(process_warnings(model)[0], "1 answer had values that are not finite"));
}

TEST(ProcessSimulator, EndsTheRunWhenItsCallsAreUsedUp) {
  const Model model = program(honest, 1, 10.0, 4);  // two are used to see whether it repeats itself
  model.simulate(std::vector{0.0}, 10, 1);
  model.simulate(std::vector{0.0}, 10, 2);
  EXPECT_THROW(model.simulate(std::vector{0.0}, 10, 3), Interrupted);
  EXPECT_EQ(model.simulator->calls(), 4);
  EXPECT_TRUE(has(process_warnings(model).back(), "all 4 calls are used up"));
}

TEST(ProcessSimulator, NeedsACommand) {
  EXPECT_THROW(process_model({.command = " ", .protocol = Protocol::text, .seconds = 1.0},
                             {{"a", 0.0, 1.0}}, 1),
               Error);
}

}  // namespace
}  // namespace surefoot
