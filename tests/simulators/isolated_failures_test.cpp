#include "simulators/isolated_failures.hpp"

#include <gtest/gtest.h>

namespace surefoot {
namespace {

using Sentences = std::vector<std::string>;

TEST(IsolatedFailures, SayHowOftenAndWhere) {
  IsolatedFailures failures;
  EXPECT_EQ(failures.sentences({"a", "b"}, 10), Sentences{});
  failures.count("crashed", std::vector{3.0, 1.5});
  failures.count("aborted", std::vector{7.0, 1.5});
  failures.count("crashed", std::vector{2.0, 1.5});
  EXPECT_EQ(failures.total(), 3);
  EXPECT_EQ(failures.sentences({"a", "b"}, 10),
            (Sentences{"in 1 of 10 calls, with a at 7, b at 1.5, the code of the header aborted",
                       "in 2 of 10 calls, with a from 2 to 3, b at 1.5, the code of the header "
                       "crashed"}));
}

TEST(IsolatedFailures, PutManyReasonsTogether) {
  IsolatedFailures failures;
  for (int i = 0; i < 30; ++i)
    failures.count("threw " + std::to_string(i), std::vector{static_cast<double>(i)});
  const Sentences sentences = failures.sentences({"a"}, 30);
  ASSERT_EQ(sentences.size(), 9u);
  EXPECT_EQ(sentences[0],
            "in 22 of 30 calls, with a from 8 to 29, the code of the header failed in other ways");
}

}  // namespace
}  // namespace surefoot
