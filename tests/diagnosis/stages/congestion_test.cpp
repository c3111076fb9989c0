// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/congestion.hpp"

#include "base/json_values.hpp"
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <fmt/format.h>

#include <random>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::runs_of;
using ::testing::SizeIs;

HeldRun hosts_alone(int hosts, std::uint64_t seed) {
    HeldRun run{testing::fabric(
        fmt::format("fat-tree,hosts={},leaf={};noise,3%;sweep,lengths=8,64K,seed={}", hosts, hosts, seed))};
    run.description.mode = Mode::one_to_one;
    run.description.timing = Timing::one_way;
    return run;
}

/// The same pairs, of each of which messages take longer by a factor of its own: its logarithm is normal.
HeldRun hosts_beside_load(int hosts, std::uint64_t seed, double median, double deviation) {
    HeldRun run = hosts_alone(hosts, seed + 1000);
    run.description.mode = Mode::test_noise_blocking;
    run.description.noise = NoiseParameters{128 * 1024, 4, 6};
    run.description.noise_fraction = 0.9;
    std::mt19937_64 engine(seed);
    std::lognormal_distribution<double> factor(std::log(median), deviation);
    run.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& delay) { delay *= factor(engine); });
    return run;
}

TEST(Congestion, IsTheFactorBesideLoadWithItsInterval) {
    int covered = 0;
    constexpr int machines = 40;
    for (int seed = 1; seed <= machines; ++seed) {
        const HeldRun alone = hosts_alone(16, static_cast<std::uint64_t>(seed));
        const HeldRun loaded = hosts_beside_load(16, static_cast<std::uint64_t>(seed), 3, 0.5);
        Request request;
        request.runs = runs_of(alone.run("alone"), loaded.run("loaded"));
        const auto all =
            congestion_of(request, request.runs.front(), machine_of(request.runs.front().description()));
        ASSERT_THAT(all, SizeIs(1));
        ASSERT_THAT(all.front().lengths, SizeIs(2));
        EXPECT_EQ(all.front().hosts, 16);
        for (const Congestion& congestion : all.front().lengths) {
            EXPECT_NEAR(congestion.typical.value, 3, 0.6);
            EXPECT_LT(congestion.typical.low, congestion.typical.value);
            // A tenth of such factors is beyond 3·e^(1.2816·0.5).
            EXPECT_NEAR(congestion.worst_tenth.value, 5.69, 1.2);
            if (congestion.typical.low <= 3 && congestion.typical.high >= 3) ++covered;
        }
    }
    EXPECT_GE(covered, 2 * machines * 9 / 10);
}

TEST(Congestion, OfANetworkThatTheLoadDoesNotSlowIsOne) {
    const Diagnosis diagnosis =
        judge(runs_of(hosts_alone(16, 1).run("alone"), hosts_beside_load(16, 1, 1, 0.01).run("loaded")));
    ASSERT_THAT(diagnosis.loaded_runs, SizeIs(1));
    for (const Congestion& congestion : diagnosis.loaded_runs.front().lengths)
        EXPECT_NEAR(congestion.typical.value, 1, 0.02);
    EXPECT_EQ(diagnosis.fault_count(), 0);
}

TEST(Congestion, StandsInTheReports) {
    const Diagnosis diagnosis =
        judge(runs_of(hosts_alone(16, 1).run("alone"), hosts_beside_load(16, 1, 3, 0.01).run("loaded")));
    EXPECT_THAT(
        terminal_report(diagnosis),
        AllOf(HasSubstr("Beside load, times as long as alone, between hosts"),
              HasSubstr("loaded: 6 noisy ranks beside each pair, bursts of 4 messages of 128K; 90 % of"),
              ::testing::ContainsRegex("64K +(3|2.99|3.01) \\(2.9.* to 3.*\\)")));
    const Json json = Json::parse(json_report(diagnosis));
    EXPECT_EQ(json["loaded_runs"][0]["noise"]["ranks"], 6);
    EXPECT_NEAR(json["loaded_runs"][0]["lengths"][1]["factor"].get<double>(), 3, 0.05);
    EXPECT_LT(json["loaded_runs"][0]["lengths"][1]["factor_interval"][0].get<double>(), 3.05);
    EXPECT_THAT(html_report(diagnosis), HasSubstr("Beside load"));
}

TEST(Congestion, OfFewHostsHasNoInterval) {
    const Diagnosis diagnosis =
        judge(runs_of(hosts_alone(5, 1).run("alone"), hosts_beside_load(5, 1, 3, 0.01).run("loaded")));
    ASSERT_THAT(diagnosis.loaded_runs, SizeIs(1));
    const Congestion& congestion = diagnosis.loaded_runs.front().lengths.front();
    EXPECT_NEAR(congestion.typical.value, 3, 0.2);
    EXPECT_TRUE(std::isnan(congestion.typical.low));
    EXPECT_EQ(Json::parse(json_report(diagnosis))["loaded_runs"][0]["lengths"][0]["factor_interval"][0],
              nullptr);
}

TEST(Congestion, IsNotThatOfAnotherPatternOrTiming) {
    HeldRun loaded = hosts_beside_load(16, 1, 3, 0.01);
    loaded.description.mode = Mode::test_noise;
    EXPECT_THAT(judge(runs_of(hosts_alone(16, 1).run("alone"), loaded.run("both_ways"))).loaded_runs,
                IsEmpty());
    loaded.description.mode = Mode::test_noise_blocking;
    loaded.description.timing = Timing::round_trip;
    EXPECT_THAT(judge(runs_of(hosts_alone(16, 1).run("alone"), loaded.run("round_trip"))).loaded_runs,
                IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
