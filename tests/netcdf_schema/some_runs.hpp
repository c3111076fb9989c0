// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run.hpp"

#include <filesystem>
#include <vector>

namespace fabricmap::testing {

/// A run as it was measured: cells[plane][sender][receiver], planes in the order of
/// description.message_lengths.
struct SomeRun {
    RunDescription description;
    std::vector<std::vector<std::vector<CellStatistics>>> cells;

    [[nodiscard]] Matrix plane(std::size_t plane, Statistic statistic) const;
};

/// With a value in every field, so that a field that is lost is noticed.
RunDescription some_description(std::size_t ranks, std::vector<std::int64_t> lengths);

/// Expects every field of a description that has a value in each to have come back.
void expect_same(const RunDescription& read, const RunDescription& wrote);

/// Cells that can be reported apart: each follows from its place and the length alone.
CellStatistics telltale_cell(std::int64_t length, std::size_t sender, std::size_t receiver);
SomeRun telltale_run(std::size_t ranks, std::vector<std::int64_t> lengths);

void write_plane(RunWriter& writer, const SomeRun& run, std::size_t plane);
/// All planes, finished.
void write_run(const std::filesystem::path& prefix, const SomeRun& run);

}  // namespace fabricmap::testing
