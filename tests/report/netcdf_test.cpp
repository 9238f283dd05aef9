#include <csignal>
#include <functional>
#include <thread>

#include <boost/crc.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <surefoot/draws/draw_statistics.hpp>
#include <surefoot/error.hpp>
#include <surefoot/report/netcdf.hpp>
#include <surefoot/report/text.hpp>
#include <surefoot/report/without_data.hpp>

#include "report/netcdf_layout.hpp"
#include "report/synthetic_fit.hpp"
#include "report/temporary_directory.hpp"
#include "report/trial_reading.hpp"

namespace surefoot {
namespace {

Fit there_and_back(const Fit& fit) {
  const TemporaryDirectory directory;
  write_netcdf(fit, directory / "f.nc");
  return read_netcdf(directory / "f.nc");
}

// NaN must come back as NaN, which no == can say.
void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) << i;
}

void expect_same(const Fit& a, const Fit& b) {
  EXPECT_EQ(a.model, b.model);
  EXPECT_EQ(a.given, b.given);
  for (const std::string& name : setting_names())
    EXPECT_EQ(get(a.settings, name), get(b.settings, name)) << name;
  EXPECT_EQ(a.observations.dimension(), b.observations.dimension());
  expect_same({a.observations.values().begin(), a.observations.values().end()},
              {b.observations.values().begin(), b.observations.values().end()});
  EXPECT_EQ(a.draws.names, b.draws.names);
  EXPECT_EQ(a.draws.index, b.draws.index);
  expect_same(a.draws.values, b.draws.values);
  for_each_statistic(a.settings.mass == Mass::free, [&](const auto& statistic) {
    std::vector<double> one, other;
    for (const DrawInfo& i : a.draws.info)
      one.push_back(static_cast<double>(std::invoke(statistic.member, i)));
    for (const DrawInfo& i : b.draws.info)
      other.push_back(static_cast<double>(std::invoke(statistic.member, i)));
    SCOPED_TRACE(statistic.name);
    expect_same(one, other);
  });
  EXPECT_EQ(a.predictive.index, b.predictive.index);
  EXPECT_EQ(a.predictive.observations, b.predictive.observations);
  expect_same(a.predictive.values, b.predictive.values);
  EXPECT_EQ(a.lengthscales, b.lengthscales);
  EXPECT_EQ(a.instruction_set, b.instruction_set);
  EXPECT_EQ(a.partial, b.partial);
  EXPECT_EQ(a.failure, b.failure);
  EXPECT_EQ(a.model_source, b.model_source);
  ASSERT_EQ(a.doubled.size(), b.doubled.size());
  for (std::size_t i = 0; i < a.doubled.size(); ++i) {
    EXPECT_EQ(a.doubled[i].number, b.doubled[i].number);
    EXPECT_EQ(a.doubled[i].share, b.doubled[i].share);
    EXPECT_EQ(a.doubled[i].simulator_calls, b.doubled[i].simulator_calls);
  }
  ASSERT_EQ(a.neighbours.size(), b.neighbours.size());
  for (std::size_t i = 0; i < a.neighbours.size(); ++i) {
    EXPECT_EQ(a.neighbours[i].number, b.neighbours[i].number);
    EXPECT_EQ(a.neighbours[i].failing, b.neighbours[i].failing);
    EXPECT_EQ(a.neighbours[i].simulator_calls, b.neighbours[i].simulator_calls);
  }
  EXPECT_EQ(a.undetermined.looked_for, b.undetermined.looked_for);
  EXPECT_EQ(a.undetermined.simulator_calls, b.undetermined.simulator_calls);
  EXPECT_EQ(a.warnings, b.warnings);
  EXPECT_EQ(to_json(summarise(a)), to_json(summarise(b)));
}

TEST(Netcdf, KeepsNamesBoxPriorAndWhatWasLeftOut) {
  Fit fit = synthetic_fit(8, 2);
  add_predictive(fit, {1, 5}, 7);
  fit.observations = fit.observations.named({"height", "weight"});
  fit.box = {{0.0, 1.0}, {-1.0, 2.0}, {0.0, 3.0}, {-6.0, 4.0}};
  fit.prior_draws = {{"g", "log_k"}, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}};
  const Fit read = from_netcdf(to_netcdf(fit));
  EXPECT_EQ(read.observations.label(1), "weight");
  EXPECT_EQ(read.box, fit.box);
  EXPECT_EQ(read.prior_draws.names, fit.prior_draws.names);
  EXPECT_EQ(read.prior_draws.values, fit.prior_draws.values);
  const Fit bare = from_netcdf(to_netcdf(without_data(fit)));
  EXPECT_EQ(bare.observations.size(), 0u);
  EXPECT_EQ(bare.left_out, fit.observations.size());
  EXPECT_EQ(bare.predictive.values, fit.predictive.values);
  EXPECT_EQ(summarise(bare).observations, fit.observations.size());
}

TEST(Netcdf, GivesBackWhatWasWritten) {
  for (const std::size_t rows : {1u, 3u, 4u, 37u, 40u, 1000u})
    for (const int dimension : {1, 3}) {
      SCOPED_TRACE(testing::Message() << rows << " draws, dimension " << dimension);
      Fit fit = synthetic_fit(rows, dimension);
      fit.settings.mass = Mass::free;
      fit.settings.resample = true;
      fit.warnings = {"first", "second \"quoted\"\n"};
      fit.failure = "the device was lost";
      fit.neighbours.push_back({3, {"a", "g"}, 9});
      fit.version = "0.0.7";
      fit.lengthscales = {1.0, 2.0};
      fail_draw(fit, 0, DrawStatus::simulator_failed);
      add_predictive(fit, {0}, 7);
      expect_same(fit, there_and_back(fit));
    }
}

TEST(Netcdf, IsTheSameInMemory) {
  Fit fit = synthetic_fit(12);
  add_predictive(fit, {0, 3}, 7);
  expect_same(fit, from_netcdf(to_netcdf(fit)));
  std::string damaged = to_netcdf(fit);
  damaged[damaged.size() / 2] ^= 1;
  EXPECT_THROW(from_netcdf(damaged), Error);
  EXPECT_THROW(from_netcdf("draw,a\n"), Error);
}

TEST(Netcdf, KeepsAParameterThatIsCalledMass) {
  Fit fit = synthetic_fit(4);
  fit.settings.mass = Mass::free;
  fit.draws.names = {"a", "mass", "mass_", "g"};
  expect_same(fit, there_and_back(fit));
}

TEST(Netcdf, KeepsTheDrawsOfAnUnfinishedRun) {
  Fit fit = synthetic_fit(3);
  fit.draws.index = {0, 5, 2};
  fit.partial = true;
  fit.settings.draws = 500;
  expect_same(fit, there_and_back(fit));
}

TEST(Netcdf, KeepsChains) {
  Fit fit = synthetic_fit(36);
  chain_draws(fit, 3);
  add_predictive(fit, {0, 12, 24}, 7);
  const Fit back = there_and_back(fit);
  expect_same(fit, back);
  EXPECT_EQ(back.chains, 3);
  EXPECT_EQ(back.acceptance, 0.3125);
}

TEST(Netcdf, LaysChainsOutAsTheyAre) {
  EXPECT_EQ(chain_layout(36, 3).chains, 3u);
  EXPECT_EQ(chain_layout(36, 3).draws, 12u);
  EXPECT_EQ(chain_layout(36, 0).chains, 4u);
  EXPECT_EQ(chain_layout(37, 0).chains, 1u);
  EXPECT_EQ(chain_layout(0, 0).draws, 0u);
  const auto places = predictive_layout({1, 5, 13, 17}, chain_layout(36, 3));
  EXPECT_EQ(places.chain, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(places.draw, (std::vector<std::int64_t>{1, 5}));
}

TEST(Netcdf, KeepsTheHistoryOfASequentialMethod) {
  Fit fit = synthetic_fit(8);
  add_history(fit);
  const Fit back = there_and_back(fit);
  expect_same(fit, back);
  ASSERT_EQ(back.history.size(), 2u);
  EXPECT_EQ(back.history[1].simulations, 5'000'000'000);
  EXPECT_EQ(back.history[1].unique, 87);
}

TEST(Netcdf, KeepsWhichSettingsWereGiven) {
  Fit fit = synthetic_fit(8);
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{}, std::vector<std::string>{"draws", "step-size"}}) {
    fit.given = names;
    expect_same(fit, there_and_back(fit));
  }
}

TEST(Netcdf, KeepsARunWithoutDraws) {
  Fit fit = synthetic_fit(0);
  fit.settings.draws = 500;
  fit.partial = true;
  fit.lengthscales = {};
  expect_same(fit, there_and_back(fit));
}

TEST(Netcdf, KeepsNamesThatNetcdfRefuses) {
  Fit fit = synthetic_fit(4);
  fit.draws.names = {"draw", "a/b", "θ", "parameter2"};
  expect_same(fit, there_and_back(fit));
  fit.draws.names = {"parameter2", "", "a\xff", std::string(500, 'x')};
  expect_same(fit, there_and_back(fit));
}

TEST(Netcdf, KeepsPredictiveDrawsWhateverTheirRows) {
  for (const std::vector<std::uint32_t>& rows :
       {std::vector<std::uint32_t>{0, 2, 4, 10, 12, 14, 20, 22, 24, 30, 32, 34},
        std::vector<std::uint32_t>{0, 7, 9, 39}, std::vector<std::uint32_t>{3, 1, 2}}) {
    Fit fit = synthetic_fit(40);
    add_predictive(fit, rows, 20);
    expect_same(fit, there_and_back(fit));
  }
}

void expect_refusal(const std::filesystem::path& path, const std::string& part) {
  try {
    read_netcdf(path);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    EXPECT_EQ(std::string(error.what()).find(path.string()), 0u) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(ReadNetcdf, RefusesWhatIsNoFit) {
  const TemporaryDirectory directory;
  expect_refusal(directory / "none.nc", "no such file");
  expect_refusal(directory / "", "not a file");
  for (const std::string content : {"", "x", "draw,a\n0,1\n", "\x89HDF\r\n\x1a\n"}) {
    write_file(directory / "f.nc", content);
    expect_refusal(directory / "f.nc", content.size() == 8 ? "checksum" : "must be a netCDF-4");
  }
}

TEST(ReadNetcdf, RefusesATruncatedFile) {
  const TemporaryDirectory directory;
  write_netcdf(synthetic_fit(40), directory / "f.nc");
  const std::string content = read_file(directory / "f.nc");
  for (std::size_t size = 0; size < content.size(); size += 997) {
    write_file(directory / "f.nc", content.substr(0, size));
    expect_refusal(directory / "f.nc", "");
  }
}

TEST(ReadNetcdf, RefusesADamagedFile) {
  const TemporaryDirectory directory;
  write_netcdf(synthetic_fit(40), directory / "f.nc");
  const std::string content = read_file(directory / "f.nc");
  for (std::size_t at = 0; at < content.size(); at += 499) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write_file(directory / "f.nc", damaged);
    expect_refusal(directory / "f.nc", "");
  }
}

// A netCDF file that has no more than the attributes that are read first.
void write_start_of_fit(const std::filesystem::path& path, int format, int draws) {
  int id = 0;
  ASSERT_EQ(nc_create(path.c_str(), NC_NETCDF4, &id), NC_NOERR);
  for (const char* name : {"model", "inference_library_version"})
    nc_put_att_text(id, NC_GLOBAL, name, 1, "x");
  const int partial = 0;
  nc_put_att_int(id, NC_GLOBAL, "partial", NC_INT, 1, &partial);
  nc_put_att_int(id, NC_GLOBAL, "format_version", NC_INT, 1, &format);
  nc_put_att_int(id, NC_GLOBAL, "draws", NC_INT, 1, &draws);
  ASSERT_EQ(nc_close(id), NC_NOERR);
}

void append_checksum(const std::filesystem::path& path) {
  std::string content = read_file(path);
  boost::crc_32_type crc;
  crc.process_bytes(content.data(), content.size());
  write_file(path, content + fmt::format("\nsurefoot crc32 {:08x}\n", crc.checksum()));
}

TEST(ReadNetcdf, RefusesANetcdfFileThatIsNoFit) {
  const TemporaryDirectory directory;
  write_start_of_fit(directory / "f.nc", 1, 10);
  expect_refusal(directory / "f.nc", "not a fit of surefoot");
  append_checksum(directory / "f.nc");
  expect_refusal(directory / "f.nc", "\"surefoot\"");
}

TEST(ReadNetcdf, RefusesANewerFormat) {
  const TemporaryDirectory directory;
  write_start_of_fit(directory / "f.nc", 99, 10);
  append_checksum(directory / "f.nc");
  expect_refusal(directory / "f.nc", "format 99, but this surefoot reads up to 3");
}

TEST(ReadNetcdf, RefusesASettingThatCannotBe) {
  const TemporaryDirectory directory;
  write_start_of_fit(directory / "f.nc", 1, -3);
  append_checksum(directory / "f.nc");
  expect_refusal(directory / "f.nc", "draws must be");
}

TEST(ReadNetcdf, RefusesMoreValuesThanAFileCanHold) {
  const TemporaryDirectory directory;
  write_start_of_fit(directory / "f.nc", 1, 10);
  int file = 0, group = 0, variable = 0;
  ASSERT_EQ(nc_open((directory / "f.nc").c_str(), NC_WRITE, &file), NC_NOERR);
  ASSERT_EQ(nc_def_grp(file, "surefoot", &group), NC_NOERR);
  for (const char* name : {"device", "instruction_set", "evaluator"})
    nc_put_att_text(group, NC_GLOBAL, name, 1, "x");
  const int one = 1;
  for (const char* name :
       {"threads", "seconds", "simulations_per_draw", "simulator_calls", "simulation_share"})
    nc_put_att_int(group, NC_GLOBAL, name, NC_INT, 1, &one);
  int dimension = 0;
  ASSERT_EQ(nc_def_dim(group, "long", std::size_t{1} << 40, &dimension), NC_NOERR);
  ASSERT_EQ(nc_def_var(group, "draw_index", NC_INT64, 1, &dimension, &variable), NC_NOERR);
  const std::size_t chunk = 1024;
  ASSERT_EQ(nc_def_var_chunking(group, variable, NC_CHUNKED, &chunk), NC_NOERR);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  append_checksum(directory / "f.nc");
  expect_refusal(directory / "f.nc", "more than the file can hold");
}

std::string refusal_of(const Fit& fit) {
  try {
    from_netcdf(to_netcdf(fit));
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::data);
    return error.what();
  }
  return "no error";
}

TEST(ReadNetcdf, RefusesSimulatedDataWithoutObservations) {
  Fit fit = synthetic_fit(4);
  add_predictive(fit, {0, 2}, 7);
  fit.observations = {};
  EXPECT_EQ(refusal_of(fit),
            "\"posterior_predictive/x\" must have chains, draws, observations and their columns, "
            "0, but has the shape 2 x 1 x 7");
}

TEST(ReadNetcdf, RefusesCountsOfCallsThatCannotBe) {
  Fit fit = synthetic_fit(4);
  fit.draws.info[2].simulator_calls = -1;
  EXPECT_EQ(refusal_of(fit), "\"simulator_calls\" must be between 0 and 1000000000000, but has -1");
  fit = synthetic_fit(4);
  fit.simulator_calls = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(refusal_of(fit).find("\"simulator_calls\" must be between"), std::string::npos);
}

TEST(TrialReading, RefusesWhatCrashesOrHangs) {
  using std::chrono::milliseconds;
  const auto refusal = [](const std::function<void()>& reading) {
    try {
      require_harmless(reading, milliseconds(300));
    } catch (const Error& error) {
      EXPECT_EQ(error.fault(), Fault::data);
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal([] { std::raise(SIGKILL); }).find("crashes"), std::string::npos);
  EXPECT_NE(refusal([] { std::raise(SIGSEGV); }).find("crashes"), std::string::npos);
  EXPECT_NE(refusal([] {
              for (;;) ::pause();
            }).find("did not come to an end"),
            std::string::npos);
  EXPECT_EQ(refusal([] { throw 1; }), "");
  EXPECT_EQ(refusal([] {}), "");
}

// HDF5 keeps one switch for its printing per thread.
TEST(Netcdf, PrintsNothingFromAnyThread) {
  const TemporaryDirectory directory;
  Fit fit = synthetic_fit(40);
  fit.draws.names[0] = "a/b";
  testing::internal::CaptureStderr();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, path = directory / (std::to_string(i) + ".nc")] {
      for (int repeat = 0; repeat < 5; ++repeat) {
        write_netcdf(fit, path);
        expect_same(fit, read_netcdf(path));
      }
    });
  threads.clear();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace surefoot
