#include <chrono>
#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include <surefoot/error.hpp>
#include <surefoot/journal/journal.hpp>
#include <surefoot/journal/journal_writer.hpp>

#include "bootstrap/fit_support.hpp"
#include "report/synthetic_fit.hpp"
#include "report/temporary_directory.hpp"

namespace surefoot {
namespace {

const RunIdentity identity{{"model", "g-and-k"}, {"kernel", ""}, {"seed", "3"}};

FinishedDraw draw_of(const Draws& draws, std::size_t row) {
  return {draws.index[row], draws.row(row), draws.info[row]};
}

std::string journal_record(const FinishedDraw& draw) {
  std::string bytes;
  const std::size_t size = append_draw(draw, bytes);
  return records_of(bytes, size);
}

std::string journal_of(const Draws& draws) {
  std::string bytes = journal_head(identity, draws.names);
  for (std::size_t r = 0; r < draws.rows(); ++r) bytes += journal_record(draw_of(draws, r));
  return bytes;
}

/// Equal to the last bit, also where it is not a number.
bool same_bits(const Draws& a, const Draws& b) {
  return a.names == b.names && journal_of(a) == journal_of(b);
}

Draws some_draws(std::size_t rows) {
  Fit fit = synthetic_fit(rows);
  fail_draw(fit, 1, DrawStatus::diverged);
  return fit.draws;
}

TEST(Journal, ComesBackWithEveryBit) {
  const Draws draws = some_draws(7);
  const auto content = parse_journal(journal_of(draws));
  ASSERT_TRUE(content);
  EXPECT_EQ(content->identity, identity);
  EXPECT_TRUE(same_bits(content->draws, draws));
  EXPECT_TRUE(std::isnan(content->draws.row(1)[0]));
  EXPECT_EQ(content->bytes, journal_of(draws).size());
}

TEST(Journal, PutsDrawsInOrderAndTakesEachOnce) {
  const Draws draws = some_draws(5);
  std::string bytes = journal_head(identity, draws.names);
  for (const std::size_t row : {3, 0, 4, 0, 1, 2}) bytes += journal_record(draw_of(draws, row));
  EXPECT_TRUE(same_bits(parse_journal(bytes)->draws, draws));
}

TEST(Journal, IsReadUpToTheLastWholeRecordWhereverItEnds) {
  const Draws draws = some_draws(4);
  const std::string bytes = journal_of(draws);
  const std::size_t head = journal_head(identity, draws.names).size();
  const std::size_t record = (bytes.size() - head) / 4;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto content = parse_journal(std::string_view(bytes).substr(0, length));
    ASSERT_EQ(content.has_value(), length >= head) << length;
    if (!content) continue;
    const std::size_t whole = (length - head) / record;
    EXPECT_EQ(content->draws.rows(), whole) << length;
    EXPECT_EQ(content->bytes, head + whole * record) << length;
  }
}

TEST(Journal, LosesOneDrawToOneDamagedByte) {
  const Draws draws = some_draws(4);
  const std::string bytes = journal_of(draws);
  const std::size_t head = journal_head(identity, draws.names).size();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const auto content = parse_journal(damaged);
    ASSERT_EQ(content.has_value(), at >= head) << at;
    if (!content) continue;
    EXPECT_EQ(content->draws.rows(), 3u) << at;
    EXPECT_EQ(content->bytes, bytes.size()) << at;
  }
}

TEST(Journal, IsNotReadFromZerosThatAPowerCutLeft) {
  const Draws draws = some_draws(2);
  EXPECT_EQ(parse_journal(journal_of(draws) + std::string(5000, '\0'))->draws.rows(), 2u);
  EXPECT_FALSE(parse_journal(std::string(5000, '\0')));
}

TEST(JournalWriter, WritesWhatIsReadBack) {
  const TemporaryDirectory folder;
  const auto path = folder / "fit.nc.journal";
  const Draws draws = some_draws(5);
  JournalWriter writer(path, 0, journal_head(identity, draws.names), {});
  for (std::size_t r = 0; r < 3; ++r) writer.add(draw_of(draws, r));
  EXPECT_TRUE(writer.flush());
  EXPECT_EQ(read_journal(path)->draws.rows(), 3u);
  for (std::size_t r = 3; r < 5; ++r) writer.add(draw_of(draws, r));
  EXPECT_TRUE(writer.flush());
  EXPECT_EQ(read_file(path), journal_of(draws));
  writer.remove();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(JournalWriter, NeedsNobodyToFlushIt) {
  const TemporaryDirectory folder;
  const auto path = folder / "fit.nc.journal";
  const Draws draws = some_draws(2);
  JournalWriter writer(path, 0, journal_head(identity, draws.names), {});
  writer.add(draw_of(draws, 0));
  const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (read_journal(path)->draws.rows() == 0 && std::chrono::steady_clock::now() < late)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(read_journal(path)->draws.rows(), 1u);
}

TEST(JournalWriter, GoesOnBehindTheLastWholeRecord) {
  const TemporaryDirectory folder;
  const auto path = folder / "fit.nc.journal";
  const Draws draws = some_draws(3);
  const std::string whole = journal_of(draws);
  write_file(path, whole.substr(0, whole.size() - 5));
  const auto content = read_journal(path);
  ASSERT_EQ(content->draws.rows(), 2u);
  {
    JournalWriter writer(path, content->bytes, "unused", {});
    writer.add(draw_of(draws, 2));
  }
  EXPECT_EQ(read_file(path), whole);
}

TEST(JournalWriter, IsForOneRunAtATime) {
  const TemporaryDirectory folder;
  const auto path = folder / "fit.nc.journal";
  const JournalWriter writer(path, 0, "head", {});
  const auto another = [&] { const JournalWriter second(path, 0, "head", {}); };
  EXPECT_THROW(another(), Error);
  EXPECT_THROW(require_unused_journal(path), Error);
  EXPECT_NO_THROW(require_unused_journal(folder / "other"));
}

TEST(JournalWriter, SaysOnceThatADiskIsFullAndGoesOn) {
  const Draws draws = some_draws(3);
  std::vector<std::string> told;
  JournalWriter writer("/dev/full", 0, journal_head(identity, draws.names),
                       [&](const std::string& text) { told.push_back(text); });
  for (std::size_t r = 0; r < 3; ++r) {
    writer.add(draw_of(draws, r));
    EXPECT_FALSE(writer.flush());
  }
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("No space left on device"), std::string::npos);
  EXPECT_NE(told[0].find("the run goes on"), std::string::npos);
}

}  // namespace
}  // namespace surefoot
