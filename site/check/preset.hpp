// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <span>
#include <string_view>

namespace fabricmap::site {

/// How much a check measures.
struct Preset {
    std::string_view name;
    std::string_view lengths;  ///< as network_test --lengths takes them
    bool both_ways;            ///< also with both hosts of a pair sending at once
    std::chrono::minutes time;
};

inline constexpr std::string_view default_preset = "standard";

[[nodiscard]] std::span<const Preset> all_presets() noexcept;

/// Throws UsageError with the word and the names there are.
[[nodiscard]] const Preset& preset_named(std::string_view word);

}  // namespace fabricmap::site
