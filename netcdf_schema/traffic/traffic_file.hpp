// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace fabricmap {

/// Messages from one rank to another whose lengths are of one class: 0, 1, 2 to 3, 4 to 7, ...
struct TrafficFlow {
    std::int64_t first_length = 0;  ///< bytes: the shortest of the class
    std::int32_t sender = 0;
    std::int32_t receiver = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;  ///< of these messages together

    friend auto operator<=>(const TrafficFlow&,
                            const TrafficFlow&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The shortest length of the class that the length belongs to.
[[nodiscard]] std::int64_t first_length_of_class(std::int64_t length_bytes) noexcept;

/// What the ranks of a run sent to each other.
struct Traffic {
    int ranks = 0;
    std::vector<TrafficFlow> flows;  ///< ascending; those without messages are left out
};

/// PREFIX_traffic.nc.
[[nodiscard]] std::filesystem::path traffic_path(const std::filesystem::path& prefix);

/// Writes it: a run of Statistic::count alone, whose planes are the classes of lengths from the shortest to
/// the longest there is, with the bytes beside the messages. Hosts are those of `description.ranks`; its
/// lengths are set by the flows, which ascend and name each pair and class once. Throws FileError with the
/// path; what stands there is replaced.
void write_traffic_file(const std::filesystem::path& path, RunDescription description,
                        std::span<const TrafficFlow> flows);

/// Reads it; any file of data and bytes of that shape will do. Throws FileError with the path.
[[nodiscard]] Traffic read_traffic_file(const std::filesystem::path& path);

}  // namespace fabricmap
