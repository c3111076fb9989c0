// SPDX-License-Identifier: Apache-2.0
// Files of the older toolkit, written in its layout without any code of ours: in bcast, row x holds what rank
// x waited for each root y.
#include "base/mixing.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/netcdf_schema/legacy/legacy_files.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t ranks_of_bcast = 12;
constexpr std::size_t lengths_of_bcast = 4;

/// A broadcast some of whose messages take 2.5 times as long: `is_slow(waiting, root)`.
template <typename IsSlow>
testing::LegacyFile slow_bcast(const IsSlow& is_slow) {
    constexpr int bcast = 7;
    constexpr int median = 2;
    testing::LegacyFile file;
    file.test_type = bcast;
    file.data_type = median;
    file.step = 1000;
    file.end = file.step * static_cast<int>(lengths_of_bcast);
    file.ranks = ranks_of_bcast;
    std::uint64_t state = 7;
    for (std::size_t length = 0; length < lengths_of_bcast; ++length) {
        for (std::size_t waiting = 0; waiting < ranks_of_bcast; ++waiting) {
            for (std::size_t root = 0; root < ranks_of_bcast; ++root) {
                const double typical_s = (2 + static_cast<double>(length)) * 1e-6;
                const double noise = 1 + 0.02 * (static_cast<double>(draw_below(state, 1000)) / 1000 - 0.5);
                file.data.push_back(waiting == root ? 0
                                                    : typical_s * noise * (is_slow(waiting, root) ? 2.5 : 1));
            }
        }
    }
    return file;
}

template <typename IsSlow>
std::vector<std::string> found_of_slow_bcast(const IsSlow& is_slow) {
    const testing::TemporaryFolder folder;
    testing::write_legacy_file(folder / "network_median.nc", slow_bcast(is_slow));
    return testing::found_in(testing::judge(testing::runs_of(open_run(folder / "network_median.nc"))));
}

TEST(LegacyBroadcasts, NameTheSlowRootAsSender) {
    for (const std::size_t slow : {0U, 3U, 5U, 8U, 11U}) {
        EXPECT_THAT(found_of_slow_bcast([&](std::size_t, std::size_t root) { return root == slow; }),
                    ::testing::ElementsAre(fmt::format("slow_node of rank{}, sender", slow)));
    }
}

TEST(LegacyBroadcasts, NameWhoWaitsTooLongAsReceiver) {
    EXPECT_THAT(found_of_slow_bcast([](std::size_t waiting, std::size_t) { return waiting == 2; }),
                ::testing::ElementsAre("slow_node of rank2, receiver"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
