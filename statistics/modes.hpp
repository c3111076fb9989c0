// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fabricmap {

/// A mode of values: those with the indices from begin to end, exclusive.
struct ModeRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The modes that ascending values lie in, ascending. `deviation` is how far values of one mode stray at
/// least; ranges of eight of it without a value part modes, and so do valleys in the density that are too
/// deep for chance. A mode of fewer than `least` values is none.
[[nodiscard]] std::vector<ModeRange> find_modes(std::span<const double> ascending, double deviation,
                                                std::size_t least);

}  // namespace fabricmap
