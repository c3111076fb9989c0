// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"

#include "netcdf_schema/open_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace fabricmap::testing {
namespace {

constexpr double shortest_delay_s = 1e-9;
constexpr double longest_delay_s = 1;

struct Cell {
    double minimum;
    double average;
    double median;
    double maximum;
    double deviation;
    double count;
};

/// One length of a run, all statistics.
class Planes {
  public:
    Planes(const fabricmap::Run& run, std::size_t k) {
        for (const Statistic statistic : all_statistics) planes_[statistic] = run.stack(statistic)->plane(k);
    }

    [[nodiscard]] Cell cell(Eigen::Index i, Eigen::Index j) const {
        const auto value = [&](Statistic statistic) { return planes_.at(statistic)(i, j); };
        return {value(Statistic::minimum), value(Statistic::average),   value(Statistic::median),
                value(Statistic::maximum), value(Statistic::deviation), value(Statistic::count)};
    }

  private:
    std::map<Statistic, Matrix> planes_;
};

void expect_nothing(const Cell& cell) {
    EXPECT_EQ(cell.count, 0);
    for (const double value : {cell.minimum, cell.average, cell.median, cell.maximum, cell.deviation}) {
        EXPECT_EQ(value, 0);
    }
}

/// `min_s`: what a median may be at least. The shortest sample of a disturbed pair may be next to nothing,
/// as an offset was taken off it, but never negative.
void expect_sane(const Cell& cell, const SamplesExpected& samples, double min_s) {
    EXPECT_LE(cell.minimum, cell.median);
    EXPECT_LE(cell.median, cell.maximum);
    EXPECT_LE(cell.minimum, cell.average);
    EXPECT_LE(cell.average, cell.maximum);
    EXPECT_GE(cell.minimum, 0);
    EXPECT_GE(cell.median, min_s);
    EXPECT_LE(cell.median, longest_delay_s);
    EXPECT_GE(cell.deviation, 0);
    EXPECT_LE(cell.deviation, cell.maximum - cell.minimum);
    EXPECT_GE(cell.count, samples.least);
    EXPECT_LE(cell.count, samples.most);
}

}  // namespace

void expect_sane_run(const std::filesystem::path& prefix, Mode mode, int ranks,
                     const std::vector<std::int64_t>& lengths, const SamplesExpected& samples) {
    const Run run = open_run(prefix);
    EXPECT_EQ(run.statistics().size(), all_statistics.size());
    EXPECT_EQ(run.description().mode, mode);
    EXPECT_EQ(run.description().rank_count(), ranks);
    EXPECT_TRUE(run.description().complete);
    ASSERT_EQ(run.description().message_lengths, lengths);
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        // A broadcast of nothing may return before its root has begun; then there is no delay.
        const double min_s = mode == Mode::bcast && lengths[k] == 0 ? 0 : shortest_delay_s;
        const Planes planes(run, k);
        for (Eigen::Index i = 0; i < ranks; ++i) {
            for (Eigen::Index j = 0; j < ranks; ++j) {
                SCOPED_TRACE(::testing::Message() << name_of(mode) << ", " << ranks << " ranks, "
                                                  << lengths[k] << " bytes, " << i << " to " << j);
                const Cell cell = planes.cell(i, j);
                i == j && !measures_diagonal(mode) ? expect_nothing(cell) : expect_sane(cell, samples, min_s);
            }
        }
    }
}

Matrix plane_at(const Run& run, Statistic statistic, std::int64_t length_bytes) {
    const auto stack = run.stack(statistic);
    const auto& lengths = stack->message_lengths();
    const auto found = std::find(lengths.begin(), lengths.end(), length_bytes);
    return stack->plane(static_cast<std::size_t>(found - lengths.begin()));
}

std::vector<std::int64_t> lengths_of(const std::filesystem::path& prefix) {
    return open_run(prefix).description().message_lengths;
}

}  // namespace fabricmap::testing
