// SPDX-License-Identifier: Apache-2.0
// Files of the older toolkit, written in its layout without any code of ours: in bcast, row x holds what rank
// x waited for each root y.
#include "netcdf_schema/mixing.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/netcdf_schema/legacy_files.hpp"
#include "tests/netcdf_schema/temporary_folder.hpp"

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t ranks_of_bcast = 12;
constexpr std::size_t lengths_of_bcast = 4;

/// A broadcast whose messages from one root take 2.5 times as long.
testing::LegacyFile bcast_with_slow_root(std::size_t slow_root) {
    constexpr int bcast = 7;
    constexpr int median = 2;
    testing::LegacyFile file;
    file.test_type = bcast;
    file.data_type = median;
    file.step = 1000;
    file.end = file.step * static_cast<int>(lengths_of_bcast);
    file.ranks = ranks_of_bcast;
    std::uint64_t state = mix(slow_root);
    for (std::size_t length = 0; length < lengths_of_bcast; ++length) {
        for (std::size_t waiting = 0; waiting < ranks_of_bcast; ++waiting) {
            for (std::size_t root = 0; root < ranks_of_bcast; ++root) {
                const double usual_s = (2 + static_cast<double>(length)) * 1e-6;
                const double noise = 1 + 0.02 * (static_cast<double>(draw_below(state, 1000)) / 1000 - 0.5);
                file.data.push_back(waiting == root ? 0 : usual_s * noise * (root == slow_root ? 2.5 : 1));
            }
        }
    }
    return file;
}

TEST(LegacyBroadcasts, NameTheSlowRootAsSender) {
    for (const std::size_t root : {0U, 3U, 5U, 8U, 11U}) {
        const testing::TemporaryFolder folder;
        testing::write_legacy_file(folder / "network_median.nc", bcast_with_slow_root(root));
        const Diagnosis diagnosis = testing::judge(testing::runs_of(open_run(folder / "network_median.nc")));
        EXPECT_THAT(testing::told(diagnosis),
                    ::testing::ElementsAre(fmt::format("slow_node of rank{}, sender", root)));
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
