// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/rounds.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace fabricmap::network_test {
namespace {

using Pair = std::pair<EndpointIndex, EndpointIndex>;

/// The pairs of a round by their slots; fails where a partner does not agree.
std::map<std::int64_t, Pair> pairs_of(const Rounds& rounds, std::int64_t round, int ranks) {
    std::map<std::int64_t, Pair> pairs;
    for (const EndpointIndex rank : IndexRange<EndpointIndex>(ranks)) {
        const auto meeting = rounds.meeting(round, rank);
        if (!meeting) continue;
        const auto back = rounds.meeting(round, meeting->partner);
        EXPECT_TRUE(back && back->partner == rank && back->slot == meeting->slot)
            << "round " << round << ": " << rank << " meets " << meeting->partner;
        EXPECT_NE(meeting->partner, rank);
        const Pair pair = std::minmax(rank, meeting->partner);
        const auto [at, fresh] = pairs.try_emplace(meeting->slot, pair);
        EXPECT_EQ(at->second, pair) << "two pairs in slot " << meeting->slot << " of round " << round;
    }
    return pairs;
}

/// Every pair once, nobody twice in a round, no more ranks of a host at work than are allowed.
void expect_proper(const PerEndpoint<int>& nodes, std::int64_t active, std::uint64_t key) {
    const auto ranks = static_cast<int>(nodes.size());
    const Rounds rounds(nodes, active, key);
    std::set<Pair> seen;
    for (std::int64_t round = 0; round < rounds.count(); ++round) {
        std::map<int, std::int64_t> at_work;
        bool within = false;
        for (const auto& [slot, pair] : pairs_of(rounds, round, ranks)) {
            ASSERT_GE(slot, 0);
            ASSERT_LT(slot, rounds.width());
            ASSERT_TRUE(seen.insert(pair).second) << pair.first << " and " << pair.second << " meet again";
            for (const EndpointIndex rank : {pair.first, pair.second}) ++at_work[nodes[rank]];
            within = within || nodes[pair.first] == nodes[pair.second];
        }
        // Two ranks of one host are what a pair within it takes.
        const std::int64_t most = active == Rounds::hosts_together ? ranks : active;
        const std::int64_t allowed = within ? std::max<std::int64_t>(most, 2) : most;
        for (const auto& [node, count] : at_work) ASSERT_LE(count, allowed) << "host " << node;
    }
    EXPECT_EQ(std::ssize(seen), std::int64_t{ranks} * (ranks - 1) / 2);
}

PerEndpoint<int> drawn_nodes(int ranks) {
    const int hosts = *rc::gen::inRange(1, ranks + 1);
    return PerEndpoint<int>(
        *rc::gen::container<std::vector<int>>(static_cast<std::size_t>(ranks), rc::gen::inRange(0, hosts)));
}

RC_GTEST_PROP(Rounds, HoldEveryPairOnceOnUnevenHosts, ()) {
    const PerEndpoint<int> nodes = drawn_nodes(*rc::gen::inRange(2, 201));
    expect_proper(nodes, *rc::gen::inRange<std::int64_t>(1, 20), *rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Rounds, HoldEveryPairOnceForEveryNumberOfHosts) {
    for (int ranks = 2; ranks <= 200; ++ranks) {
        PerEndpoint<int> nodes(ranks);
        std::iota(nodes.begin(), nodes.end(), 0);
        expect_proper(nodes, 1, 5);
        ASSERT_FALSE(HasFailure()) << ranks << " hosts";
    }
}

TEST(Rounds, AtFullWidthAreOneLessThanAnEvenNumberOfRanks) {
    for (int ranks = 2; ranks <= 200; ranks += 2) {
        for (const int hosts : {1, 2, 3, ranks}) {
            PerEndpoint<int> nodes;
            for (int rank = 0; rank < ranks; ++rank) nodes.push_back(rank % hosts);
            const Rounds rounds(nodes, ranks, 1);
            EXPECT_EQ(rounds.count(), ranks - 1);
            EXPECT_EQ(std::ssize(pairs_of(rounds, 0, ranks)), ranks / 2);
        }
    }
}

RC_GTEST_PROP(Rounds, AtFullWidthLeaveOneOfAnOddNumberOut, ()) {
    const int ranks = 2 * *rc::gen::inRange(1, 100) + 1;
    const Rounds rounds(drawn_nodes(ranks), ranks, 3);
    RC_ASSERT(rounds.count() == ranks);
    for (std::int64_t round = 0; round < rounds.count(); ++round) {
        RC_ASSERT(std::ssize(pairs_of(rounds, round, ranks)) == ranks / 2);
    }
}

TEST(Rounds, OfEqualHostsTakeAsManyAsTheirActiveRanksAllow) {
    // Four hosts of six ranks: three turns of 6 × 6 pairs, two at a time, then five rounds of three pairs
    // within each host, one at a time.
    PerEndpoint<int> nodes;
    for (int rank = 0; rank < 24; ++rank) nodes.push_back(rank / 6);
    const Rounds rounds(nodes, 2, 0);
    EXPECT_EQ(rounds.within_begin(), 3 * 6 * 6 / 2);
    EXPECT_EQ(rounds.count(), 3 * 6 * 6 / 2 + 5 * 3);
    EXPECT_EQ(rounds.width(), 4);
}

TEST(Rounds, OfWholeHostsLetAllTheirRanksMeetAtOnce) {
    // Four hosts of six ranks: each of three turns has six rounds, in which every rank meets one of the
    // other host; five rounds of three pairs within each host stand behind.
    PerEndpoint<int> nodes;
    for (int rank = 0; rank < 24; ++rank) nodes.push_back(rank / 6);
    expect_proper(nodes, Rounds::hosts_together, 7);
    const Rounds rounds(nodes, Rounds::hosts_together, 7);
    EXPECT_EQ(rounds.within_begin(), 3 * 6);
    EXPECT_EQ(rounds.count(), 3 * 6 + 5);
    for (std::int64_t round = 0; round < rounds.within_begin(); ++round) {
        std::set<std::pair<int, int>> meetings;
        for (const auto& [slot, pair] : pairs_of(rounds, round, 24))
            meetings.insert({nodes[pair.first], nodes[pair.second]});
        EXPECT_EQ(meetings.size(), 2U) << "two pairs of hosts, in round " << round;
        EXPECT_EQ(pairs_of(rounds, round, 24).size(), 12U) << round;
    }
}

RC_GTEST_PROP(Rounds, OfWholeHostsHoldEveryPairOnceOnUnevenHosts, ()) {
    const PerEndpoint<int> nodes = drawn_nodes(*rc::gen::inRange(2, 101));
    expect_proper(nodes, Rounds::hosts_together, *rc::gen::arbitrary<std::uint64_t>());
    RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Rounds, DoNotWasteTimeOnTheSizeOfOneLargeHost) {
    // 1 host of 16 ranks and 15 of one: the large one meets one host in each of 15 turns.
    PerEndpoint<int> nodes(16, 0);
    for (int host = 1; host < 16; ++host) nodes.push_back(host);
    const Rounds rounds(nodes, 1, 9);
    EXPECT_EQ(rounds.within_begin(), 15 * 16);
}

TEST(Rounds, MeetHostsInAnotherOrderForAnotherKey) {
    PerEndpoint<int> nodes(64);
    std::iota(nodes.begin(), nodes.end(), 0);
    const EndpointIndex first{0};
    EXPECT_NE(Rounds(nodes, 1, 1).meeting(0, first)->partner, Rounds(nodes, 1, 2).meeting(0, first)->partner);
}

TEST(Rounds, WithinOneHostTakeTwoRanksWhereOnlyOneMayBeActive) {
    const PerEndpoint<int> nodes(4, 0);
    const Rounds rounds(nodes, 1, 0);
    EXPECT_EQ(rounds.count(), 6);
    EXPECT_EQ(rounds.width(), 1);
}

}  // namespace
}  // namespace fabricmap::network_test
