// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/excluded_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> excluded_by(const std::string& command_line, const std::string& history = {}) {
    RunDescription run;
    run.command_line = command_line;
    run.history = history;
    return excluded_hosts(run);
}

TEST(ExcludedHosts, AreNoneWhereTheOptionIsNotGiven) {
    EXPECT_THAT(excluded_by(""), IsEmpty());
    EXPECT_THAT(excluded_by("network_test -f a --lengths 0", "2026-01-02T03:04:05Z network_test -f a"),
                IsEmpty());
}

TEST(ExcludedHosts, AreReadInBothWaysOfGivingThem) {
    EXPECT_THAT(excluded_by("network_test --exclude-hosts node05,node03 -f a"),
                ElementsAre("node03", "node05"));
    EXPECT_THAT(excluded_by("network_test -f a --exclude-hosts=node03,,"), ElementsAre("node03"));
}

TEST(ExcludedHosts, IncludeThoseOfWhoResumedTheRun) {
    EXPECT_THAT(excluded_by("network_test -f a --exclude-hosts c",
                            "2026-01-02T03:04:05Z network_test -f a --exclude-hosts c\n"
                            "2026-01-02T04:04:05Z network_test -f a --resume --exclude-hosts b,c"),
                ElementsAre("b", "c"));
}

TEST(ExcludedHosts, AreNoneOfWhatOtherProgramsOrValuesSay) {
    EXPECT_THAT(excluded_by("another --exclude-hosts a",
                            "2026-01-02T03:04:05Z another --exclude-hosts b\n"
                            "--exclude-hosts c"),
                IsEmpty());
    EXPECT_THAT(excluded_by("network_test -f x--exclude-hosts y --exclude-hosts"), IsEmpty());
}

}  // namespace
}  // namespace fabricmap
