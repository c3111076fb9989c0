// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <cmath>
#include <functional>
#include <random>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::UnorderedElementsAre;

/// By how much messages from one slot to another take longer on other hosts.
using SlotFactor = std::function<double(std::size_t, std::size_t)>;

double by_rails(std::size_t from, std::size_t to, double factor) {
    return from == to ? 1 : factor;
}

double by_sockets(std::size_t from, std::size_t to, double factor) {
    return (from == 0 ? 1 : factor) * (to == 0 ? 1 : factor);
}

/// Hosts of a fat tree, each with so many slots; `slot_at(rank of a host, host)` is what serves it.
template <typename SlotAt>
Diagnosis with_slots(int hosts, int slots, double noise, const SlotFactor& factor, const SlotAt& slot_at) {
    HeldRun run(
        fabric(fmt::format("fat-tree,hosts={},leaf=8,ranks-per-host={};noise,{}%;sweep,lengths=0,1K,64K,1M",
                           hosts, slots, noise)));
    const auto place = [&](Eigen::Index rank) {
        return slot_at(static_cast<int>(rank) % slots, static_cast<int>(rank) / slots);
    };
    run.alter([&](std::size_t, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender / slots == receiver / slots) return;
        delay *= factor(static_cast<std::size_t>(place(sender)), static_cast<std::size_t>(place(receiver)));
    });
    return testing::judge(testing::runs_of(run.run()));
}

std::vector<std::string> faults_of(const Diagnosis& diagnosis) {
    std::vector<std::string> faults;
    for (const Finding& finding : diagnosis.findings) {
        if (is_fault(finding.kind)) faults.push_back(sentence_of(finding));
    }
    return faults;
}

TEST(SwappedSlots, AreToldOfRailsAndOfSockets) {
    for (const double factor : {1.15, 1.2, 1.4, 2.0}) {
        for (const bool are_rails : {true, false}) {
            const auto diagnosis = with_slots(
                16, 2, 2,
                [&](auto from, auto to) { return (are_rails ? by_rails : by_sockets)(from, to, factor); },
                [](int slot, int host) { return host == 5 ? 1 - slot : slot; });
            EXPECT_THAT(faults_of(diagnosis), ElementsAre("node05 has slots 0 and 1 exchanged"))
                << factor << (are_rails ? " rails" : " sockets");
        }
    }
}

TEST(SwappedSlots, AreTheTwoOfEight) {
    const auto diagnosis = with_slots(
        24, 8, 3, [](auto from, auto to) { return by_rails(from, to, 1.2); },
        [](int slot, int host) {
            if (host == 3 && (slot == 2 || slot == 6)) return 8 - slot;
            if (host == 20 && slot < 2) return 1 - slot;
            return slot;
        });
    EXPECT_THAT(faults_of(diagnosis), UnorderedElementsAre("node03 has slots 2 and 6 exchanged",
                                                           "node20 has slots 0 and 1 exchanged"));
}

TEST(SwappedSlots, AreNoneOnHealthyHosts) {
    for (const int slots : {2, 4, 8}) {
        for (const double factor : {1.0, 1.1, 1.4}) {
            const auto diagnosis = with_slots(
                16, slots, 3, [&](auto from, auto to) { return by_rails(from, to, factor); },
                [](int slot, int) { return slot; });
            EXPECT_THAT(faults_of(diagnosis), ElementsAre()) << slots << " " << factor;
        }
    }
}

/// One adapter serves both ranks: the second rank's messages are as those of the first, whose own stay.
TEST(SwappedSlots, AreNoneWhereTwoSlotsShareAnAdapter) {
    const auto diagnosis = with_slots(
        16, 2, 2, [](auto from, auto to) { return by_rails(from, to, 1.4); },
        [](int slot, int host) { return host == 5 ? 0 : slot; });
    for (const std::string& fault : faults_of(diagnosis))
        EXPECT_THAT(fault, ::testing::Not(HasSubstr("exchanged")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
