// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <nlohmann/json.hpp>

namespace fabricmap::diagnosis {
namespace {

using testing::fabric;
using testing::HeldRun;
using testing::judge;
using testing::runs_of;

constexpr double latency_s = 10e-6;
constexpr double link_bytes_per_s = 1e9;

/// Twelve hosts by hand: what node05 sends goes at a quarter of the rate, what node07 receives comes 30 us
/// late.
HeldRun by_hand(std::vector<std::int64_t> lengths) {
    HeldRun run{fabric("fat-tree,hosts=12,leaf=12")};
    run.description.message_lengths = lengths;
    run.planes[Statistic::median].assign(lengths.size(), Matrix::Zero(12, 12));
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender == receiver) return;
        const double rate = link_bytes_per_s / (sender == 5 ? 4 : 1);
        delay = latency_s + (receiver == 7 ? 30e-6 : 0) + static_cast<double>(lengths[k]) / rate;
    });
    return run;
}

TEST(HostRates, AreThoseOfLongMessagesWhateverTheLatency) {
    const Diagnosis diagnosis = judge(runs_of(by_hand({0, 65536, 262144}).run()));
    ASSERT_EQ(diagnosis.host_rates.size(), 12U);
    EXPECT_NEAR(*diagnosis.host_rates[5].sends, link_bytes_per_s / 4, 1e4);
    EXPECT_NEAR(*diagnosis.host_rates[5].receives, link_bytes_per_s, 1e4);
    EXPECT_NEAR(*diagnosis.host_rates[7].receives, link_bytes_per_s, 1e4);
}

TEST(HostRates, AreUnknownWithoutTwoLongLengths) {
    const Diagnosis diagnosis = judge(runs_of(by_hand({0, 1024, 262144}).run()));
    EXPECT_FALSE(diagnosis.host_rates[5].sends);
}

// With its peers the longer messages of node05 take as long as the shorter ones, or 2 ms more.
TEST(HostRates, AreUnknownWherePeersDisagree) {
    HeldRun held = by_hand({0, 65536, 262144});
    held.alter([](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender == 5 && receiver != 5) delay = k == 0 ? 1e-3 : k == 1 || receiver % 2 == 0 ? 4e-3 : 6e-3;
    });
    const Diagnosis diagnosis = judge(runs_of(held.run()));
    EXPECT_FALSE(diagnosis.host_rates[5].sends);
    EXPECT_NEAR(*diagnosis.host_rates[4].sends, link_bytes_per_s, 1e4);
}

TEST(HostValues, StandInTheJsonWithTheirLengths) {
    const auto json =
        nlohmann::json::parse(json_report(judge(runs_of(by_hand({0, 65536, 262144}).run()))))["host_values"];
    EXPECT_EQ(json["lengths_bytes"], nlohmann::json({0, 65536, 262144}));
    const auto& sender = json["values"][5];
    EXPECT_EQ(sender["host"], "node05");
    EXPECT_EQ(sender["faulty"], true);
    EXPECT_NEAR(sender["send_rate_bytes_per_s"].get<double>(), link_bytes_per_s / 4, 1e4);
    EXPECT_NEAR(sender["send_delays_s"][2].get<double>(), latency_s + 4 * 262144 / link_bytes_per_s, 1e-8);
    EXPECT_NEAR(sender["send_factor"].get<double>(),
                (latency_s + 4 * 262144 / link_bytes_per_s) / (latency_s + 262144 / link_bytes_per_s), 0.05);
    EXPECT_NEAR(json["values"][7]["receive_delays_s"][0].get<double>(), latency_s + 30e-6, 1e-9);
    EXPECT_NEAR(json["values"][7]["receive_factor"].get<double>(), 4, 0.05);
}

}  // namespace
}  // namespace fabricmap::diagnosis
