// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/history.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fabricmap {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

TEST(FittingHistory, LeavesAloneWhatFits) {
    EXPECT_EQ(fitting_history("one\ntwo\n", 8), "one\ntwo\n");
    EXPECT_EQ(fitting_history("", 0), "");
}

TEST(FittingHistory, KeepsTheFirstLineAndTheNewest) {
    std::string history = "begun\n";
    for (int line = 1; line <= 20; ++line) history += fmt::format("line {:02}\n", line);
    EXPECT_EQ(fitting_history(history, 50), "begun\n... 18 lines left out\nline 19\nline 20\n");
}

TEST(FittingHistory, CountsLinesThatWereLeftOutBefore) {
    EXPECT_EQ(fitting_history("begun\n... 18 lines left out\nline 19\nline 20\nline 21", 50),
              "begun\n... 19 lines left out\nline 20\nline 21");
}

TEST(FittingHistory, CutsALineThatIsAloneTooLong) {
    EXPECT_EQ(fitting_history("begun\n" + std::string(100, 'x'), 30),
              "begun\n" + std::string(20, 'x') + "...\n");
    const std::string both = fitting_history(std::string(100, 'a') + "\n" + std::string(100, 'b') + "\n", 90);
    EXPECT_THAT(both, StartsWith(std::string(26, 'a') + "...\n"));
    EXPECT_THAT(both, EndsWith(std::string(56, 'b') + "...\n"));
}

RC_GTEST_PROP(FittingHistory, NeverTakesMoreThanTheRoom, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab \n"))));
    std::string history;
    for (const std::string& word : words) history += word;
    const auto room = *rc::gen::inRange<std::size_t>(0, 60);
    RC_ASSERT(fitting_history(history, room).size() <= room);
}

}  // namespace
}  // namespace fabricmap
