// SPDX-License-Identifier: Apache-2.0
// Where ranges of lengths begin and end.
#include "clusterizer/clustering.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "regrouping.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace fabricmap::clusterizer {
namespace {

using testing::regrouping_planes;
using testing::run_of;
using testing::TemporaryFolder;

std::vector<ClusterRange> ranges_of(const std::vector<Matrix>& planes, const Settings& settings = {}) {
    const TemporaryFolder folder;
    Progress progress(false);
    return write_archive(run_of(planes), Statistic::median, settings, {folder / "a.nc", false, "a test"},
                         progress)
        .ranges;
}

TEST(Ranges, EndWherePairsRegroup) {
    const auto ranges = ranges_of(regrouping_planes(40, 32, 16, 8, 0.01, 1));
    ASSERT_EQ(ranges.size(), 2);
    EXPECT_EQ(ranges[0].planes, 16);
    // Eight classes on each side, and ranks to themselves; as one range there would be 64.
    EXPECT_EQ(ranges[0].clusters, 9);
    EXPECT_EQ(ranges[1].clusters, 9);
}

TEST(Ranges, AreNotShorterThanAsked) {
    Settings settings;
    settings.shortest_range = 20;
    EXPECT_EQ(ranges_of(regrouping_planes(40, 32, 16, 8, 0.01, 1), settings).size(), 1);
}

TEST(Ranges, OfPairsThatStayTogetherAreOne) {
    // From the last length on they would regroup: never.
    EXPECT_EQ(ranges_of(regrouping_planes(40, 32, 32, 8, 0.01, 1)).size(), 1);
}

}  // namespace
}  // namespace fabricmap::clusterizer
