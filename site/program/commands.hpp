// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::site {

/// What people want to do, the headings of the help.
enum class Purpose : std::uint8_t { health, waiting, tuning, placing, looking, measuring, trying };

[[nodiscard]] std::string_view question_of(Purpose purpose) noexcept;

/// A word behind `fabricmap`. Either it is carried out here, or it stands for another program and its first
/// words.
struct SiteCommand {
    std::string_view name;
    Purpose purpose;
    std::string_view what;
    ExitCode (*carry_out)(const std::vector<std::string>& words) = nullptr;
    std::string_view program{};
    std::string_view leading{};  ///< parted by blanks; "-t stream"
};

/// In the order of the help. A name of two words, as "measure p2p", is typed as two.
[[nodiscard]] std::span<const SiteCommand> all_site_commands() noexcept;

/// What a user may type for the programs of the toolkit: "diagnose" for network_diagnose.
[[nodiscard]] std::span<const std::string_view> all_programs() noexcept;

/// "diagnose" of network_diagnose, "collective" of collective_test.
[[nodiscard]] std::string_view short_name(std::string_view program) noexcept;

}  // namespace fabricmap::site
