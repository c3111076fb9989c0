// SPDX-License-Identifier: Apache-2.0
// collective_test on simulated fabrics, as its users start it there. What must come out is what the scenario
// plants: an algorithm that is slow, or a host.
#include "netcdf_schema/collectives/collective_file.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using testing::TemporaryFolder;

/// The visits of a run of collective_test on a simulated fabric.
struct SimulatedCollectives {
    SimulatedCollectives(const std::string& scenario, const std::vector<std::string>& options) {
        const TemporaryFolder folder;
        std::vector<std::string> words{"run",    scenario,    "--program", "collective_test",
                                       "--kind", "simulated", "-f",        folder / "run",
                                       "--",     "--seed",    "1"};
        words.insert(words.end(), options.begin(), options.end());
        outcome = run_program("network_lab", words);
        EXPECT_EQ(outcome.exit_code, 0) << scenario << "\n" << outcome.err;
        if (outcome.exit_code != 0) return;
        const CollectiveFile file(collectives_path(folder / "run"));
        run = file.run();
        visits = file.visits();
    }

    [[nodiscard]] const std::string& operation_of(const CollectiveVisit& visit) const {
        return run.operations.at(static_cast<std::size_t>(visit.cell.operation));
    }

    Outcome outcome;
    CollectiveRun run;
    std::vector<CollectiveVisit> visits;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.at(values.size() / 2);
}

class SimulatedRanks : public ::testing::TestWithParam<int> {};

TEST_P(SimulatedRanks, AllCallsAreRight) {
    const SimulatedCollectives all(
        "host,hosts=" + std::to_string(GetParam()),
        {"-t", "all", "--lengths", "0,8,1K,160K", "--check", "--visits", "1", "--fixed", "--runs", "2"});
    std::map<std::string, std::set<std::int64_t>> lengths;
    for (const CollectiveVisit& visit : all.visits) {
        if (visit.purpose == VisitPurpose::sweep)
            lengths[all.operation_of(visit)].insert(visit.cell.message_length);
    }
    EXPECT_EQ(lengths.count("ibarrier"), 0U);
    EXPECT_THAT(all.outcome.err, HasSubstr("ibarrier"));
    EXPECT_THAT(all.outcome.err, HasSubstr("waits for rank 0 alone"));
    EXPECT_EQ(lengths.size(), 33U);
    for (const auto& [operation, of] : lengths) {
        const bool has_length = operation != "barrier";
        EXPECT_EQ(of.size(), has_length ? 4U : 1U) << operation;
    }
}

INSTANTIATE_TEST_SUITE_P(NetworkLab, SimulatedRanks, ::testing::Values(2, 3, 5, 8));

/// How much slower than reduce and bcast allreduce is, by length: the third smallest of the ratios of fresh
/// visits; nothing where six visits before found no reason for them.
std::map<std::int64_t, double> violations(const SimulatedCollectives& collectives) {
    std::map<std::int64_t, std::map<int, double>> calls;
    std::map<std::int64_t, std::map<int, double>> mock_ups;
    for (const CollectiveVisit& visit : collectives.visits) {
        if (visit.purpose != VisitPurpose::verdict) continue;
        const bool is_call = visit.cell.mock_up == no_index;
        if (!is_call &&
            collectives.run.mock_ups.at(static_cast<std::size_t>(visit.cell.mock_up)) != "reduce+bcast")
            continue;
        (is_call ? calls : mock_ups)[visit.cell.message_length][visit.pass] = median(visit.completion);
    }
    std::map<std::int64_t, double> found;
    for (const auto& [length, by_pass] : mock_ups) {
        std::vector<double> ratios;
        for (const auto& [pass, mock_up_s] : by_pass) ratios.push_back(calls[length].at(pass) / mock_up_s);
        std::sort(ratios.begin(), ratios.end());
        EXPECT_EQ(ratios.size(), 12U);
        if (ratios.at(2) > 1.05) found[length] = ratios.at(2);
    }
    return found;
}

// What is simulated does not vary, so few runs are as good as many. bench/simulated_collectives has 16 and 64
// hosts.
const std::vector<std::string> guidelines_of_allreduce{
    "-t", "allreduce", "--lengths", "64,1K,256K", "--guidelines", "--visits", "1", "--fixed", "--runs", "1"};

TEST(SimulatedGuidelines, AllreduceThatIsReduceAndBcastIsNotSlowerThanThey) {
    const SimulatedCollectives collectives("fat-tree,hosts=8,leaf=8", guidelines_of_allreduce);
    EXPECT_TRUE(violations(collectives).empty());
}

/// SimGrid's ring needs an element for each rank: 64 bytes are 8 doubles, enough for 8 ranks and not for 16,
/// where it falls back on reduce and bcast.
TEST(SimulatedGuidelines, ARingIsSlowerForShortMessagesAlone) {
    const SimulatedCollectives collectives("fat-tree,hosts=8,leaf=8;collectives,allreduce=lr",
                                           guidelines_of_allreduce);
    const std::map<std::int64_t, double> found = violations(collectives);
    EXPECT_EQ(found.size(), 2U);
    EXPECT_EQ(found.count(64), 1U);
    EXPECT_EQ(found.count(1024), 1U);
}

/// Of an operation, the ratio of the time of all to that without a host, for each host that was left out.
std::map<int, double> gains(const SimulatedCollectives& collectives, const std::string& operation) {
    std::vector<double> of_all;
    std::map<int, std::vector<double>> without;
    for (const CollectiveVisit& visit : collectives.visits) {
        if (visit.purpose != VisitPurpose::without_suspect || collectives.operation_of(visit) != operation)
            continue;
        const auto left_out = std::find_if(visit.finish_median.begin(), visit.finish_median.end(),
                                           [](float value) { return std::isnan(value); });
        if (left_out == visit.finish_median.end()) {
            of_all.push_back(median(visit.completion));
        } else {
            without[static_cast<int>(left_out - visit.finish_median.begin())].push_back(
                median(visit.completion));
        }
    }
    std::map<int, double> gained;
    for (const auto& [host, times] : without) gained[host] = median(of_all) / median(times);
    return gained;
}

const std::vector<std::string> searched{"allreduce", "alltoall", "barrier"};
const std::vector<std::string> search{"-t",          "allreduce,alltoall,barrier",
                                      "--lengths",   "64K",
                                      "--find-slow", "--visits",
                                      "1",           "--fixed",
                                      "--runs",      "2"};

TEST(SimulatedSearch, FindsTheSlowHostByLeavingItOut) {
    const SimulatedCollectives collectives("fat-tree,hosts=16,leaf=16;fault,slow-node,host=5,factor=5",
                                           search);
    for (const std::string& operation : searched) {
        const std::map<int, double> gained = gains(collectives, operation);
        ASSERT_EQ(gained.size(), 2U) << operation << ": the suspect and another";
        for (const auto& [host, gain] : gained) {
            EXPECT_EQ(gain > 1.1, host == 5) << operation << " without host " << host << ": " << gain;
        }
    }
}

TEST(SimulatedSearch, SuspectsNobodyOnAHealthyMachine) {
    const SimulatedCollectives collectives("fat-tree,hosts=16,leaf=16", search);
    for (const std::string& operation : searched)
        EXPECT_TRUE(gains(collectives, operation).empty()) << operation;
}

}  // namespace
}  // namespace fabricmap
