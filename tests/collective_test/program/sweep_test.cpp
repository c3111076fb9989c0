// SPDX-License-Identifier: Apache-2.0
// What the tester measures and keeps, as its users run it.
#include "tests/small_disk.hpp"
#include "tests/temporary_folder.hpp"
#include "visited.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <set>

namespace fabricmap::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CollectiveSweep, VisitsEveryCallAndVerifiesIt) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        3, {"-t", "all", "--lengths", "0,24", "--fixed", "--visits", "2", "--runs", "3", "--check"},
        folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_TRUE(file.run().description.complete);
    const auto visits = visits_by_cell(file);
    // Barriers have no length.
    EXPECT_EQ(visits.size(), 32U * 2 + 2);
    for (const auto& [cell, count] : visits) EXPECT_EQ(count, 2);
    for (const CollectiveVisit& visit : file.visits()) {
        EXPECT_EQ(visit.completion.size(), 3U);
        for (const double time : visit.completion) EXPECT_GT(time, 0) << visit.cell.operation;
        for (const int rank : visit.last_rank) EXPECT_LT(rank, 3);
        EXPECT_EQ(std::isnan(visit.init.front()), visit.cell.operation < 17 || visit.cell.operation >= 34);
    }
    // The waits before and after the sweep.
    EXPECT_EQ(visits_of(file, VisitPurpose::start_error).size(), 6U);
    EXPECT_EQ(names_in(folder.path()).size(), 1U) << "something was left behind";
}

TEST(CollectiveSweep, HasTheRanksRootsAndLengthsThatWereAskedFor) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(collective_job(4,
                           {"-t", "bcast,allreduce", "--lengths", "5,8", "--ranks", "2,all", "--roots", "all",
                            "--fixed", "--visits", "1", "--runs", "2"},
                           folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    const auto visits = visits_by_cell(file);
    // bcast of 2 lengths from 2 and 4 roots; 5 bytes of doubles are 8 for the allreduce.
    EXPECT_EQ(visits.size(), 2U * (2 + 4) + 2);
    std::set<int> roots;
    for (const CollectiveVisit& visit : visits_of(file, VisitPurpose::sweep)) {
        if (visit.cell.ranks == 4) roots.insert(visit.cell.root);
        EXPECT_EQ(std::isnan(visit.finish_median[3]), visit.cell.ranks == 2);
    }
    EXPECT_EQ(roots, (std::set<int>{no_index, 0, 1, 2, 3}));
}

TEST(CollectiveSweep, ForcesAlgorithmsBesideTheLibrarysChoice) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        3, {"-t", "bcast", "--lengths", "1K", "--algorithms", "0,1,6", "--fixed", "--visits", "1"},
        folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_EQ(visits_by_cell(file).size(), 3U);
    ASSERT_EQ(file.run().algorithms.size(), 2U);
    EXPECT_EQ(file.run().algorithms.back(), "bcast/6/binomial");
}

TEST(CollectiveSweep, EveryStartTimingClockAndSchemeRuns) {
    const std::vector<std::vector<std::string>> choices{{"--start", "barrier", "--timing", "root"},
                                                        {"--start", "none", "--timing", "max"},
                                                        {"--clock", "mpi", "--clock-sync", "linear"},
                                                        {"--cold", "--pick", "spread", "--ranks", "2"}};
    for (const std::vector<std::string>& choice : choices) {
        const TemporaryFolder folder;
        std::vector<std::string> words{"-t", "bcast,ibarrier", "--lengths", "8", "--fixed", "--visits", "1"};
        words.insert(words.end(), choice.begin(), choice.end());
        const Outcome outcome = run(collective_job(3, words, folder / "run"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(visits_by_cell(CollectiveFile(collectives_path(folder / "run"))).size(), 2U);
    }
}

TEST(CollectiveSweep, PairsCallsWithWhatCouldTakeTheirPlace) {
    const TemporaryFolder folder;
    const Outcome outcome = run(
        collective_job(2, {"-t", "allreduce", "--lengths", "8", "--guidelines", "--visits", "1", "--fixed"},
                       folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    std::map<int, std::vector<int>> mock_ups_of_pass;
    for (const CollectiveVisit& visit : visits_of(file, VisitPurpose::candidate))
        mock_ups_of_pass[visit.pass].push_back(visit.cell.mock_up);
    EXPECT_GE(mock_ups_of_pass.size(), 6U * 3);
    for (const auto& [pass, mock_ups] : mock_ups_of_pass) {
        ASSERT_EQ(mock_ups.size(), 2U) << pass;
        EXPECT_EQ(std::count(mock_ups.begin(), mock_ups.end(), no_index), 1) << pass;
    }
}

TEST(CollectiveSweep, DoesWorkBesideNonBlockingCalls) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        2, {"-t", "iallreduce", "--lengths", "8", "--compute-steps", "3", "--visits", "1", "--fixed"},
        folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    std::map<int, int> visits_of_step;
    for (const CollectiveVisit& visit : visits_of(file, VisitPurpose::overlap)) {
        ++visits_of_step[visit.cell.compute_step];
        EXPECT_EQ(visit.compute_s > 0, visit.cell.compute_step > 0);
    }
    EXPECT_EQ(visits_of_step, (std::map<int, int>{{0, 6}, {1, 6}, {2, 6}}));
}

TEST(CollectiveSweep, CallsWithOtherElementsReductionsAndBuffersAreValuesOfTheirOwn) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(collective_job(3,
                           {"-t", "allreduce,bcast", "--lengths", "64", "--datatype", "double,float", "--op",
                            "sum,max", "--in-place", "--fixed", "--visits", "1", "--check"},
                           folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_EQ(visits_by_cell(file).size(), 1U + 2 * 2 * 2);
    EXPECT_THAT(file.run().operations, ::testing::IsSupersetOf({"bcast", "allreduce", "allreduce:float",
                                                                "allreduce:float:max:in_place"}));
}

TEST(CollectiveSweep, ExchangesWithNeighboursOnAGridAndOnAGraph) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(4,
                                               {"-t", "neighbourhood", "--topology", "grid,graph",
                                                "--lengths", "64", "--fixed", "--visits", "1", "--check"},
                                               folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(visits_by_cell(CollectiveFile(collectives_path(folder / "run"))).size(), 2U * 5 * 2);
}

TEST(CollectiveSweep, LetsGroupsOfRanksMakeTheCallAtOnce) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        5, {"-t", "allreduce,gather", "--lengths", "64", "--groups", "2", "--fixed", "--visits", "1"},
        folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    // Ranks 0 and 1, 2 and 3; the fifth is left over.
    std::map<std::pair<int, int>, int> visits;
    for (const CollectiveVisit& visit :
         visits_of(CollectiveFile(collectives_path(folder / "run")), VisitPurpose::groups)) {
        EXPECT_EQ(visit.cell.ranks, 2);
        EXPECT_TRUE(std::isnan(visit.finish_median[4]));
        ++visits[{visit.cell.operation, std::isnan(visit.finish_median[0]) ? 2 : 0}];
    }
    EXPECT_EQ(visits.size(), 2U * 2);
    for (const auto& [of, count] : visits) EXPECT_EQ(count, 12);
    const Outcome refused = run(collective_job(3, {"--groups", "2"}, folder / "other"));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("--groups 2: 3 ranks take part"), std::string::npos) << refused.err;
}

TEST(CollectiveSweep, StartsPersistentCallsBesideOthers) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        2, {"-t", "iallreduce,ibarrier", "--persistent", "--lengths", "64", "--fixed", "--visits", "1"},
        folder / "run"));
    const std::vector<std::string> lines = own_lines(outcome.err);
    if (outcome.exit_code == 2 && !lines.empty() &&
        lines.front().find("has no persistent") != std::string::npos)
        GTEST_SKIP() << lines.front();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(visits_by_cell(CollectiveFile(collectives_path(folder / "run"))).size(), 4U);
}

TEST(CollectiveSweep, MeasuresAnOperationOfTheUsersOwn) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        3, {"-t", std::string("alltoall,") + RING_SHIFT, "--lengths", "8,64K", "--fixed", "--visits", "2"},
        folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("ring_shift"));
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_EQ(visits_by_cell(file).size(), 4U);
    EXPECT_THAT(file.run().operations, ::testing::Contains("ring_shift"));
    const Outcome refused = run(collective_job(2, {"-t", "./nowhere.so"}, folder / "other"));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(own_lines(refused.err).front(), HasSubstr("-t ./nowhere.so: "));
}

TEST(CollectiveSweep, FindsAFlippedBit) {
    const TemporaryFolder folder;
    Job job = collective_job(3, {"-t", "bcast", "--lengths", "8,64", "--check", "--fixed", "--visits", "1"},
                             folder / "run");
    job.preload = "flipped_bit";
    job.environment = {
        {"FABRICMAP_FLIP_FROM", "0"}, {"FABRICMAP_FLIP_TO", "2"}, {"FABRICMAP_FLIP_BYTES", "64"}};
    const Outcome outcome = run(job);
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err).back(), HasSubstr("--check: bcast of 64 on 3 ranks, root 0: rank 2"));
}

TEST(CollectiveSweep, IsEstimatedWithoutAFile) {
    const TemporaryFolder folder;
    const Outcome outcome = run(collective_job(
        2, {"-t", "bcast,alltoall", "--lengths", "8,1M", "--max-memory", "2M", "--dry-run"}, folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("3 values: 2 operations"));
    EXPECT_THAT(outcome.out, HasSubstr("time: about"));
    EXPECT_THAT(outcome.err, HasSubstr("left out: alltoall of 1M on 2 ranks: a rank would need 4.19 MB"));
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(CollectiveSweep, WhatIsThereIsNotTouched) {
    const TemporaryFolder folder;
    std::ofstream(folder / "run_collectives.nc") << "not a run";
    const std::vector<std::string> words{"-t", "bcast", "--lengths", "8", "--fixed", "--visits", "1"};
    EXPECT_EQ(run(collective_job(2, words, folder / "run")).exit_code, 3);
    std::vector<std::string> resumed = words;
    resumed.emplace_back("--resume");
    const Outcome foreign = run(collective_job(2, resumed, folder / "run"));
    EXPECT_EQ(foreign.exit_code, 3);
    EXPECT_THAT(own_lines(foreign.err).front(), HasSubstr("run_collectives.nc"));
    std::vector<std::string> replaced = words;
    replaced.emplace_back("--overwrite");
    EXPECT_EQ(run(collective_job(2, replaced, folder / "run")).exit_code, 0);
    resumed[1] = "allreduce";
    const Outcome other = run(collective_job(2, resumed, folder / "run"));
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_THAT(own_lines(other.err).front(), HasSubstr("--resume: the run at"));
}

/// On hosts that the list names, one rank on each: "a b c".
Job job_on_hosts(const std::string& hosts, std::vector<std::string> words,
                 const std::filesystem::path& prefix) {
    words.insert(words.end(), {"--lengths", "8", "--runs", "2", "--fixed"});
    Job job = collective_job(static_cast<int>((hosts.size() + 1) / 2), std::move(words), prefix);
    job.preload = "many_hosts";
    job.environment = {{"FABRICMAP_HOSTS", hosts}};
    return job;
}

TEST(CollectiveSweep, GroupsOfEqualSizeForceAlgorithmsEachOnTheirOwn) {
    const TemporaryFolder folder;
    // The sweep's two ranks are the first of each host; the groups are the ranks of a host.
    const Outcome outcome =
        run(job_on_hosts("a a b b",
                         {"-t", "bcast", "--ranks", "2,all", "--pick", "spread", "--algorithms", "1",
                          "--groups", "2", "--visits", "1", "--check", "--timeout", "20s"},
                         folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(visits_of(CollectiveFile(collectives_path(folder / "run")), VisitPurpose::groups).size(),
              2U * 12);
}

TEST(CollectiveSweep, IsContinuedWithoutAHostThatIsGone) {
    const TemporaryFolder folder;
    const std::vector<std::string> words{"-t", "gather", "--roots", "all"};
    std::vector<std::string> once = words;
    once.insert(once.end(), {"--visits", "1"});
    ASSERT_EQ(run(job_on_hosts("a b c d", once, folder / "run")).exit_code, 0);
    std::vector<std::string> continued = words;
    continued.insert(continued.end(), {"--visits", "2", "--resume"});
    EXPECT_EQ(run(job_on_hosts("a b d", continued, folder / "run")).exit_code, 2);
    continued.insert(continued.end(), {"--exclude-hosts", "c"});
    const Outcome outcome = run(job_on_hosts("a b d", continued, folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    EXPECT_THAT(file.run().description.excluded_hosts, ElementsAre("c"));
    std::map<int, int> visits_of_root;
    for (const CollectiveVisit& visit : visits_of(file, VisitPurpose::sweep)) {
        if (visit.cell.ranks != 3) continue;
        ++visits_of_root[visit.cell.root];
        EXPECT_TRUE(std::isnan(visit.finish_median[2]));
        EXPECT_FALSE(std::isnan(visit.finish_median[3])) << "the rank on d keeps its number";
    }
    EXPECT_EQ(visits_of_root, (std::map<int, int>{{0, 2}, {1, 2}, {3, 2}}));
}

TEST(CollectiveSweep, StartsFromTheFirstRankThatTakesPart) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(job_on_hosts("a b c", {"-t", "bcast", "--visits", "1", "--exclude-hosts", "a"}, folder / "run"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const CollectiveFile file(collectives_path(folder / "run"));
    for (const CollectiveVisit& visit : visits_of(file, VisitPurpose::sweep)) EXPECT_EQ(visit.cell.root, 1);
}

TEST(CollectiveSweep, GroupsAreMadeOfThoseThatTakePart) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(job_on_hosts("a b c d", {"-t", "bcast", "--visits", "1", "--groups", "2", "--exclude-hosts", "a"},
                         folder / "run"));
    EXPECT_EQ(outcome.exit_code, 2);
    ASSERT_EQ(own_lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err).front(), HasSubstr("--groups 2: 3 ranks take part"));
}

TEST(CollectiveSweep, AFullDiskIsRefused) {
    const SmallDisk disk("300k");
    if (!disk.mounted()) GTEST_SKIP() << "a disk can be mounted by root only";
    disk.fill();
    const Outcome outcome = run(collective_job(2, {"-t", "bcast", "--lengths", "8"}, disk.path() / "run"));
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_EQ(own_lines(outcome.err).size(), 1U) << outcome.err;
}

}  // namespace
}  // namespace fabricmap::testing
