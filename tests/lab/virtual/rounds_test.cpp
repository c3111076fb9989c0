// SPDX-License-Identifier: Apache-2.0
// Rounds against the serial schedule, on the same network.
#include "netcdf_schema/open_run.hpp"
#include "real_cluster.hpp"
#include "started_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

namespace fabricmap::lab::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double rounds_tolerance = 0.1;

bool in_rack_of_three(int i, int j) {
    return i / 3 == j / 3;
}
bool in_rack_of_four(int i, int j) {
    return i / 4 == j / 4;
}

std::vector<std::string> options_with(const std::string& schedule, const std::vector<std::string>& more) {
    std::vector<std::string> options{"--schedule", schedule, "--seed", "1"};
    options.insert(options.end(), more.begin(), more.end());
    return options;
}

/// In which classes the medians of two planes differ, or nothing.
std::string differences(const Matrix& rounds, const Matrix& serial,
                        const std::function<bool(int, int)>& in_rack) {
    const auto judge = [&](const char* where, const std::function<bool(int, int)>& belongs) -> std::string {
        const double in_rounds_s = median_of(rounds, belongs);
        const double alone_s = median_of(serial, belongs);
        if (std::abs(in_rounds_s - alone_s) <= rounds_tolerance * alone_s) return {};
        return fmt::format("{}: {:.0f} µs in rounds, {:.0f} µs one after another; ", where, 1e6 * in_rounds_s,
                           1e6 * alone_s);
    };
    return judge("in a rack", in_rack) + judge("between racks", std::not_fn(in_rack));
}

class RoundsBetweenHosts : public OnRealHosts {};

TEST_F(RoundsBetweenHosts, AgreeWithOnePairAfterAnother) {
    const std::string racks = "fat-tree,hosts=6,leaf=3;latency,level1=1ms,level2=4ms;bandwidth,link=40Mbit";
    const std::vector<std::string> sampling{"--lengths", "0,16K", "-n", "6", "--fixed"};
    const fabricmap::Run serial = sweep(racks, options_with("serial", sampling));
    const fabricmap::Run rounds = sweep(racks, options_with("rounds", sampling));
    EXPECT_EQ(rounds.description().schedule.value().kind, ScheduleKind::rounds);
    for (const std::size_t length : {0U, 1U})
        EXPECT_EQ(differences(medians(rounds, length), medians(serial, length), in_rack_of_three), "");
}

TEST_F(RoundsBetweenHosts, AreThinnedWhereRacksShareANarrowUplink) {
    // A host sends 64 KiB in 5 ms; so does the uplink, for all four hosts of a rack together.
    const std::string network = "latency level1=100us level2=400us\nbandwidth link=100Mbit\n";
    const std::string narrow = "fabric fat-tree hosts=8 leaf=4 oversubscription=4\n" + network;
    const std::string wide = "fabric fat-tree hosts=8 leaf=4 oversubscription=1\n" + network;
    const std::vector<std::string> sampling{"--lengths", "64K", "-n", "8", "--fixed"};
    StartedRun started(narrow, options_with("rounds", sampling));
    const Ended ended = started.wait();
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output,
                ContainsRegex("with 4 pairs at once, messages of 64K bytes between hosts "
                              "take [0-9]+ % longer than alone \\([-0-9]+ % to [0-9]+ %; "
                              "[0-9]+ of [0-9]+ over 15 %\\)[^:]*: 2 pairs at once from this length on"));
    const fabricmap::Run rounds = open_run(started.prefix());
    const RunDescription& reported = rounds.description();
    EXPECT_EQ(reported.schedule.value().kind, ScheduleKind::rounds);
    EXPECT_TRUE(reported.pairs_at_once == 1 || reported.pairs_at_once == 2) << reported.pairs_at_once;
    // What is left of the interference is borne; with a single pair there is none to look for.
    EXPECT_EQ(std::isnan(reported.interference_between_hosts.high), reported.pairs_at_once == 1);
    EXPECT_FALSE(reported.interference_between_hosts.high > 0.05);
    EXPECT_TRUE(std::isnan(reported.interference_same_host.high));

    StartedRun alone(narrow, options_with("serial", sampling));
    const Ended ended_alone = alone.wait();
    EXPECT_EQ(ended_alone.exit_code, 0) << ended_alone.output;
    EXPECT_THAT(ended_alone.output, Not(HasSubstr("pairs at once")));
    // What eight ranks on a few cores do to each other is no reason.
    StartedRun control(wide, options_with("rounds", sampling));
    const Ended ended_control = control.wait();
    EXPECT_EQ(ended_control.exit_code, 0) << ended_control.output;
    EXPECT_THAT(ended_control.output, Not(HasSubstr("from this length on")))
        << "a wide uplink was thinned as well";
    EXPECT_EQ(differences(medians(rounds, 0), medians(open_run(alone.prefix()), 0), in_rack_of_four), "");
}

}  // namespace
}  // namespace fabricmap::lab::testing
