// SPDX-License-Identifier: Apache-2.0
// What several detectors in a row would call many faults, or none, and a few words explain. The machines are
// those of a model that shares nothing with the lab's, timed as network_test does where nothing is asked.
#include "base/mixing.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <fmt/format.h>

#include <tuple>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::found_in;
using ::testing::HasSubstr;
using testing::LogGpMachine;
using testing::Message;
using ::testing::UnorderedElementsAre;

Diagnosis explained(LogGpMachine machine, std::uint64_t seed = 3) {
    machine.timing = Timing::one_way;
    Request request;
    request.runs = testing::runs_of(measure(machine, seed).run());
    return testing::judge(std::move(request));
}

/// Eight leaves of eight hosts.
LogGpMachine eight_leaves(std::function<double(const Message&, double)> change = nullptr) {
    LogGpMachine machine;
    machine.hops = testing::tree_of({8, 8});
    if (change) machine.changes.push_back(std::move(change));
    return machine;
}

double from_0_to_1(std::uint64_t number) {
    return static_cast<double>(number >> 11U) / static_cast<double>(1ULL << 53U);
}

/// The same every time for a pair, from 0 to 1.
double lot(int one, int other) {
    return from_0_to_1(mix(static_cast<std::uint64_t>(one), static_cast<std::uint64_t>(other)));
}

int leaf_of(int host) {
    return host / 8;
}

TEST(Explanation, NamesBothSwitchesWhereTwoUplinksAreSlow) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const int from = leaf_of(message.sender);
        const int to = leaf_of(message.receiver);
        const bool passes = from == 1 || from == 5 || to == 1 || to == 5;
        return from != to && passes ? 1.4 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), UnorderedElementsAre("slow_switch of switch of node[008-015], both",
                                                          "slow_switch of switch of node[040-047], both"));
}

TEST(Explanation, NamesTheSwitchOneOfWhoseUplinksIsSlow) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const bool crosses = (leaf_of(message.sender) == 3) != (leaf_of(message.receiver) == 3);
        return crosses && lot(message.sender, message.receiver) < 0.25 ? 1.5 * delay_s : delay_s;
    }));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_switch of switch of node[024-031], both"));
    EXPECT_NEAR(diagnosis.findings.front().evidence.numbers.at("fraction_of_values"), 0.25, 0.05);
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.5, 0.05);
}

TEST(Explanation, NamesTheHostAThirdOfWhosePairsIsSlow) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const bool passes = message.sender == 9 || message.receiver == 9;
        return passes && lot(message.sender, message.receiver) < 0.33 ? 1.5 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("partly_slow_node of node009, both"));
}

TEST(Explanation, NamesTheHostAFifthOfWhoseValuesIsSlow) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const bool passes = message.sender == 9 || message.receiver == 9;
        return passes && from_0_to_1(message.value) < 0.2 ? 20 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("partly_slow_node of node009, both"));
}

TEST(Explanation, NamesTheSwitchWhoseUplinkIsSlowHalfOfTheTime) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const bool crosses = (leaf_of(message.sender) == 3) != (leaf_of(message.receiver) == 3);
        return crosses && from_0_to_1(message.value) < 0.5 ? 2 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_switch of switch of node[024-031], both"));
}

TEST(Explanation, NamesNoSwitchWhereSomePairsOfAllHaveLessBandwidth) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const bool is_slow = lot(message.sender, message.receiver) < 0.3;
        return is_slow ? delay_s + 0.4 * static_cast<double>(message.bytes) / 12.5e9 : delay_s;
    }));
    EXPECT_EQ(diagnosis.fault_count(), 0);
}

TEST(Explanation, TellsALinkFromTheSlowHostsAtItsEnds) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        if (message.sender == 9) delay_s *= 1.4;
        if (message.receiver == 20) delay_s *= 1.4;
        return message.sender == 9 && message.receiver == 20 ? 4 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis),
                UnorderedElementsAre("slow_node of node009, sender", "slow_node of node020, receiver",
                                     "slow_link of link node009 -> node020, sender"));
}

TEST(Explanation, NamesTheHostThatAddsATimeWhereMostOfItsPartnersAreFar) {
    LogGpMachine machine;
    machine.hosts = 32;
    machine.hops = testing::one_switch();
    machine.changes.push_back([](const Message& message, double delay_s) {
        if ((message.sender < 16) != (message.receiver < 16)) delay_s += 200e-6;
        return message.sender == 3 || message.receiver == 3 ? delay_s + 2e-6 : delay_s;
    });
    EXPECT_THAT(found_in(explained(machine)), ElementsAre("slow_node of node003, both"));
}

TEST(Explanation, CallsAnOlderHalfOfTheMachineAKind) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const int older = static_cast<int>(message.sender >= 32) + static_cast<int>(message.receiver >= 32);
        return delay_s + 100e-9 * older +
               (older > 0 ? static_cast<double>(message.bytes) * 0.25 / 12.5e9 : 0);
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("mixed_hosts of node[032-063], both"));
}

TEST(Explanation, NamesAnUplinkOfFourLeavesWhoseHostsDiffer) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        LogGpMachine machine = eight_leaves([&](const Message& message, double delay_s) {
            for (const int host : {message.sender, message.receiver})
                delay_s *= 1 + 0.02 * (lot(host, static_cast<int>(seed)) - 0.5);
            const bool passes = (leaf_of(message.sender) == 2) != (leaf_of(message.receiver) == 2);
            return passes ? 1.15 * delay_s : delay_s;
        });
        machine.hosts = 32;
        const Diagnosis diagnosis = explained(machine, seed);
        ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_switch of switch of node[016-023], both"));
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.15, 0.015);
    }
}

TEST(Explanation, TellsHowMuchAHostIsSlowerAsWhole) {
    for (const double factor : {1.1, 1.5, 3.0}) {
        const Diagnosis diagnosis = explained(eight_leaves([&](const Message& message, double delay_s) {
            for (const int host : {message.sender, message.receiver})
                delay_s *= 1 + 0.02 * (lot(host, 1) - 0.5);
            return message.sender == 9 || message.receiver == 9 ? factor * delay_s : delay_s;
        }));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node009, both"));
        const Effect& effect = *diagnosis.findings.front().effect;
        EXPECT_GE(factor, effect.interval.low);
        EXPECT_LE(factor, effect.interval.high);
    }
}

/// Each of its hosts is as far from all others as a leaf of its own would be.
TEST(Explanation, CallsALeafThatIsSlowInsideAsWellASlowLeaf) {
    LogGpMachine machine;
    machine.hosts = 128;
    machine.hops = testing::tree_of({16, 8});
    machine.lengths = {0, 8192, 1 << 20};
    machine.changes.push_back([](const Message& message, double delay_s) {
        return message.sender / 16 == 2 || message.receiver / 16 == 2 ? 3 * delay_s : delay_s;
    });
    EXPECT_THAT(found_in(explained(machine)), ElementsAre("slow_switch of switch of node[032-047], both"));
}

/// Pairs inside the leaf are slow, those of the uplink cross its leaf's border; together they look like two
/// kinds of hosts.
TEST(Explanation, TellsASlowLeafFromASlowUplink) {
    const Diagnosis diagnosis = explained(eight_leaves([](const Message& message, double delay_s) {
        const int from = leaf_of(message.sender);
        const int to = leaf_of(message.receiver);
        if (from == 7 || to == 7) delay_s *= 2.3;
        return (from == 6) != (to == 6) ? 1.5 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), UnorderedElementsAre("slow_switch of switch of node[048-055], both",
                                                          "slow_switch of switch of node[056-063], both"));
}

/// Leaves of four; those of the second pod are two.
TEST(Explanation, CallsASmallerPodNoKind) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        LogGpMachine machine;
        machine.hosts = 24;
        machine.hops = testing::tree_of({4, 4});
        machine.noise = 0.06;
        machine.changes.push_back([&](const Message& message, double delay_s) {
            for (const int host : {message.sender, message.receiver})
                delay_s *= 1 + 0.04 * (lot(host, static_cast<int>(seed)) - 0.5);
            return delay_s;
        });
        EXPECT_THAT(found_in(explained(machine, seed)), ElementsAre());
    }
}

/// Four leaves of four hosts with four ranks each.
LogGpMachine hosts_of_four_ranks(std::function<double(const Message&, double)> change) {
    LogGpMachine machine;
    machine.hosts = 16;
    machine.ranks_per_host = 4;
    machine.hops = testing::tree_of({4, 4});
    machine.lengths = {0, 1024, 65536, 1 << 20};
    machine.changes.push_back(std::move(change));
    return machine;
}

/// Between hosts, by slots with an odd number on host 5 and its partner's; or by those of host 5 alone.
bool passes_odd_slots_of_5(const Message& message, bool of_both_ends) {
    if (message.sender == message.receiver || (message.sender != 5 && message.receiver != 5)) return false;
    const bool sender_is_odd = message.sender_slot % 2 == 1;
    const bool receiver_is_odd = message.receiver_slot % 2 == 1;
    if (of_both_ends) return sender_is_odd && receiver_is_odd;
    return message.sender == 5 ? sender_is_odd : receiver_is_odd;
}

TEST(Explanation, TellsASlowLeafFromASlowHostElsewhere) {
    const Diagnosis diagnosis = explained(hosts_of_four_ranks([](const Message& message, double delay_s) {
        if (message.sender == message.receiver) return delay_s;
        if (message.sender == 6 || message.receiver == 6) delay_s *= 2.6;
        return message.sender / 4 == 0 || message.receiver / 4 == 0 ? 2 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), UnorderedElementsAre("slow_switch of switch of node[000-003], both",
                                                          "slow_node of node006, both"));
}

TEST(Explanation, NamesOneOfTwoAdaptersOfAHost) {
    for (const bool to_the_same : {true, false}) {
        const Diagnosis diagnosis =
            explained(hosts_of_four_ranks([&](const Message& message, double delay_s) {
                return passes_odd_slots_of_5(message, to_the_same) ? 1.15 * delay_s : delay_s;
            }));
        ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_adapter of node005, both"));
        EXPECT_THAT(diagnosis.findings.front().ranks, ElementsAre(21, 23));
        EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.15, 0.03);
    }
}

TEST(Explanation, NamesASingleRankOfFourARank) {
    const Diagnosis diagnosis = explained(hosts_of_four_ranks([](const Message& message, double delay_s) {
        const bool passes = (message.sender == 5 && message.sender_slot == 1) ||
                            (message.receiver == 5 && message.receiver_slot == 1);
        return passes ? 3 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_rank of rank 21 on node005, both"));
}

TEST(Explanation, NamesTheHostWhoseRanksPassMessagesSlowlyToEachOther) {
    const Diagnosis diagnosis = explained(hosts_of_four_ranks([](const Message& message, double delay_s) {
        return message.sender == 5 && message.receiver == 5 ? 1.3 * delay_s : delay_s;
    }));
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_memory of node005, both"));
    EXPECT_NEAR(diagnosis.findings.front().effect->factor, 1.3, 0.05);
}

TEST(Explanation, NamesAHostThatIsSlowInsideAsWellOnce) {
    const Diagnosis diagnosis = explained(hosts_of_four_ranks([](const Message& message, double delay_s) {
        return message.sender == 5 || message.receiver == 5 ? 2 * delay_s : delay_s;
    }));
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_node of node005, both"));
}

TEST(Explanation, NamesARankOfFourHostsOfTwo) {
    LogGpMachine machine;
    machine.hosts = 4;
    machine.ranks_per_host = 2;
    machine.hops = testing::one_switch();
    machine.changes.push_back([](const Message& message, double delay_s) {
        const bool passes = (message.sender == 1 && message.sender_slot == 1) ||
                            (message.receiver == 1 && message.receiver_slot == 1);
        return message.sender != message.receiver && passes ? 2 * delay_s : delay_s;
    });
    EXPECT_THAT(found_in(explained(machine)), ElementsAre("slow_rank of rank 3 on node001, both"));
}

TEST(Explanation, CallsAHostThatIsAloneOnItsSwitchAHost) {
    LogGpMachine machine;
    machine.hosts = 17;
    machine.hops = testing::tree_of({8, 8});
    machine.changes.push_back([](const Message& message, double delay_s) {
        return message.sender == 16 || message.receiver == 16 ? 1.3 * delay_s : delay_s;
    });
    EXPECT_THAT(found_in(explained(machine)), ElementsAre("slow_node of node016, both"));
}

TEST(Explanation, OfHalfRoundTripsOfShortMessagesNamesNoDirection) {
    // Both take as long as the answer comes back slowly.
    for (const char* const direction : {"sender=41,receiver=12", "sender=12,receiver=41"}) {
        const auto found =
            found_in(testing::judge(fmt::format("fat-tree,hosts=64,leaf=16;noise,1%;fault,slow-link,{},"
                                                "factor=10;sweep,lengths=0,8,timing=one_way",
                                                direction)));
        EXPECT_THAT(found, ElementsAre("slow_link of link node12 <-> node41, both"));
    }
}

/// Eight leaves, all messages from one of which to another take so many times as long.
LogGpMachine with_a_slow_path(int from, int to, double factor) {
    return eight_leaves([=](const Message& message, double delay_s) {
        return leaf_of(message.sender) == from && leaf_of(message.receiver) == to ? factor * delay_s
                                                                                  : delay_s;
    });
}

TEST(Explanation, OfHalfRoundTripsOfShortMessagesNamesNoDirectionOfAPath) {
    for (const auto& [from, to] : {std::pair(1, 5), std::pair(5, 1)}) {
        for (const double factor : {2.0, 10.0}) {
            LogGpMachine machine = with_a_slow_path(from, to, factor);
            machine.lengths = {0, 8};
            const Diagnosis diagnosis = explained(machine);
            ASSERT_THAT(found_in(diagnosis),
                        ElementsAre("slow_switch of node[008-015] <-> node[040-047], both"))
                << from << ", " << factor;
            const Finding& path = diagnosis.findings.front();
            EXPECT_NEAR(path.effect->factor, (1 + factor) / 2, 0.05 * factor);
            std::vector<std::string> notes;
            for (const Note& note : path.evidence.notes) notes.push_back(note.text());
            EXPECT_THAT(notes, ElementsAre(HasSubstr("does not show which direction is slow")));
        }
    }
    LogGpMachine healthy = eight_leaves();
    healthy.lengths = {0, 8};
    EXPECT_THAT(found_in(explained(healthy)), ElementsAre());
}

/// Short messages are slow both ways, half as much.
TEST(Explanation, NamesTheDirectionOfAPathByLongMessages) {
    const auto hosts_that_differ = [](const Message& message, double delay_s) {
        return delay_s * (1 + 0.04 * (lot(message.sender, 3) - 0.5)) *
               (1 + 0.04 * (lot(message.receiver, 103) - 0.5));
    };
    for (const auto& [from, to, path] : {std::tuple(1, 5, "node[008-015] -> node[040-047]"),
                                         std::tuple(5, 1, "node[040-047] -> node[008-015]")}) {
        LogGpMachine machine = with_a_slow_path(from, to, 2);
        machine.lengths = {0, 8, 1 << 20};
        machine.noise = 0.01;
        machine.changes.insert(machine.changes.begin(), hosts_that_differ);
        EXPECT_THAT(found_in(explained(machine)),
                    ElementsAre(fmt::format("slow_switch of {}, sender", path)));
    }
}

TEST(Explanation, NamesALinkThatIsALittleSlowOneWay) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const LogGpMachine machine = eight_leaves([](const Message& message, double delay_s) {
            return message.sender == 5 && message.receiver == 40 ? 1.15 * delay_s : delay_s;
        });
        EXPECT_THAT(found_in(explained(machine, seed)),
                    ElementsAre("slow_link of link node005 -> node040, sender"));
    }
}

TEST(Explanation, SaysAtWhichOneLengthAHostIsSlowWhereLongerOnesAreWell) {
    LogGpMachine machine = eight_leaves([](const Message& message, double delay_s) {
        return message.sender == 5 && message.bytes == 65536 ? 2.5 * delay_s : delay_s;
    });
    machine.lengths = {0, 1024, 65536, 1 << 20};
    const Diagnosis diagnosis = explained(machine);
    ASSERT_THAT(found_in(diagnosis), ElementsAre("slow_node of node005, sender"));
    const Finding& finding = diagnosis.findings.front();
    EXPECT_THAT(sentence_of(finding), ::testing::EndsWith(" times slower at 64K"));
    EXPECT_THAT(advice_on(finding), HasSubstr("Only messages of a middle length are slow"));
}

/// Together they look like a fraction of what crosses the border of their leaf.
TEST(Explanation, NamesTwoHostsOfALeafAndTheLinkBetweenThem) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        LogGpMachine machine = eight_leaves([](const Message& message, double delay_s) {
            const bool is_link = message.sender == 40 && message.receiver == 37;
            return delay_s * (message.sender == 40 ? 1.4 : 1) * (message.receiver == 37 ? 1.4 : 1) *
                   (is_link ? 4 : 1);
        });
        machine.hosts = 80;
        machine.hops = testing::tree_of({16, 5});
        EXPECT_THAT(found_in(explained(machine, seed)),
                    UnorderedElementsAre("slow_node of node040, sender", "slow_node of node037, receiver",
                                         "slow_link of link node040 -> node037, sender"))
            << seed;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
