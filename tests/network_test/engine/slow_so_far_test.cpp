// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/slow_so_far.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace fabricmap::network_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using CellOf = std::function<CellStatistics(int sender, int receiver)>;

constexpr double delay_s = 1e-5;

CellStatistics cell_with(double median_s, std::int64_t outliers = 0) {
    return {
        .median = median_s, .maximum = outliers > 0 ? 0.2 : 2 * median_s, .count = 50, .outliers = outliers};
}

PerRank<RankLocation> hosts(int count) {
    PerRank<RankLocation> locations;
    for (int host = 0; host < count; ++host) locations.push_back({fmt::format("node{}", host), host});
    return locations;
}

std::optional<std::string> after_plane(SlowSoFar& slow, int ranks, const CellOf& cell_of) {
    for (int sender = 0; sender < ranks; ++sender) {
        std::vector<CellStatistics> row;
        row.reserve(static_cast<std::size_t>(ranks));
        for (int receiver = 0; receiver < ranks; ++receiver)
            row.push_back(sender == receiver ? CellStatistics{} : cell_of(sender, receiver));
        slow.add_row(sender, row);
    }
    return slow.end_plane();
}

/// What is said after a plane of so many hosts.
std::string said(int ranks, const CellOf& cell_of) {
    SlowSoFar slow(hosts(ranks));
    return after_plane(slow, ranks, cell_of).value_or("nothing");
}

TEST(SlowSoFar, NamesTheHostWhoseSamplesAreSlow) {
    const std::string text = said(
        8, [](int sender, int receiver) { return cell_with(delay_s, sender == 5 || receiver == 5 ? 2 : 0); });
    EXPECT_EQ(text, "node5 (4 % of its samples beyond 5 medians, longest 200 ms)");
}

TEST(SlowSoFar, NamesNobodyWhereAllHaveAsManyOrFewOrInASingleValue) {
    EXPECT_EQ(said(8, [](int, int) { return cell_with(delay_s, 1); }), "nothing");
    EXPECT_EQ(
        said(8, [](int sender, int receiver) { return cell_with(delay_s, sender * receiver == 30 ? 1 : 0); }),
        "nothing");
    EXPECT_EQ(said(8, [](int sender,
                         int receiver) { return cell_with(delay_s, sender == 2 && receiver == 5 ? 40 : 0); }),
              "nothing");
}

TEST(SlowSoFar, NamesTheHostWhoseDelaysAreLongAndTheirDirection) {
    const auto slow_where = [](const std::function<bool(int, int)>& is_slow) {
        return said(8, [&](int sender, int receiver) {
            return cell_with(is_slow(sender, receiver) ? 3.1e-5 : delay_s);
        });
    };
    EXPECT_EQ(slow_where([](int sender, int) { return sender == 5; }),
              "node5 -> *, 3.1 times the other hosts");
    EXPECT_EQ(slow_where([](int, int receiver) { return receiver == 5; }),
              "* -> node5, 3.1 times the other hosts");
    EXPECT_THAT(slow_where([](int sender, int receiver) { return sender == 5 || receiver == 5; }),
                AllOf(StartsWith("node5, "), HasSubstr(" times the other hosts")));
}

TEST(SlowSoFar, NamesNobodyWhereHostsDifferByTheirPlaces) {
    // Racks of five and three: those of the small one are farther from most.
    EXPECT_EQ(said(8,
                   [](int sender, int receiver) {
                       return cell_with((sender < 5) == (receiver < 5) ? delay_s : 4 * delay_s);
                   }),
              "nothing");
    EXPECT_EQ(said(8, [](int sender, int) { return cell_with(sender == 5 ? 1.5 * delay_s : delay_s); }),
              "nothing");
}

TEST(SlowSoFar, SaysEachOnce) {
    SlowSoFar slow(hosts(6));
    const CellOf lossy = [](int sender, int receiver) {
        return cell_with(delay_s, sender == 1 || receiver == 1 ? 2 : 0);
    };
    EXPECT_TRUE(after_plane(slow, 6, lossy));
    EXPECT_FALSE(after_plane(slow, 6, lossy));
}

TEST(SlowSoFar, AddsUpSamplesOverPlanes) {
    SlowSoFar slow(hosts(6));
    const auto lossy_at = [](int partner) {
        return [partner](int sender, int receiver) {
            return cell_with(
                delay_s,
                (sender == 1 && receiver == partner) || (sender == partner && receiver == 1) ? 2 : 0);
        };
    };
    EXPECT_FALSE(after_plane(slow, 6, lossy_at(0)));
    std::optional<std::string> text;
    for (int partner = 2; partner < 6 && !text; ++partner) text = after_plane(slow, 6, lossy_at(partner));
    EXPECT_THAT(text.value_or("nothing"), StartsWith("node1 ("));
}

TEST(SlowSoFar, NamesNobodyOfThreeHostsAndNoneThatWasLeftOut) {
    const CellOf slow_sender = [](int sender, int) { return cell_with(sender == 1 ? 4 * delay_s : delay_s); };
    EXPECT_EQ(said(3, slow_sender), "nothing");
    SlowSoFar slow(hosts(6));
    const auto text = after_plane(slow, 6, [&](int sender, int receiver) {
        return sender == 4 || receiver == 4 ? CellStatistics::not_measured() : slow_sender(sender, receiver);
    });
    EXPECT_THAT(text.value_or("nothing"), StartsWith("node1 -> *, "));
}

}  // namespace
}  // namespace fabricmap::network_test
