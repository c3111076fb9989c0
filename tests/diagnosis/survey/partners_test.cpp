// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/partners.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;

/// Ranks one after another on hosts, and the pairs that were measured, each in one direction alone.
Partners partners_of(const std::vector<int>& host_of, const std::vector<std::pair<int, int>>& pairs) {
    RunDescription run;
    for (const int host : host_of) run.ranks.push_back({"node" + std::to_string(host), host, -1, -1});
    PairClasses classes;
    classes.measured = PairSet(std::ssize(host_of));
    for (const auto& [sender, receiver] : pairs) classes.measured.insert(sender, receiver);
    return count_partners(machine_of(run), classes);
}

std::vector<int> measured(const std::vector<PartnerCount>& counts) {
    std::vector<int> numbers;
    for (const PartnerCount& part : counts) numbers.push_back(part.measured);
    return numbers;
}

std::vector<int> possible(const std::vector<PartnerCount>& counts) {
    std::vector<int> numbers;
    for (const PartnerCount& part : counts) numbers.push_back(part.possible);
    return numbers;
}

TEST(Partners, OfRanksOnOneHostAreAllThatTheyWereMeasuredWith) {
    // A chain of five; the sixth was measured with nothing.
    const Partners partners = partners_of({0, 0, 0, 0, 0, 0}, {{0, 1}, {1, 2}, {3, 2}, {4, 3}});
    EXPECT_THAT(measured(partners.of_ranks), ElementsAre(1, 2, 2, 2, 1, 0));
    EXPECT_THAT(possible(partners.of_ranks), ElementsAre(4, 4, 4, 4, 4, 5));
    EXPECT_THAT(measured(partners.of_hosts), ElementsAre(0));
    EXPECT_TRUE(partners.of_hosts.front().is_enough()) << "there is no other host";
}

TEST(Partners, OfRanksOnSeveralHostsAreOnOtherHosts) {
    const Partners partners = partners_of({0, 0, 1, 1, 2}, {{0, 1}, {0, 2}, {0, 3}, {3, 4}});
    EXPECT_THAT(measured(partners.of_ranks), ElementsAre(2, 0, 1, 2, 1));
    EXPECT_THAT(possible(partners.of_ranks), ElementsAre(3, 3, 2, 2, 3));
    EXPECT_THAT(measured(partners.of_hosts), ElementsAre(1, 2, 1));
    EXPECT_THAT(possible(partners.of_hosts), ElementsAre(2, 2, 2));
}

TEST(Partners, AreEnoughFromFourOnOrWhereThereAreNoMore) {
    EXPECT_FALSE((PartnerCount{3, 5}.is_enough()));
    EXPECT_TRUE((PartnerCount{4, 5}.is_enough()));
    EXPECT_TRUE((PartnerCount{2, 2}.is_enough()));
    EXPECT_FALSE((PartnerCount{0, 1}.is_enough()));
}

}  // namespace
}  // namespace fabricmap::diagnosis
