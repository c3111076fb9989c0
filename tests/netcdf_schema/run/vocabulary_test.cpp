// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/vocabulary.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fabricmap {
namespace {

template <typename Values, typename Named>
void expect_names_lead_back(const Values& values, Named named) {
    std::set<std::string> names;
    for (const auto value : values) {
        EXPECT_EQ(named(name_of(value)), value);
        names.insert(std::string(name_of(value)));
    }
    EXPECT_EQ(names.size(), values.size());
    EXPECT_FALSE(named("unknown"));
    EXPECT_FALSE(named(""));
}

TEST(Vocabulary, NamesAreDistinctAndLeadBackToTheirValue) {
    expect_names_lead_back(all_modes, mode_named);
    expect_names_lead_back(all_statistics, statistic_named);
    expect_names_lead_back(all_timings, timing_named);
    expect_names_lead_back(all_schedule_kinds, schedule_kind_named);
    expect_names_lead_back(all_rma_syncs, rma_sync_named);
}

TEST(Vocabulary, NumbersAreThePublishedOnes) {
    EXPECT_EQ(mode_numbered(1), Mode::one_to_one);
    EXPECT_EQ(mode_numbered(4), Mode::send_recv_and_recv_send);
    EXPECT_EQ(mode_numbered(7), Mode::bcast);
    EXPECT_EQ(mode_numbered(9), Mode::get_one_to_one);
    EXPECT_EQ(statistic_numbered(1), Statistic::average);
    EXPECT_EQ(statistic_numbered(2), Statistic::median);
    EXPECT_EQ(statistic_numbered(3), Statistic::deviation);
    EXPECT_EQ(statistic_numbered(4), Statistic::minimum);
    EXPECT_EQ(statistic_numbered(7), Statistic::maximum);
    EXPECT_EQ(statistic_numbered(8), Statistic::count);
}

TEST(Vocabulary, OtherNumbersAreNothing) {
    for (const int number : {0, 14, -1, 257}) EXPECT_FALSE(mode_numbered(number)) << number;
    for (const int number : {0, 5, 6, 9, -1, 258}) EXPECT_FALSE(statistic_numbered(number)) << number;
}

TEST(Vocabulary, OnlyAllToAllAndBroadcastMeasureTheDiagonal) {
    for (const Mode mode : all_modes) {
        EXPECT_EQ(measures_diagonal(mode), mode == Mode::all_to_all || mode == Mode::bcast) << name_of(mode);
    }
}

TEST(Vocabulary, OnlyCountsAreNoDelays) {
    for (const Statistic statistic : all_statistics) {
        EXPECT_EQ(quantity_of(statistic) == Quantity::count, statistic == Statistic::count)
            << name_of(statistic);
    }
}

}  // namespace
}  // namespace fabricmap
