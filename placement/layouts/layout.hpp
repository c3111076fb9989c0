// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/place.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricmap::placement {

/// A file that a launcher takes. To add one: a file and a line in table.cpp.
struct Layout {
    std::string_view name;    ///< after --to
    std::string_view suffix;  ///< of the file: PREFIX.suffix
    std::string_view what;    ///< one line
    std::string (*text)(const Placement&);
    /// How to start the application with the file.
    std::string (*command)(const Placement&, const std::string& file);
    /// Why this placement cannot be written so; nothing where it can.
    std::optional<std::string> (*obstacle)(const Placement&);
};

[[nodiscard]] std::span<const Layout> all_layouts();
/// Throws UsageError that lists the layouts where there is none of that name.
[[nodiscard]] const Layout& layout_named(std::string_view name);

[[nodiscard]] const std::string& host_name_of(const Placement& placement, int rank);
/// The ranks in the order in which by-slot fills slots: host after host of those used, slot after slot.
[[nodiscard]] std::vector<int> ranks_in_slot_order(const Placement& placement);

[[nodiscard]] std::string seq_text(const Placement& placement);
[[nodiscard]] std::string seq_command(const Placement& placement, const std::string& file);
[[nodiscard]] std::string rankfile_text(const Placement& placement);
[[nodiscard]] std::string rankfile_command(const Placement& placement, const std::string& file);
[[nodiscard]] std::optional<std::string> rankfile_obstacle(const Placement& placement);
[[nodiscard]] std::string slurm_text(const Placement& placement);
[[nodiscard]] std::string slurm_command(const Placement& placement, const std::string& file);
[[nodiscard]] std::string hydra_text(const Placement& placement);
[[nodiscard]] std::string hydra_command(const Placement& placement, const std::string& file);
[[nodiscard]] std::string cray_text(const Placement& placement);
[[nodiscard]] std::string cray_command(const Placement& placement, const std::string& file);
[[nodiscard]] std::string csv_text(const Placement& placement);
[[nodiscard]] std::string json_text(const Placement& placement);
[[nodiscard]] std::string permutation_text(const Placement& placement);
[[nodiscard]] std::string permutation_command(const Placement& placement, const std::string& file);

}  // namespace fabricmap::placement
