// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "picture/layout/axis.hpp"
#include "picture/layout/legend.hpp"
#include "picture/layout/sheet.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace fabricmap::picture {

/// What is said of a matrix of a run.
struct MatrixWords {
    Sheet sheet;
    Axis down{};    ///< of the rows
    Axis across{};  ///< of the columns
};

/// The words for a plane (ranks × ranks) of the run: senders down, receivers across, both with their hosts.
[[nodiscard]] MatrixWords plane_words(const RunDescription& description, Statistic statistic,
                                      std::int64_t length_bytes);

/// The words for a row (lengths × ranks) of the run: message lengths down, receivers across.
[[nodiscard]] MatrixWords row_words(const RunDescription& description, Statistic statistic,
                                    std::int64_t sender);

/// Says of the cells what the sheet and the legend's ends need them for: their range, below the title; that
/// some lie beyond the scale; how many were not measured.
void describe_cells(Sheet& sheet, Legend& legend, const Matrix& cells, const NeverMeasured& never);

/// What a picture says of the run below its title: its own title, ranks and hosts, timing and time.
[[nodiscard]] std::vector<std::string> run_lines(const RunDescription& description);

/// The names of the run's hosts; empty where they are unknown.
[[nodiscard]] std::set<std::string> named_hosts(const RunDescription& description);

/// The ranks of the run, those of a host in a block where hosts are known, and those of a leaf in a group
/// where the run names leaves.
[[nodiscard]] Axis axis_of_ranks(const RunDescription& description, std::string name);
[[nodiscard]] Axis axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes,
                                   std::string name = "message length, bytes");

}  // namespace fabricmap::picture
