#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/read_support.hpp"

namespace surefoot {
namespace {

TEST(ReadRefusal, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(path_refusal(testing::TempDir() + "surefoot_no_such_file"),
            "cannot be read: No such file or directory");
  EXPECT_EQ(path_refusal(testing::TempDir()), "must be a file, but is a directory");
  EXPECT_EQ(path_refusal("/dev/null"), "must hold at least 1 observation, but is empty");
  EXPECT_EQ(path_refusal(""), "cannot be read: No such file or directory");
}

TEST(ReadRefusal, ReportsReadErrors) {
  // The first page of a process is not mapped, so reading it is an I/O error.
  EXPECT_EQ(path_refusal("/proc/self/mem"), "cannot be read: Input/output error");
}

TEST(ReadRefusal, StopsAtAnEndlessDevice) {
  EXPECT_EQ(path_refusal("/dev/zero"), "must be text or .npy, but has a zero byte at offset 0");
}

TEST(ReadRefusal, KeepsOddPathsOnOneLine) {
  try {
    read_sample("no\nsuch\x01");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no\\x0asuch\\x01: cannot be read: No such file or directory");
  }
}

TEST(ReadRefusal, WantsAtLeastOneObservation) {
  EXPECT_EQ(refusal_of(""), "must hold at least 1 observation, but is empty");
  EXPECT_EQ(refusal_of("\xef\xbb\xbf"), "must hold at least 1 observation, but holds none");
  EXPECT_EQ(refusal_of("\n\n# nothing\n"), "must hold at least 1 observation, but holds none");
  EXPECT_EQ(refusal_of("x,y\n\n"), "must hold at least 1 observation, but has only a header");
  EXPECT_EQ(refusal_of("nan\nNA\n", {.drop_nonfinite = true}),
            "must hold at least 1 observation, but all 2 rows have a value that is missing or not "
            "finite");
}

TEST(ReadRefusal, CountsTheValuesOfRaggedRows) {
  EXPECT_EQ(refusal_of("1,2,3\n4,5,6\n\n7,8\n"),
            "line 4 must have 3 values like line 1, but has 2");
  EXPECT_EQ(refusal_of("# c\na b\n1 2\n3 4 5\n"),
            "line 4 must have 2 values like line 2, but has 3");
  EXPECT_EQ(refusal_of("a,b\n1,2,3\n"), "line 2 must have 2 values like line 1, but has 3");
}

TEST(ReadRefusal, ShowsTheCellThatIsNoNumber) {
  EXPECT_EQ(refusal_of("x,y\n1,2\n3,four\n"),
            "line 3, column 2 ('y') must be a number, but is 'four'");
  for (const char* odd : {"0x10", "1_000", "1d5", "1e", "--1", "+-1", "1 2",
                          "\xe2\x88\x92"
                          "5"})
    EXPECT_NE(refusal_of("1,2\n" + std::string(odd) + ",2\n")
                  .find("line 2, column 1 must be a number, but is '" + std::string(odd) + "'"),
              std::string::npos)
        << odd;
}

TEST(ReadRefusal, CutsAndEscapesWhatItShows) {
  EXPECT_EQ(refusal_of("1\n" + std::string(1000, 'a') + "\n"),
            "line 2, column 1 must be a number, but is '" + std::string(40, 'a') + "...'");
  EXPECT_EQ(refusal_of("1,2\n\x1b[31m,\xff\n"),
            "line 2, column 1 must be a number, but is '\\x1b[31m'");
  EXPECT_EQ(refusal_of("1,2\n3,\xff\xc3\xa9\n"),
            "line 2, column 2 must be a number, but is '\\xff\xc3\xa9'");
  const std::string accents = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
  EXPECT_EQ(refusal_of("1\nx" + accents + accents + accents + "\n"),
            "line 2, column 1 must be a number, but is 'x" + accents + accents +
                accents.substr(0, 6) + "...'");
}

TEST(ReadRefusal, ExplainsDecimalCommas) {
  const std::string hint = "; decimal commas must be written as points";
  EXPECT_EQ(refusal_of("3,14;2,71\n"), "line 1, column 1 must be a number, but is '3,14'" + hint);
  EXPECT_EQ(refusal_of("x\ty\n1\t2,5\n"),
            "line 2, column 2 ('y') must be a number, but is '2,5'" + hint);
}

TEST(ReadRefusal, PointsAtNonFiniteValues) {
  const std::string remedy = "; correct it or leave out such rows";
  for (const char* odd : {"nan", "NaN", "NA", "n/a", "null", "inf", "-Infinity", "1e400", "-1e999"})
    EXPECT_EQ(refusal_of("x,y\n1,2\n" + std::string(odd) + ",3\n"),
              "line 3, column 1 ('x') must be a finite number, but is '" + std::string(odd) + "'" +
                  remedy);
  EXPECT_EQ(refusal_of("1,2\n3,\n"),
            "line 2, column 2 must be a finite number, but is empty" + remedy);
  EXPECT_EQ(refusal_of("1 NA 3", {.dimension = 1}),
            "line 1, column 2 must be a finite number, but is 'NA'" + remedy);
  EXPECT_NE(refusal_of(std::string(400, '9') + "\n"), "no error");
}

TEST(ReadRefusal, WantsQuotesClosed) {
  EXPECT_EQ(refusal_of("1,2\n3,\"4\n"), "line 2 must close its quote");
  EXPECT_NE(refusal_of("1,2\n\"3\"x,4\n"), "no error");
}

TEST(ReadRefusal, KnowsBinaryFiles) {
  EXPECT_EQ(refusal_of(std::string("1,2\n\0\1\2", 7)),
            "must be text or .npy, but has a zero byte at offset 4");
  EXPECT_EQ(refusal_of(std::string("\xff\xfe"
                                   "1\0\n\0",
                                   6)),
            "must be UTF-8 text, but is UTF-16: save it again as UTF-8");
  EXPECT_NE(refusal_of("\x01\x02\x03\n\x04\x05"), "no error");
}

TEST(ReadRefusal, SurvivesShortFilesOfAllSorts) {
  // A spread of the files of up to 5 of these characters: read or refused, never a crash.
  const std::string alphabet = "1a,;\" \n\t#-";
  std::string contents;
  for (int code = 0; code < 100'000; code += 37) {
    contents.clear();
    for (int rest = code; rest > 0; rest /= 10)
      contents += alphabet[static_cast<std::size_t>(rest % 10)];
    const ScratchFile file(contents);
    for (const int dimension : {0, 1})
      for (const bool drop : {false, true}) {
        try {
          const ReadResult result =
              read_sample(file.path(), {.drop_nonfinite = drop, .dimension = dimension});
          EXPECT_GT(result.observations.size(), 0u);
        } catch (const Error& error) {
          EXPECT_EQ(error.fault(), Fault::data) << contents;
        }
      }
  }
}

TEST(ReadPipe, ReadsToItsEnd) {
  const std::string path = testing::TempDir() + "surefoot_fifo_" + std::to_string(::getpid());
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path) << "x\n1\n2\n"; });
  const ReadResult result = read_sample(path);
  writer.join();
  ::unlink(path.c_str());
  EXPECT_EQ(values_of(result), (std::vector<double>{1, 2}));
}

TEST(ReadPipe, TakesADashForStandardInput) {
  const ScratchFile file("1\n2\n");
  const int saved = ::dup(0);
  ASSERT_NE(std::freopen(file.path().c_str(), "r", stdin), nullptr);
  const ReadResult result = read_sample("-");
  EXPECT_EQ(values_of(result), (std::vector<double>{1, 2}));
  try {
    read_sample("-");  // at its end by now
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "standard input: must hold at least 1 observation, but is empty");
  }
  ::dup2(saved, 0);
  ::close(saved);
}

}  // namespace
}  // namespace surefoot
