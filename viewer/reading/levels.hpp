// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/scaling.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::viewer {

/// Where the lightest and the darkest level come from.
enum class Normalisation : std::uint8_t {
    plane,   ///< the extremes of the plane that is shown
    run,     ///< those of all lengths
    window,  ///< those of the lengths in the user's window
    hand,    ///< set by hand
};

/// How values become shades.
struct Levels {
    Normalisation normalisation = Normalisation::plane;
    picture::Scale scale = picture::Scale::linear;
    bool robust = false;  ///< leaves out `tail` of the values at each end
    double tail = 0.01;   ///< a share
    picture::ValueRange by_hand;

    friend bool operator==(const Levels&, const Levels&) = default;
};

/// Values counted by size for a drawing: bins at even distances, linear or logarithmic as `scale` says.
struct Bins {
    picture::ValueRange range;  ///< from the first bin's lower to the last one's upper end
    picture::Scale scale = picture::Scale::linear;
    std::vector<std::int64_t> counts;
};

}  // namespace fabricmap::viewer
