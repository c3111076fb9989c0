// SPDX-License-Identifier: Apache-2.0
#include "some_runs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

namespace fabricmap::testing {

Matrix SomeRun::plane(std::size_t plane, Statistic statistic) const {
    const auto ranks = static_cast<Eigen::Index>(cells[plane].size());
    Matrix values(ranks, ranks);
    for (Eigen::Index i = 0; i < ranks; ++i) {
        for (Eigen::Index j = 0; j < ranks; ++j) {
            values(i, j) =
                cells[plane][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].value(statistic);
        }
    }
    return values;
}

RunDescription some_description(std::size_t ranks, std::vector<std::int64_t> lengths) {
    RunDescription description;
    description.mode = Mode::test_noise;
    description.timing = Timing::round_trip;
    description.schedule = Schedule{ScheduleKind::rounds, 4, PairSample{.fraction = 0.05}, true};
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const int number = static_cast<int>(rank);
        description.ranks.push_back({fmt::format("node{}", rank / 2), number / 2, number, number % 2});
    }
    description.message_lengths = std::move(lengths);
    description.excluded_hosts = {"node0"};
    description.repeats = 77;
    description.noise = NoiseParameters{4096, 3, 2};
    description.seed = 18446744073709551557ULL;
    description.run_id = "0f3c1a52-5d3e-4c7b-9b52-2f6f1c9e7a10";
    description.title = "A title";
    description.source = "A source";
    description.history = "first line\nsecond line\n";
    description.comment = "A comment";
    description.tool_version = "0.1.0";
    description.mpi_library = "Open MPI v4.1.4";
    description.mpi_vendor_settings = "btl=tcp,self";
    description.command_line = "network_test -t test_noise";
    description.sampling = "--precision 2";
    description.rma_sync = RmaSync::fence;
    description.memory = MessageMemory{MemoryKind::cuda, MemoryKind::host};
    description.clock_error_bound_s = 1.5e-7;
    description.clock_resolution_s = 1e-9;
    description.noise_fraction = 0.75;
    description.empty_epoch_s = 2e-6;
    description.interference_between_hosts = {0.02, 0.01, 0.03};
    description.pairs_at_once = 4;
    description.started = "2024-05-16T10:00:00Z";
    return description;
}

void expect_same(const RunDescription& read, const RunDescription& wrote) {
    EXPECT_EQ(read.mode, wrote.mode);
    EXPECT_EQ(read.timing, wrote.timing);
    EXPECT_EQ(read.schedule, wrote.schedule);
    EXPECT_EQ(read.ranks, wrote.ranks);
    EXPECT_EQ(read.excluded_hosts, wrote.excluded_hosts);
    EXPECT_EQ(read.message_lengths, wrote.message_lengths);
    EXPECT_EQ(read.repeats, wrote.repeats);
    EXPECT_EQ(read.noise, wrote.noise);
    EXPECT_EQ(read.seed, wrote.seed);
    EXPECT_EQ(read.run_id, wrote.run_id);
    EXPECT_EQ(read.title, wrote.title);
    EXPECT_EQ(read.source, wrote.source);
    EXPECT_EQ(read.history, wrote.history);
    EXPECT_EQ(read.comment, wrote.comment);
    EXPECT_EQ(read.tool_version, wrote.tool_version);
    EXPECT_EQ(read.mpi_library, wrote.mpi_library);
    EXPECT_EQ(read.mpi_vendor_settings, wrote.mpi_vendor_settings);
    EXPECT_EQ(read.command_line, wrote.command_line);
    EXPECT_EQ(read.sampling, wrote.sampling);
    EXPECT_EQ(read.rma_sync, wrote.rma_sync);
    EXPECT_EQ(read.memory, wrote.memory);
    EXPECT_EQ(read.clock_error_bound_s, wrote.clock_error_bound_s);
    EXPECT_EQ(read.clock_resolution_s, wrote.clock_resolution_s);
    EXPECT_EQ(read.noise_fraction, wrote.noise_fraction);
    EXPECT_EQ(read.empty_epoch_s, wrote.empty_epoch_s);
    EXPECT_EQ(read.interference_between_hosts.low, wrote.interference_between_hosts.low);
    EXPECT_EQ(read.pairs_at_once, wrote.pairs_at_once);
    EXPECT_EQ(read.started, wrote.started);
    EXPECT_EQ(read.finished, wrote.finished);
    EXPECT_EQ(read.complete, wrote.complete);
}

CellStatistics telltale_cell(std::int64_t length, std::size_t sender, std::size_t receiver) {
    const double base = 1e-6 * static_cast<double>(length + 1) + 1e-3 * static_cast<double>(sender) +
                        1e-9 * static_cast<double>(receiver);
    return {base,     base * 2,         base * 3, base * 4,
            base / 8, length % 100 + 1, 0,        static_cast<std::int64_t>(sender + receiver) % 3};
}

SomeRun telltale_run(std::size_t ranks, std::vector<std::int64_t> lengths) {
    SomeRun run{some_description(ranks, std::move(lengths)), {}};
    for (const std::int64_t length : run.description.message_lengths) {
        auto& plane = run.cells.emplace_back(ranks, std::vector<CellStatistics>(ranks));
        for (std::size_t i = 0; i < ranks; ++i) {
            for (std::size_t j = 0; j < ranks; ++j) plane[i][j] = telltale_cell(length, i, j);
        }
    }
    return run;
}

void write_plane(RunWriter& writer, const SomeRun& run, std::size_t plane) {
    writer.begin_plane(run.description.message_lengths[plane]);
    const auto& rows = run.cells[plane];
    // Rows come in any order.
    for (std::size_t i = rows.size(); i-- > 0;) writer.write_row(static_cast<std::int64_t>(i), rows[i]);
    writer.commit_plane();
}

void write_run(const std::filesystem::path& prefix, const SomeRun& run) {
    RunWriter writer = RunWriter::create(prefix, run.description, RunWriter::Existing::refuse);
    for (std::size_t plane = 0; plane < run.cells.size(); ++plane) write_plane(writer, run, plane);
    writer.finish("2024-05-16T11:00:00Z");
}

}  // namespace fabricmap::testing
