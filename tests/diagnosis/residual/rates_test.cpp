// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/rates.hpp"

#include "diagnosis/reports/reports.hpp"
#include "netcdf_schema/run/rated_lengths.hpp"
#include "tests/diagnosis/judging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

const std::vector<std::int64_t> long_lengths{0, 1024, 65536, 1 << 20};

/// Delays of messages that carry so many Gbit/s behind a latency.
std::vector<double> delays_at(double gbit) {
    std::vector<double> delays;
    for (const std::int64_t length : long_lengths)
        delays.push_back(2e-6 + 8e-9 * static_cast<double>(length) / gbit);
    return delays;
}

RunDescription run_of(Mode mode) {
    RunDescription run;
    run.mode = mode;
    return run;
}

TEST(Rates, OfDelaysIsWhatLongMessagesGain) {
    const RunDescription run = run_of(Mode::one_to_one);
    const auto rate = rate_of(run, long_lengths, delays_at(80));
    ASSERT_TRUE(rate);
    EXPECT_NEAR(*rate, 10e9, 1);
    EXPECT_FALSE(rate_of(run, long_lengths, {1e-6, 1e-6, 1e-6, 1e-6})) << "does not grow";
    EXPECT_FALSE(rate_of(run, {0, 1024}, {1e-6, 2e-6})) << "too short";
    EXPECT_FALSE(rate_of(run, {1 << 20}, {1e-3})) << "the latency is in a single length";
}

TEST(Rates, OfAStreamIsThatOfItsLongestMessage) {
    const RunDescription run = run_of(Mode::stream);
    const auto rate = rate_of(run, {8, 1 << 20}, {1e-7, 1e-3});
    ASSERT_TRUE(rate);
    EXPECT_NEAR(*rate, 1048576e3, 1);
    EXPECT_TRUE(rate_of(run, {1 << 20}, {1e-3}));
    EXPECT_FALSE(rate_of(run, {8, 1024}, {1e-7, 2e-7})) << "too short";
}

TEST(Rates, OfAStreamAreKnownOfEachLengthAndOfDelaysBeyondALongOne) {
    const std::vector<std::int64_t> lengths{0, 1024, 65536, 1 << 20};
    const auto of_stream = rated_lengths(run_of(Mode::stream), lengths);
    ASSERT_EQ(of_stream.size(), 3U);
    EXPECT_EQ(of_stream.front().at, 1U);
    EXPECT_EQ(of_stream.front().bytes, 1024);
    EXPECT_FALSE(of_stream.front().beyond);
    const auto of_delays = rated_lengths(run_of(Mode::one_to_one), lengths);
    ASSERT_EQ(of_delays.size(), 1U);
    EXPECT_EQ(of_delays.front().at, 3U);
    EXPECT_EQ(of_delays.front().beyond, 2U);
    EXPECT_EQ(of_delays.front().bytes, (1 << 20) - 65536);
}

TEST(Rates, OfALinkWhosePayloadFits) {
    EXPECT_EQ(link_with_rate(0.94e9 / 8), 1) << "what TCP leaves of gigabit Ethernet";
    EXPECT_EQ(link_with_rate(11.8e6), 0.1) << "of 100 Mbit/s";
    EXPECT_EQ(link_with_rate(3e9), 25);
    EXPECT_EQ(link_with_rate(97e9 / 8), 100);
    EXPECT_EQ(link_with_rate(70e9 / 8), std::nullopt) << "no link has this";
}

/// Sixteen hosts with ports of 100 Gbit/s, one of which sends at a quarter of that.
std::string with_narrow_port(const std::string& sweep) {
    return "fat-tree,hosts=16,leaf=8;bandwidth,link=100Gbit;noise,1%;"
           "fault,slow-port,host=5,rate=25Gbit,side=sender;sweep," +
           sweep;
}

TEST(Rates, OfANarrowPortAreToldOfDelaysAndOfStreams) {
    for (const std::string mode : {"one_to_one", "stream"}) {
        const Diagnosis diagnosis =
            testing::judge(with_narrow_port(fmt::format("lengths=8,64K,1M,type={}", mode)));
        ASSERT_THAT(testing::found_in(diagnosis), ::testing::ElementsAre("slow_node of node05, sender"));
        const std::optional<Rates>& rates = diagnosis.findings.front().evidence.rates;
        ASSERT_TRUE(rates) << mode;
        EXPECT_NEAR(rates->healthy, 12.5e9, 0.5e9) << mode;
        EXPECT_NEAR(rates->here, 3.125e9, 0.1e9) << mode;
        EXPECT_EQ(rates->streamed, mode == "stream");
        const bool is_told = sentence_of(diagnosis.findings.front()).find(" GB/s)") != std::string::npos;
        EXPECT_EQ(is_told, rates->streamed) << sentence_of(diagnosis.findings.front());
        for (const ClassCurve& curve : diagnosis.classes) {
            if (!curve.between_hosts) continue;
            EXPECT_NEAR(curve.rate.value(), 12.5e9, 0.5e9) << mode << curve.name;
        }
        EXPECT_THAT(diagnosis.findings.front().evidence.notes.front().text(),
                    ::testing::HasSubstr("as over a link of 25 Gbit/s"));
        const std::string report = terminal_report(diagnosis);
        EXPECT_THAT(report, ::testing::HasSubstr("Between hosts: 12."));
        EXPECT_THAT(report, ::testing::HasSubstr(" GB/s one way"));
        EXPECT_EQ(report.find(", latency normal") != std::string::npos, !rates->streamed);
    }
}

TEST(Rates, OfShortMessagesAreNotTold) {
    const Diagnosis diagnosis = testing::judge("host,hosts=8;sweep,lengths=0,1K");
    EXPECT_THAT(terminal_report(diagnosis), ::testing::Not(::testing::HasSubstr("B/s")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
