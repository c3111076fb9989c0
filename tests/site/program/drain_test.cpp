// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/site/kept_checks.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdlib>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;

// A slurmctld that is gone: scontrol tries for a minute, and fails.
TEST(Drain, PrintsTheLinesAndChangesNothingWhereSlurmDoesNotAnswer) {
    const testing::TemporaryFolder folder;
    testing::keep_check(folder / "store", testing::check_with("2026-01-02T03-04-05Z_0001",
                                                              {testing::faulty_host("node0.cluster", 5)}));
    testing::write_bytes(folder / "names", "cn0 node0\n");
    testing::write_bytes(folder / "scontrol", "#!/bin/sh\nexit 1\n");
    std::filesystem::permissions(folder / "scontrol", std::filesystem::perms::owner_all);
    const auto fabricmap = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"/usr/bin/env", "PATH=" + folder.path().string() + ":/usr/bin:/bin",
                                     std::string(PROGRAMS) + "/fabricmap"});
        words.insert(words.end(), {"--store", folder / "store"});
        return testing::run(words);
    };
    const Outcome printed = fabricmap({"drain"});
    EXPECT_EQ(printed.exit_code, 0);
    EXPECT_THAT(printed.out, HasSubstr("nodename=node0 state=drain"));
    EXPECT_THAT(printed.err, HasSubstr("a line replaces the reason"));
    EXPECT_THAT(fabricmap({"drain", "--names", folder / "names"}).out, HasSubstr("nodename=cn0 state=drain"));
    const Outcome run = fabricmap({"drain", "--yes"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_THAT(run.err, HasSubstr("scontrol -a show node ended with code 1"));
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(fabricmap({"release"}).exit_code, 1);
}

TEST(Drain, SaysThatNoHostIsFaulty) {
    const testing::TemporaryFolder folder;
    testing::keep_check(folder.path(), testing::check_with("2026-01-02T03-04-05Z_0001",
                                                           {{"n1", site::HostVerdict::healthy}}));
    const Outcome outcome =
        testing::run({"/usr/bin/env", "PATH=/nonexistent", std::string(PROGRAMS) + "/fabricmap", "drain",
                      "--store", folder.path()});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, "# the check 2026-01-02T03-04-05Z_0001 found no host faulty\n");
    EXPECT_THAT(outcome.err, HasSubstr("scontrol is not installed here"));
}

}  // namespace
}  // namespace fabricmap
