// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/worst_rails_of.hpp"

#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

using testing::fabric;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::Not;

/// Streams of 64K between hosts whose rail 3 carries less than the others on all of them.
HeldRun streams(int hosts, int rails, std::uint64_t seed) {
    HeldRun run{fabric(
        fmt::format("fat-tree,hosts={0},leaf={1},ranks-per-host={2};noise,3%;sweep,lengths=64K,seed={3}",
                    hosts, std::min(hosts, 32), rails, seed))};
    run.description.mode = Mode::stream;
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& seconds) {
        if (sender % rails == 3 && receiver % rails == 3) seconds *= 1.2;
    });
    return run;
}

/// Between these two hosts, one way.
void slow_down_a_rail(HeldRun& run, int rails, int from, int to, int slot, double factor) {
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& seconds) {
        if (sender == from * rails + slot && receiver == to * rails + slot) seconds *= factor;
    });
}

TEST(WorstRails, OfAPairOfHostsIsNamedAmong256HostsOfEightRails) {
    constexpr int hosts = 256;
    constexpr int rails = 8;
    HeldRun run = streams(hosts, rails, 1);
    const auto worst_in = [&] {
        const fabricmap::Run held = run.run("rails");
        return worst_rails_of(held, machine_of(held.description())).value();
    };
    const WorstRails healthy = worst_in();
    EXPECT_EQ(healthy.rails, 8U);
    EXPECT_FALSE(healthy.stands_out) << healthy.factor;
    // The largest of eight normal deviations of 3 %, beyond their median, is 1.42 of them in the mean.
    EXPECT_NEAR(healthy.median_factor, 1.045, 0.01);
    slow_down_a_rail(run, rails, 200, 17, 5, 2);
    const WorstRails worst = worst_in();
    EXPECT_TRUE(worst.stands_out);
    EXPECT_EQ(worst.sender, "node200");
    EXPECT_EQ(worst.receiver, "node017");
    EXPECT_EQ(worst.slot, 5U);
    EXPECT_NEAR(worst.factor, 2, 0.25);
    EXPECT_NEAR(worst.median_factor, healthy.median_factor, 0.01);
}

TEST(WorstRails, AreReportedOfStreamsAlone) {
    HeldRun run = streams(12, 4, 2);
    slow_down_a_rail(run, 4, 7, 2, 1, 2);
    const auto judged = [&] { return testing::judge(testing::runs_of(run.run("rails"))); };
    const Diagnosis diagnosis = judged();
    EXPECT_THAT(speed_text(diagnosis),
                HasSubstr("Of the 4 rails between the same slots of two hosts the worst takes 1.0"));
    EXPECT_THAT(speed_text(diagnosis), HasSubstr("node07 -> node02 at slot 1, "));
    EXPECT_EQ(nlohmann::json::parse(json_report(diagnosis))["worst_rails"]["worst"]["slot"], 1);
    run.description.mode = Mode::one_to_one;
    EXPECT_THAT(speed_text(judged()), Not(HasSubstr("rails")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
