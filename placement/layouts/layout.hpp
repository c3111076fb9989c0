// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/placing/place.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fabricmap::placement {

/// A file that a launcher takes. To add one: a file that defines it, and its name in CMakeLists.txt.
struct Layout {
    std::string_view name;    ///< after --to
    std::string_view suffix;  ///< of the file: PREFIX.suffix
    std::string_view what;    ///< one line
    std::string (*text)(const Placement&);
    /// How to start the application with the file.
    std::string (*command)(const Placement&, const std::string& file);
    /// Why a placement cannot be written so, or nothing; null where each can.
    std::optional<std::string> (*unsupported_reason)(const Placement&) = nullptr;
};

[[nodiscard]] std::span<const Layout* const> all_layouts() noexcept;
/// Throws UsageError that lists the layouts where there is none of that name.
[[nodiscard]] const Layout& layout_named(std::string_view name);

[[nodiscard]] const std::string& host_name_of(const Placement& placement, RankIndex rank);
/// A line with its host for each rank.
[[nodiscard]] std::string host_lines(const Placement& placement);
/// The ranks in the order in which by-slot fills slots: host after host of those used, slot after slot.
[[nodiscard]] PerSlot<RankIndex> ranks_in_slot_order(const Placement& placement);

/// Of a file that no launcher takes.
[[nodiscard]] std::string command_for_programs(const Placement& placement, const std::string& file);

}  // namespace fabricmap::placement
