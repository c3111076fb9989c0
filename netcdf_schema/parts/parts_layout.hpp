// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/parts/run_parts.hpp"

#include <filesystem>
#include <vector>

namespace fabricmap {

/// Where the parts of a run lie in their folder, and which of them are whole. Private to this room. Layout:
/// docs/formats.md.

/// The head is a plain file of this statistic, without a plane.
inline constexpr Statistic head_statistic = Statistic::median;

[[nodiscard]] std::filesystem::path head_prefix(const std::filesystem::path& folder);
[[nodiscard]] RunPart archived_part(const std::filesystem::path& folder, std::size_t first_plane,
                                    std::size_t planes);
[[nodiscard]] RunPart plain_part(const std::filesystem::path& folder, std::size_t plane);

/// All files of a part, whether or not they are there.
[[nodiscard]] std::vector<std::filesystem::path> archives_of(const RunPart& part);
[[nodiscard]] std::vector<std::filesystem::path> plain_files_of(const RunPart& part);

struct FoundParts {
    std::vector<RunPart> archived;
    std::vector<RunPart> plain;
};
/// The parts that are whole, from the first plane on without a gap.
[[nodiscard]] FoundParts find_parts(const std::filesystem::path& folder);

/// The parts as one run; `label` says in messages where it came from. Plain parts stay open, for they may
/// become archives while they are read; of the archives, of which there may be many, some.
[[nodiscard]] Run join_parts(const std::string& label, const RunDescription& head, const FoundParts& parts);

}  // namespace fabricmap
