#pragma once

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <surefoot/data/read.hpp>
#include <surefoot/error.hpp>

namespace surefoot {

/// A file of the running test, removed with the object.
class ScratchFile {
 public:
  explicit ScratchFile(std::string_view contents, const std::string& ending = ".csv") {
    static int count = 0;
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = testing::TempDir() + "surefoot_" + test->test_suite_name() + '_' + test->name() + '_' +
            std::to_string(++count) + ending;
    std::ofstream(path_, std::ios::binary) << contents;
  }
  ~ScratchFile() { std::remove(path_.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline ReadResult read_contents(std::string_view contents, const ReadOptions& options = {}) {
  return read_sample(ScratchFile(contents).path(), options);
}

inline std::vector<double> values_of(const ReadResult& result) {
  const auto values = result.observations.values();
  return {values.begin(), values.end()};
}

/// What the error about a path says after naming it; errors are one line each.
inline std::string path_refusal(const std::string& path, const ReadOptions& options = {}) {
  try {
    read_sample(path, options);
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.fault(), Fault::data);
    EXPECT_TRUE(message.starts_with(path + ": ")) << message;
    EXPECT_EQ(message.find_first_of("\n\r"), std::string::npos) << message;
    EXPECT_LT(message.size(), 400u);
    return message.substr(path.size() + 2);
  }
  return "no error";
}

inline std::string refusal_of(std::string_view contents, const ReadOptions& options = {}) {
  return path_refusal(ScratchFile(contents).path(), options);
}

}  // namespace surefoot
