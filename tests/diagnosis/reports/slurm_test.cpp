// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace fabricmap::diagnosis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Nothing but comments and commands whose every letter is harmless.
void expect_harmless(const std::string& lines) {
    static const std::regex command(
        R"(scontrol update nodename=[A-Za-z0-9._-]+ state=drain reason="fabricmap: [A-Za-z0-9 .,:%()_-]+")");
    static const std::regex comment(R"(# [A-Za-z0-9 .,:()_-]+)");
    for (const std::string& line : split(lines.substr(0, lines.size() - 1), '\n')) {
        EXPECT_TRUE(std::regex_match(line, command) || std::regex_match(line, comment)) << line;
    }
}

TEST(SlurmDrain, NamesHostsWithAFaultOfTheirOwnAlone) {
    EXPECT_EQ(slurm_drain_lines(testing::compared_machine(), 8),
              "scontrol update nodename=node40 state=drain "
              "reason=\"fabricmap: delays spread 6.5 times more than elsewhere\"\n"
              "scontrol update nodename=node17 state=drain "
              "reason=\"fabricmap: receives 3.1 times slower from 16K on\"\n"
              "scontrol update nodename=node50 state=drain "
              "reason=\"fabricmap: sends 1.1 times slower than in the baseline\"\n");
}

TEST(SlurmDrain, IsACommentWhereNoHostIsToBlame) {
    EXPECT_EQ(slurm_drain_lines(testing::healthy_machine(64), 8), "# no host has a fault of its own\n");
}

TEST(SlurmDrain, NeverDrainsMoreThanAllowed) {
    const std::string lines = slurm_drain_lines(testing::faulty_machine(), 1);
    EXPECT_THAT(lines, HasSubstr("nodename=node40 "));
    EXPECT_THAT(lines, Not(HasSubstr("nodename=node17")));
    EXPECT_THAT(lines, HasSubstr("# 1 host more than the 1 allowed (--max-drain): node17\n"));
    EXPECT_THAT(slurm_drain_lines(testing::faulty_machine(), 0), Not(HasSubstr("scontrol")));
}

TEST(SlurmDrain, DrainsAHostOnceForTheWorstOfItsFaults) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.findings[1].part = part::Host{"node40"};
    EXPECT_EQ(slurm_drain_lines(diagnosis, 8),
              "scontrol update nodename=node40 state=drain "
              "reason=\"fabricmap: delays spread 6.5 times more than elsewhere\"\n");
}

TEST(SlurmDrain, NamesNodesWithoutTheirDomain) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.hosts.push_back("ab2-1029.bullx");
    diagnosis.findings[1].part = part::Host{"ab2-1029.bullx"};
    EXPECT_THAT(slurm_drain_lines(diagnosis, 8), HasSubstr("nodename=ab2-1029 state=drain"));
    EXPECT_THAT(slurm_drain_lines(diagnosis, 1), HasSubstr("(--max-drain): ab2-1029\n"));
}

TEST(SlurmDrain, SkipsNamesThatAreNoPlainHostNames) {
    for (const char* name : {"node1;reboot", "node1\nscontrol shutdown", "$(reboot)", "`reboot`", "node 1",
                             "a\"b", "node[1-64]", "node1,node2", "ALL", "all", "", "nöde"}) {
        Diagnosis diagnosis = testing::faulty_machine();
        diagnosis.findings[1].part = part::Host{name};
        const std::string lines = slurm_drain_lines(diagnosis, 8);
        expect_harmless(lines);
        EXPECT_THAT(lines, HasSubstr("nodename=node40 ")) << name;
        EXPECT_THAT(lines, Not(HasSubstr("3.1 times"))) << name;
        EXPECT_THAT(lines, HasSubstr("# skipped 1 host with a fault: not a plain host name")) << name;
        diagnosis.findings.erase(diagnosis.findings.begin());
        EXPECT_THAT(slurm_drain_lines(diagnosis, 0), Not(HasSubstr("scontrol"))) << name;
    }
}

TEST(SlurmDrain, TakesSomeHundredHosts) {
    expect_harmless(slurm_drain_lines(testing::broken_machine(300), 1000));
    expect_harmless(slurm_drain_lines(testing::broken_machine(300), 3));
}

TEST(SlurmDrain, DoesNotPassAnUndecidedRunForAHealthyOne) {
    EXPECT_EQ(slurm_drain_lines(testing::healthy_machine(64), 3), "# no host has a fault of its own\n");
    EXPECT_EQ(slurm_drain_lines(testing::healthy_machine(2), 3),
              "# undecided: the run cannot show whether a host is at fault; the report says why\n");
}

}  // namespace
}  // namespace fabricmap::diagnosis
