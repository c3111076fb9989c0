// SPDX-License-Identifier: Apache-2.0
#include "read_text.hpp"

#include <filesystem>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::refusal_of_text;

const std::filesystem::path linktest_sample = std::filesystem::path(SAMPLES_DIRECTORY) / "pairs/linktest.txt";

TEST(Linktest, TheSlowestPairsAreReadByTheirSecondTime) {
    const auto run = open_run(linktest_sample);
    ASSERT_EQ(run.description().message_lengths, std::vector<std::int64_t>{131072});
    // Tasks 3, 1, 0 and 2 in the order in which pairs name them; 0 and 1 are on g01.
    EXPECT_EQ(run.description().ranks,
              (std::vector<RankLocation>{{"g02", 0}, {"g01", 1}, {"g01", 1}, {"g02", 0}}));
    const Matrix plane = run.stack(Statistic::average)->plane(0);
    EXPECT_NEAR(plane(0, 1), 74.2071e-6, 1e-15);
    EXPECT_NEAR(plane(0, 2), 36.9021e-6, 1e-15);
    EXPECT_NEAR(plane(3, 1), 36.8807e-6, 1e-15);
    EXPECT_TRUE(std::isnan(plane(0, 3)));
    EXPECT_TRUE(is_symmetric(run.description()));
    EXPECT_THAT(run.description().comment, HasSubstr("the slowest of all pairs"));
}

TEST(Linktest, WhatDoesNotFitIsRefusedWithItsLine) {
    const std::string text = testing::bytes_of(linktest_sample);
    const std::string refusal = refusal_of_text(text.substr(0, text.find("    2nd:")));
    EXPECT_THAT(refusal, ::testing::EndsWith(": a pair without its second time; run mpilinktest to its end"));
    EXPECT_EQ(refusal_of_text(text.substr(0, text.find("      0: PINGPONG"))),
              ": no value of two hosts in it; was the output cut off?");
    std::string changed = text;
    changed.replace(changed.find(" on g01"), 7, " at g01");
    EXPECT_THAT(refusal_of_text(changed), ::testing::EndsWith(": a task without its host"));
    changed = text;
    changed.replace(changed.find("74.2071us"), 9, "  slow us");
    EXPECT_THAT(refusal_of_text(changed),
                ::testing::EndsWith(": no two tasks and a time in us in the line of a pair"));
    changed = text;
    changed.replace(changed.find("131072 Bytes"), 12, "  many Bytes");
    EXPECT_THAT(refusal_of_text(changed),
                ::testing::EndsWith(": the message length must be a whole number of bytes"));
}

}  // namespace
}  // namespace fabricmap
