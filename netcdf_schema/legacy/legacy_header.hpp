// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/block_stack.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/layouts/family.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// What the older toolkit's files tell of a run, in whatever form.
struct LegacyHeader {
    std::optional<Mode> mode;
    int data_type = -1;
    std::int64_t begin = 0;
    std::int64_t end = 0;  ///< exclusive
    std::int64_t step = 0;
    std::int64_t repeats = -1;
    std::optional<NoiseParameters> noise;
    std::size_t ranks = 0;
    std::size_t planes = 0;
};

/// The published header variables; in archives their names begin with "a". Throws FileError where they make
/// no run.
[[nodiscard]] LegacyHeader read_legacy_header(const NetcdfFile& file, const std::string& name_prefix,
                                              std::size_t ranks, std::size_t planes);

/// Whether two headers can be of one run.
[[nodiscard]] bool same_legacy_run(const LegacyHeader& first, const LegacyHeader& other);

/// Of `planes` planes from the first.
[[nodiscard]] std::vector<std::int64_t> legacy_lengths(const LegacyHeader& header, std::size_t planes);

/// What is wrong with the plain files, the archives and the text of each mode: orientation, diagonals, round
/// trips. The deviation of send_recv_and_recv_send needs the average as well: see
/// repair_round_trip_deviation.
[[nodiscard]] Repairs legacy_repairs(std::optional<Mode> mode, Statistic statistic);

/// The description of a run with those headers and the hosts of PREFIX_hosts.txt, where that exists.
[[nodiscard]] RunDescription describe_legacy(const LegacyHeader& header,
                                             const std::vector<std::int64_t>& lengths,
                                             const std::filesystem::path& prefix);

/// Replaces the deviation of a round-trip run by the right one, or takes it away where the average is not
/// there.
void repair_round_trip_deviation(std::optional<Mode> mode, Run::Stacks& stacks);

}  // namespace fabricmap
