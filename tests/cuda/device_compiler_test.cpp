#include "device_compiler.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include <surefoot/error.hpp>

#include "simulators/compiler_search.hpp"
#include "simulators/plugin_object.hpp"

// Headers for nvcc, up to what takes it a minute.  These need nvcc, but no device.
namespace surefoot::cuda {
namespace {

namespace fs = std::filesystem;

constexpr const char* header_text = R"(
#include <surefoot/model.hpp>
struct Mine {
  static constexpr int parameters = 1, dimension = 1, latents = 1;
  template <class Real, class Latent>
  MARK surefoot::Vec<Real, 1> operator()(const surefoot::Vec<Real, 1>& theta, Latent& latent)
      const {
    return {{theta[0] + latent.normal()}};
  }
};
)";

class DeviceHeader : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    ::setenv("SUREFOOT_CACHE", folder_.c_str(), 1);
    if (on_the_path("nvcc").empty() && on_the_path("/usr/local/cuda/bin/nvcc").empty())
      GTEST_SKIP() << "there is no nvcc";
  }
  void TearDown() override {
    ::unsetenv("SUREFOOT_CACHE");
    fs::remove_all(folder_);
  }

  /// The header with a mark before its operator, and something of the user's before it all.
  std::string header(const std::string& mark, const std::string& before = "") const {
    const fs::path path = folder_ / "mine.hpp";
    std::ofstream(path) << before << "\n#define MARK " << mark << header_text;
    return path;
  }

  static fs::path plugin(const std::string& header, const std::string& architecture) {
    const DeviceCompiler compiler(architecture);
    return PluginObject(header, compiler, {}).file();
  }

  /// Compiles it, which must fail, and returns the error with nvcc's messages before it.
  static std::string refusal(const std::string& header, Fault fault) {
    std::string said;
    try {
      const DeviceCompiler compiler("sm_90");
      PluginObject(header, compiler, {{}, [&](const std::string& text) { said += text; }}).make();
      ADD_FAILURE() << "it compiles";
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), fault);
      said += std::string("\n") + error.what();
    }
    return said;
  }

 private:
  const fs::path folder_ =
      fs::temp_directory_path() / ("surefoot-device-compiler-" + std::to_string(::getpid()));
};

TEST_F(DeviceHeader, HasAPlugInForEachKindOfDevice) {
  const std::string path = header("SUREFOOT_HD");
  const fs::path hopper = plugin(path, "sm_90");
  EXPECT_EQ(plugin(path, "sm_90"), hopper);
  EXPECT_NE(plugin(path, "sm_80"), hopper);
  EXPECT_NE(plugin(header("SUREFOOT_HD", "struct Another;"), "sm_90"), hopper);
}

TEST_F(DeviceHeader, WithoutTheMarkIsToldToHaveIt) {
  const std::string said = refusal(header(""), Fault::usage);
  EXPECT_NE(said.find("must have SUREFOOT_HD"), said.npos) << said;
}

TEST_F(DeviceHeader, HasItsErrorsWhereTheyAre) {
  const std::string path = header("SUREFOOT_HD", "int wrong = ;");
  const std::string said = refusal(path, Fault::usage);
  EXPECT_NE(said.find(path + "(1): error"), said.npos) << said;
  EXPECT_NE(said.find("it does not compile for the GPU: " + path + "(1)"), said.npos) << said;
}

TEST(DeviceCompiler, SaysWhatCudacxxMustBe) {
  ::setenv("CUDACXX", "no-such-compiler", 1);
  try {
    const DeviceCompiler compiler("sm_90");
    ADD_FAILURE() << "it was found";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::device);
    EXPECT_STREQ(error.what(), "CUDACXX must name nvcc, but is 'no-such-compiler'");
  }
  ::unsetenv("CUDACXX");
}

}  // namespace
}  // namespace surefoot::cuda
