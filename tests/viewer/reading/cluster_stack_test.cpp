// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/cluster_stack.hpp"

#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/viewer/reading/cuts.hpp"

namespace fabricmap::viewer {
namespace {

TEST(ClusterNumbers, AreThoseThatWereWrittenForTheRangeOfThePlane) {
    const testing::TemporaryFolder folder;
    const testing::SomeArchive truth = testing::regular_archive(5);
    testing::write_archive(folder / "run_median_arc.nc", truth);
    const auto numbers = cluster_numbers(std::make_shared<Archive>(folder / "run_median_arc.nc"));
    ASSERT_EQ(numbers->message_lengths().size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
        const Matrix plane = numbers->plane(k);
        for (std::size_t pair = 0; pair < 25; ++pair) {
            // Two ranges of two planes.
            EXPECT_EQ(plane(static_cast<Eigen::Index>(pair / 5), static_cast<Eigen::Index>(pair % 5)),
                      truth.labels[k / 2][pair]);
        }
    }
    testing::expect_cuts_of_planes(*numbers);
}

}  // namespace
}  // namespace fabricmap::viewer
