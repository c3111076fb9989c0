// SPDX-License-Identifier: Apache-2.0
#include "tests/converters/small_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace fabricmap::testing {
namespace {

RunDescription description_of(const SmallRun& run) {
    RunDescription description;
    description.mode = run.mode;
    description.timing = Timing::one_way;
    description.ranks = {{"alpha", 0, 3, 0}, {"be,\"ta\"", 1, 4, 1}};
    description.message_lengths = run.lengths;
    description.repeats = 10;
    description.run_id = "11111111-2222-4333-8444-555555555555";
    description.title = "A small run";
    description.tool_version = "0.1.0";
    description.command_line = "network_test -n 10";
    description.started = "2024-05-16T10:00:00Z";
    if (has_noise(run.mode)) description.noise = NoiseParameters{1000, 2, 0};
    return description;
}

CellStatistics cell_with_median(double median) {
    return {median / 2, median, median, median * 2, median / 4, 10, 0};
}

}  // namespace

void write_small_run(const std::filesystem::path& prefix, const SmallRun& run) {
    RunWriter writer = RunWriter::create(prefix, description_of(run), RunWriter::Existing::refuse);
    const bool own_cells = measures_diagonal(run.mode);
    const CellStatistics own = own_cells ? cell_with_median(0.25e-6) : CellStatistics{};
    for (std::size_t k = 0; k < run.lengths.size(); ++k) {
        const auto factor = static_cast<double>(k + 1);
        const bool missing = run.with_missing_pair && k == 1;
        const std::array first{own,
                               missing ? CellStatistics::not_measured() : cell_with_median(1.5e-6 * factor)};
        const std::array second{cell_with_median(2.25e-6 * factor), own};
        writer.begin_plane(run.lengths[k]);
        writer.write_row(0, first);
        writer.write_row(1, second);
        writer.commit_plane();
    }
    writer.finish("2024-05-16T10:00:01Z");
}

void expect_same_values(const Run& actual, const Run& expected, double tolerance) {
    for (const Statistic statistic : expected.statistics()) {
        SCOPED_TRACE(std::string(name_of(statistic)));
        ASSERT_TRUE(actual.has(statistic));
        const auto found = actual.stack(statistic);
        const auto wanted = expected.stack(statistic);
        ASSERT_EQ(found->message_lengths(), wanted->message_lengths());
        ASSERT_EQ(found->rank_count(), wanted->rank_count());
        for (std::size_t k = 0; k < wanted->message_lengths().size(); ++k) {
            const Matrix a = found->plane(k);
            const Matrix b = wanted->plane(k);
            for (Eigen::Index cell = 0; cell < b.size(); ++cell) {
                const double x = a.data()[cell];
                const double y = b.data()[cell];
                const bool same = std::isnan(y) ? std::isnan(x) : std::abs(x - y) <= tolerance * std::abs(y);
                ASSERT_TRUE(same) << fmt::format("plane {}, cell {}: {} for {}", k, cell, x, y);
            }
        }
    }
}

}  // namespace fabricmap::testing
