// SPDX-License-Identifier: Apache-2.0
// The hosts share this machine's clock, but the tester does not know that: what it finds has to be nothing.
#include "lab/kinds/kind.hpp"
#include "netcdf_schema/open_run.hpp"
#include "real_cluster.hpp"
#include "started_run.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <optional>
#include <utility>

namespace fabricmap::lab::testing {
namespace {

using ::testing::HasSubstr;

/// What the samples that nothing held up took: at its own times the machine adds milliseconds to the others.
Matrix quickest(const Run& run) {
    return run.stack(Statistic::minimum)->plane(0);
}

class CommonClock : public OnRealHosts {
  protected:
    /// A run with a message of 12 KiB, which takes ten milliseconds, and none of TCP's steps: it leaves
    /// as one burst. Nothing where the tester refused its clocks, which others on this machine have
    /// disturbed.
    [[nodiscard]] std::optional<fabricmap::Run> timed(const std::string& timing) const {
        const Order order{find_scenario("host,hosts=2;latency,base=10us,hop=1ns;bandwidth,link=10Mbit"),
                          "",
                          folder_ / timing,
                          {"--lengths", "12K", "-n", "20", "--overwrite", "--timing", timing},
                          true};
        if (run_virtual(order) != ExitCode::success) return std::nullopt;
        return open_run(folder_ / timing);
    }

  private:
    fabricmap::testing::TemporaryFolder folder_;
};

TEST_F(CommonClock, ReportsTheDelaysOfRoundTripsWithinItsBound) {
    constexpr fabricmap::testing::Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    fabricmap::testing::expect_votes<votes>([this]() -> std::string {
        const auto synchronized = timed("synchronized");
        const auto one_way = timed("one_way");
        if (!synchronized || !one_way) return "the tester refused";
        const double bound_s = synchronized->description().clock_error_bound_s;
        const Matrix by_clock = quickest(*synchronized);
        const Matrix by_round_trip = quickest(*one_way);
        std::string wrong = bound_s > 0 ? "" : "no bound; ";
        for (const auto& [i, j] : {std::pair{0, 1}, std::pair{1, 0}}) {
            if (std::abs(by_clock(i, j) - by_round_trip(i, j)) <= bound_s) continue;
            wrong += fmt::format("{} to {}: {:.0f} µs by clock, {:.0f} µs by round trip, bound {:.0f} µs; ",
                                 i, j, 1e6 * by_clock(i, j), 1e6 * by_round_trip(i, j), 1e6 * bound_s);
        }
        return wrong;
    });
}

// An empty message takes as long as the clocks may be wrong.
TEST_F(CommonClock, RefusesToMeasureWhatIsShorterThanItsError) {
    StartedRun run("fabric host hosts=2\nlatency base=50us hop=1ns\n",
                   {"--timing", "synchronized", "--lengths", "0", "-n", "12"});
    const Ended ended = run.wait();
    EXPECT_EQ(ended.exit_code, 1) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr("--timing synchronized: 0 bytes take"));
    EXPECT_THAT(ended.output, HasSubstr("between hosts"));
    EXPECT_THAT(ended.output, HasSubstr("one_way"));
}

}  // namespace
}  // namespace fabricmap::lab::testing
