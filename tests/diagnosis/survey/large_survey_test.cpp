// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "diagnosis/survey/host_rows.hpp"
#include "diagnosis/survey/survey.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::int64_t many_ranks = 5888;
constexpr int many_hosts = 368;
constexpr int slow_one = 77;
constexpr double slower = 1.4;

/// Ranks in turn on the hosts, one of which sends more slowly; a plane does not fit into what may be held.
class LargeStack : public DelayStack {
  public:
    LargeStack() : DelayStack(Statistic::median, many_ranks, {0, 1024}), noise_(2 * many_ranks) {
        for (std::size_t place = 0; place < noise_.size(); ++place)
            noise_[place] = 2e-6 * (0.98 + 0.04 * static_cast<double>(mix(place) % 1000) / 1000);
    }
    [[nodiscard]] std::int64_t max_rows() const noexcept { return max_rows_; }

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first, std::int64_t senders) const override {
        max_rows_ = std::max(max_rows_, senders);
        Matrix rows(senders, many_ranks);
        for (std::int64_t row = 0; row < senders; ++row) {
            const std::int64_t sender = first + row;
            const auto from = noise_.begin() + sender * 37 % many_ranks;
            std::copy(from, from + many_ranks, &rows(row, 0));
            if (sender % many_hosts == slow_one) rows.row(row) *= slower;
            if (k == 1) rows.row(row) += 1e-7;
            for (std::int64_t near = sender % many_hosts; near < many_ranks; near += many_hosts)
                rows(row, near) = 5e-7;
        }
        return rows;
    }

    std::vector<double> noise_;
    mutable std::int64_t max_rows_ = 0;
};

TEST(LargeSurvey, HoldsNoWholePlaneAndFindsTheSlowSender) {
    RunDescription run;
    for (std::int64_t rank = 0; rank < many_ranks; ++rank)
        run.ranks.push_back({"node" + std::to_string(rank % many_hosts), -1, -1, -1});
    const Machine machine = machine_of(run);
    const LargeStack stack;
    ASSERT_FALSE(is_small(many_ranks));
    int steps = 0;
    const auto step = [&] { ++steps; };
    const Survey survey =
        survey_of(stack, machine, find_pair_classes(stack, machine, step), std::log(1.05F), step);

    EXPECT_LE(stack.max_rows(), stack.senders_of_a_slab());
    EXPECT_EQ(steps, 4);  // each plane for the overview, and then for the survey
    ASSERT_EQ(survey.classes.all.size(), 2);
    EXPECT_NEAR(survey.class_medians(0, 1), 2e-6, 1e-8);
    for (Eigen::Index rank = 0; rank < many_ranks; ++rank) {
        const bool is_slow = rank % many_hosts == slow_one;
        EXPECT_NEAR(survey.effects.sending(0, rank), is_slow ? std::log(slower) : 0, 0.02) << rank;
        EXPECT_NEAR(survey.effects.receiving(0, rank), 0, 0.02) << rank;
    }
    for (const Band& band : survey.bands) {
        EXPECT_EQ(band.links.isNaN().count(), many_hosts);
        EXPECT_LT(band.links.isNaN().select(0, band.links).abs().maxCoeff(), 0.02F);
    }
    EXPECT_EQ(survey.missing.size(), 0);
}

TEST(HostRanges, HoldWholeHostsAndAllOfThem) {
    Machine machine;
    machine.hosts = {"a", "b", "c"};
    machine.ranks_of.resize(3);
    for (const RankIndex rank : IndexRange<RankIndex>(7)) {
        machine.host_of.push_back(HostIndex(rank % 3));
        machine.ranks_of[machine.host_of.back()].push_back(rank);
    }
    const std::vector<HostRange> ranges = host_ranges(machine, 4);
    ASSERT_EQ(ranges.size(), 2);
    EXPECT_THAT(ranges[0].ranks, ::testing::ElementsAre(0, 3, 6));
    EXPECT_THAT(ranges[1].hosts, ::testing::ElementsAre(1, 2));
    EXPECT_THAT(ranges[1].ranks, ::testing::ElementsAre(1, 2, 4, 5));
    EXPECT_EQ(host_ranges(machine, 1).size(), 3);
}

}  // namespace
}  // namespace fabricmap::diagnosis
