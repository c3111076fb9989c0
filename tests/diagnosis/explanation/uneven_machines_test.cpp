// SPDX-License-Identifier: Apache-2.0
// Faults where the healthy machine is uneven itself.
#include "base/mixing.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::IsEmpty;
using testing::LogGpMachine;
using testing::Message;

using UnevenChange = std::function<double(const Message&, double)>;

std::vector<std::string> faults_in(const LogGpMachine& machine) {
    Request request;
    request.runs = testing::runs_of(measure(machine, 5).run());
    Diagnosis diagnosis = testing::judge(std::move(request));
    std::erase_if(diagnosis.findings, [](const Finding& finding) { return !is_fault(finding.kind); });
    return found_in(diagnosis);
}

/// Leaves of eight hosts.
LogGpMachine uneven_leaves(int count, std::vector<UnevenChange> changes) {
    LogGpMachine machine;
    machine.hosts = 8 * count;
    machine.hops = testing::tree_of({8, count});
    machine.changes = std::move(changes);
    return machine;
}

/// What crosses the border of a leaf takes longer.
UnevenChange leaf_farther_by(double time_s) {
    return [=](const Message& message, double delay_s) {
        return (message.sender / 8 == 2) != (message.receiver / 8 == 2) ? delay_s + time_s : delay_s;
    };
}

UnevenChange host_later_by(double time_s) {
    return [=](const Message& message, double delay_s) {
        return message.sender == 10 || message.receiver == 10 ? delay_s + time_s : delay_s;
    };
}

class FarSite : public ::testing::TestWithParam<double> {};

TEST_P(FarSite, IsHealthy) {
    EXPECT_THAT(faults_in(uneven_leaves(3, {leaf_farther_by(GetParam())})), IsEmpty());
}

TEST_P(FarSite, LeavesAHostNamedThatAddsMicroseconds) {
    EXPECT_THAT(faults_in(uneven_leaves(3, {leaf_farther_by(GetParam()), host_later_by(2e-6)})),
                ElementsAre("slow_node of node010, both"));
}

INSTANTIATE_TEST_SUITE_P(Microseconds, FarSite, ::testing::Values(20e-6, 10e-3));

/// Two sites of twelve hosts, so that nearly half of each host's partners are near.
LogGpMachine two_sites(std::vector<UnevenChange> changes) {
    LogGpMachine machine;
    machine.hosts = 24;
    machine.hops = testing::one_switch();
    machine.changes = std::move(changes);
    machine.changes.emplace_back([](const Message& message, double delay_s) {
        return (message.sender < 12) != (message.receiver < 12) ? delay_s + 200e-6 : delay_s;
    });
    return machine;
}

TEST(TwoSites, AreHealthy) {
    EXPECT_THAT(faults_in(two_sites({})), IsEmpty());
}

/// It was told as slower for 48 % of its pairs, or not at all.
TEST(TwoSites, HaveAHostNamedOnceThatAddsMicroseconds) {
    for (const double time_s : {1.5e-6, 3e-6}) {
        EXPECT_THAT(faults_in(two_sites({host_later_by(time_s)})), ElementsAre("slow_node of node010, both"))
            << time_s;
    }
}

TEST(UnevenMachine, WithALeafThatTakesLongerTheLongerTheMessageIsFaulty) {
    const auto half_rate = [](const Message& message, double delay_s) {
        return (message.sender / 8 == 2) != (message.receiver / 8 == 2)
                   ? delay_s + 20e-6 + static_cast<double>(message.bytes) / 12.5e9
                   : delay_s;
    };
    EXPECT_THAT(faults_in(uneven_leaves(3, {half_rate})),
                ElementsAre("slow_switch of switch of node[016-023], both"));
}

UnevenChange uneven_slow_host(int host) {
    return [=](const Message& message, double delay_s) {
        return message.sender == host || message.receiver == host ? 1.5 * delay_s : delay_s;
    };
}

double with_slow_uplink(const Message& message, double delay_s) {
    return (message.sender / 8 == 3) != (message.receiver / 8 == 3) ? 1.6 * delay_s : delay_s;
}

/// From some leaves to some of those behind them it is 250 ns farther than back.
double by_one_way_routes(const Message& message, double delay_s) {
    const auto from = static_cast<std::uint64_t>(message.sender / 8);
    const auto to = static_cast<std::uint64_t>(message.receiver / 8);
    return from < to && mix(from, to) % 2 == 0 ? delay_s + 250e-9 : delay_s;
}

TEST(UnevenMachine, WithRoutesThatAreLongerOneWayIsHealthy) {
    EXPECT_THAT(faults_in(uneven_leaves(8, {by_one_way_routes})), IsEmpty());
}

/// Some paths between leaves lead over up to two more switches than others, and a rendezvous three times.
TEST(UnevenMachine, WithRoutesOverMoreSwitchesIsHealthy) {
    LogGpMachine machine = uneven_leaves(8, {});
    machine.hops = [tree = machine.hops](int one, int other) {
        const auto from = static_cast<std::uint64_t>(one / 8);
        const auto to = static_cast<std::uint64_t>(other / 8);
        return tree(one, other) + (from == to ? 0 : static_cast<int>(mix(from, to) % 3));
    };
    EXPECT_THAT(faults_in(machine), IsEmpty());
}

TEST(UnevenMachine, HasItsSlowHostNamedBesideRoutesThatAreLongerOneWay) {
    EXPECT_THAT(faults_in(uneven_leaves(8, {by_one_way_routes, uneven_slow_host(21)})),
                ElementsAre("slow_node of node021, both"));
}

/// The hosts of this leaf are an eighth of all.
TEST(UnevenMachine, HasTheSwitchNamedOfWhichOneOfFourUplinksIsSlow) {
    for (const std::uint64_t which : {1U, 2U, 3U}) {
        const auto one_of_four = [=](const Message& message, double delay_s) {
            const auto pair = static_cast<std::uint64_t>(64 * message.sender + message.receiver);
            return mix(which, pair) % 4 == 0 ? with_slow_uplink(message, delay_s) : delay_s;
        };
        EXPECT_THAT(faults_in(uneven_leaves(8, {one_of_four})),
                    ElementsAre("slow_switch of switch of node[024-031], both"));
    }
}

UnevenChange half_rate_of_five_hosts() {
    return [](const Message& message, double delay_s) {
        const auto is_of_them = [](int host) { return host % 13 == 3; };
        return is_of_them(message.sender) || is_of_them(message.receiver)
                   ? delay_s + static_cast<double>(message.bytes) / 12.5e9
                   : delay_s;
    };
}

TEST(UnevenMachine, HasFiveHostsAtHalfRateNamedAndTheSixthThatIsLater) {
    EXPECT_THAT(faults_in(uneven_leaves(8, {half_rate_of_five_hosts(), host_later_by(1e-6)})),
                ::testing::UnorderedElementsAre("slow_node of node003, both", "slow_node of node010, both",
                                                "slow_node of node016, both", "slow_node of node029, both",
                                                "slow_node of node042, both", "slow_node of node055, both"));
}

/// One way that takes as much longer as those would, for long messages as well.
TEST(UnevenMachine, HasItsOnlySlowPathNamed) {
    const auto slow_path = [](const Message& message, double delay_s) {
        return message.sender / 8 == 2 && message.receiver / 8 == 5 ? 1.2 * delay_s : delay_s;
    };
    EXPECT_EQ(faults_in(uneven_leaves(8, {slow_path})).size(), 1U);
}

/// Hosts of so many makes, by chance: each older one adds to the latency, and the oldest of a pair decides on
/// the bandwidth.
UnevenChange makes(std::uint64_t count) {
    return [=](const Message& message, double delay_s) {
        const auto make_of = [&](int host) {
            return static_cast<double>(mix(7, static_cast<std::uint64_t>(host)) % count);
        };
        const double from = make_of(message.sender);
        const double to = make_of(message.receiver);
        return delay_s + 100e-9 * (from + to) +
               0.3 * std::max(from, to) * static_cast<double>(message.bytes) / 12.5e9;
    };
}

TEST(UnevenMachine, OfThreeMakesHasTheSwitchNamedWhoseUplinkIsSlow) {
    EXPECT_THAT(faults_in(uneven_leaves(8, {makes(3), with_slow_uplink})),
                ElementsAre("slow_switch of switch of node[024-031], both"));
}

TEST(UnevenMachine, OfTwoMakesHasTheSwitchNamedWhoseUplinkIsSlow) {
    EXPECT_THAT(faults_in(uneven_leaves(8, {makes(2), with_slow_uplink})),
                ElementsAre("slow_switch of switch of node[024-031], both"));
}

/// They are about as slow as a host of another make.
TEST(UnevenMachine, OfThreeMakesHasASlowHostOfEachNamedAndNothingElse) {
    for (const int host : {0, 10, 20, 35}) {
        EXPECT_THAT(faults_in(uneven_leaves(8, {makes(3), uneven_slow_host(host)})),
                    ElementsAre(fmt::format("slow_node of node{:03}, both", host)));
    }
}

TEST(UnevenMachine, OfThreeMakesIsHealthy) {
    EXPECT_THAT(faults_in(uneven_leaves(8, {makes(3)})), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::diagnosis
