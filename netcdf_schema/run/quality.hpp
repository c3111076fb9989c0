// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace fabricmap {

/// Bits of the `quality` variable in the count file.
enum class Quality : std::uint8_t {
    missing = 1,  ///< the pair was not measured
    smallest_offset =
        2,            ///< the smallest half round trip was taken off, the median would have made it negative
    corrupted = 4,    ///< a message of this pair arrived damaged (seen with --check)
    in_round = 8,     ///< measured while other pairs were
    alone = 16,       ///< measured while all others were silent
    remeasured = 32,  ///< slow or imprecise in a round, so measured again beside other pairs, or alone
    imprecise = 64,   ///< the 95 % interval of the median is wider than was asked for
    unconfirmed = 128,  ///< slow or imprecise in a round, and there was no time to measure it again
};

/// Which bits there are, and their names in the files.
struct QualityName {
    Quality bit;
    const char* name;
};
inline constexpr std::array quality_names{
    QualityName{Quality::missing, "missing"},     QualityName{Quality::smallest_offset, "smallest_offset"},
    QualityName{Quality::corrupted, "corrupted"}, QualityName{Quality::in_round, "in_round"},
    QualityName{Quality::alone, "alone"},         QualityName{Quality::remeasured, "remeasured"},
    QualityName{Quality::imprecise, "imprecise"}, QualityName{Quality::unconfirmed, "unconfirmed"},
};

/// Whether a value of that variable has the bit; the file keeps signed bytes.
[[nodiscard]] constexpr bool has_quality(double stored, Quality bit) noexcept {
    return (static_cast<int>(stored) & static_cast<int>(bit)) != 0;
}

}  // namespace fabricmap
