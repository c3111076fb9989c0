// SPDX-License-Identifier: Apache-2.0
#include "site/check/preset.hpp"

#include "command_line/readers.hpp"

#include <array>

namespace fabricmap::site {
namespace {

// The two longest lengths are long messages, as their difference says what a host carries a second.
constexpr std::array presets{
    Preset{"quick", "0,64K,256K", false, std::chrono::minutes(5)},
    Preset{"standard", "0,4K,64K,1M", true, std::chrono::minutes(20)},
    Preset{"thorough", "0,count:40", true, std::chrono::minutes(60)},
};

}  // namespace

std::span<const Preset> all_presets() noexcept {
    return presets;
}

const Preset& preset_named(std::string_view word) {
    return read_line(word, "--preset", presets);
}

}  // namespace fabricmap::site
