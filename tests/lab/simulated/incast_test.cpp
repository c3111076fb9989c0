// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/run/incast_levels.hpp"
#include "tests/lab/simulated/simulated_run.hpp"

#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

TEST(SimulatedIncast, IntoAHostIsWhatItsPortCarriesHoweverManySend) {
    constexpr int hosts = 6;
    const SimulatedFabric fabric(
        "fabric fat-tree hosts=6 leaf=6\nlatency base=1us hop=1us\nbandwidth link=10Gbit\n"
        "fault slow-port host=2 rate=2.5Gbit side=receiver\n");
    const Outcome outcome =
        fabric.sweep("run", {"-t", "incast", "--lengths", "1M", "-n", "1", "--warm-up", "0"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Matrix seconds = open_run(fabric.folder() / "run").stack(Statistic::median)->plane(0);
    const std::vector<std::int64_t> levels = incast_levels(hosts);
    for (int receiver = 0; receiver < hosts; ++receiver) {
        const double port = receiver == 2 ? 2.5e9 / 8 : 10e9 / 8;
        for (int distance = 1; distance < hosts; ++distance) {
            const auto senders = static_cast<double>(levels[incast_level_of(levels, distance)]);
            const double rate = senders * 1048576 / seconds((receiver + distance) % hosts, receiver);
            EXPECT_NEAR(rate, port, 0.12 * port) << distance << " places after " << receiver;
        }
    }
}

}  // namespace
}  // namespace fabricmap::testing
