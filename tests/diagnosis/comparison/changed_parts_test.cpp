// SPDX-License-Identifier: Apache-2.0
// Changes of other parts than hosts and links: the fewest words tell them.
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
using testing::HeldRun;
using ::testing::IsEmpty;

using Runs = std::vector<fabricmap::Run>;
/// The factor of a message of so many bytes from a host to another.
using Change = std::function<double(std::int64_t bytes, Eigen::Index from, Eigen::Index to)>;

/// Three runs that differ by 1 % in each host.
Runs runs_of_tree(int hosts, unsigned seed, const Change& change) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Runs runs;
    for (int number = 0; number < 3; ++number) {
        HeldRun held(
            fabric(fmt::format("fat-tree,hosts={},leaf=8;noise,2%;sweep,timing=synchronized,"
                               "lengths=0,64,1K,4K,16K,64K,256K,1M,seed={}",
                               hosts, random())));
        std::vector<double> own(static_cast<std::size_t>(hosts));
        for (double& of_host : own) of_host = std::exp(0.01 * normal(random));
        const std::vector<std::int64_t> lengths = held.description.message_lengths;
        held.alter([&](std::size_t k, Eigen::Index from, Eigen::Index to, double& delay) {
            delay *= own[static_cast<std::size_t>(from)] * own[static_cast<std::size_t>(to)] *
                     change(lengths[k], from, to);
        });
        runs.push_back(held.run(fmt::format("run {}", number)));
    }
    return runs;
}

Diagnosis changes_of(int hosts, const Change& now, unsigned seed = 1) {
    const Change none = [](std::int64_t, Eigen::Index, Eigen::Index) { return 1.0; };
    Request request;
    request.runs = runs_of_tree(hosts, 2 * seed, now);
    request.baseline = runs_of_tree(hosts, 2 * seed + 1, none);
    request.only = Aspect::comparison;
    return testing::judge(std::move(request));
}

bool is_between(Eigen::Index host, Eigen::Index first, Eigen::Index last) {
    return host >= first && host <= last;
}

TEST(ChangedParts, AreTheUplinkOfOneOfThreeLeaves) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Diagnosis found = changes_of(
            24,
            [](std::int64_t, Eigen::Index from, Eigen::Index to) {
                return is_between(from, 8, 15) != is_between(to, 8, 15) ? 1.5 : 1;
            },
            seed);
        ASSERT_EQ(found.findings.size(), 1U) << seed;
        EXPECT_THAT(found_in(found), ElementsAre("regression of switch of node[08-15], both"));
        EXPECT_NEAR(found.findings.front().effect->factor, 1.5, 0.05);
    }
}

/// None is faster than before.
TEST(ChangedParts, AreMostHostsOfAMachine) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Diagnosis found = changes_of(
            48,
            [](std::int64_t, Eigen::Index from, Eigen::Index to) {
                return (from < 30 ? 1.2 : 1) * (to < 30 ? 1.2 : 1);
            },
            seed);
        EXPECT_THAT(found_in(found), ElementsAre("regression of node[00-29], both")) << seed;
    }
}

TEST(ChangedParts, AreTheBandwidthOfAWholeNetwork) {
    for (const double factor : {1.3, 1 / 1.3}) {
        const Diagnosis found = changes_of(
            48, [&](std::int64_t bytes, Eigen::Index, Eigen::Index) { return bytes >= 65536 ? factor : 1; });
        ASSERT_EQ(found.findings.size(), 1U) << factor;
        const Finding& change = found.findings.front();
        EXPECT_EQ(change.kind, factor > 1 ? FindingKind::regression : FindingKind::improvement);
        EXPECT_TRUE(std::holds_alternative<part::Machine>(change.part));
        EXPECT_NEAR(change.effect->factor, factor, 0.03);
        EXPECT_EQ(change.from_length_bytes, 65536);
    }
}

TEST(ChangedParts, AreALeafOfEightHosts) {
    const Diagnosis found = changes_of(64, [](std::int64_t, Eigen::Index from, Eigen::Index to) {
        return is_between(from, 16, 23) || is_between(to, 16, 23) ? 1.3 : 1;
    });
    EXPECT_THAT(found_in(found), ElementsAre("regression of switch of node[16-23], both"));
}

TEST(ChangedParts, AreNoneWhereNothingChanged) {
    for (unsigned seed = 10; seed < 30; ++seed) {
        const Diagnosis found = changes_of(
            24, [](std::int64_t, Eigen::Index, Eigen::Index) { return 1.0; }, seed);
        EXPECT_THAT(found_in(found), IsEmpty()) << seed;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
