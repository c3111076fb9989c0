// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/scaling.hpp"
#include "picture/window.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// So many hosts along a side of a pixel: a power of two, so that each pixel has blocks of a pyramid alone.
/// Pictures of thousands of hosts stay small.
[[nodiscard]] int hosts_a_pixel(std::size_t hosts) noexcept;

/// Of a picture of factors, what values its pixels stand for.
struct PlaneValues {
    int fold = 1;                     ///< see hosts_a_pixel
    picture::ValueRange factors;      ///< of the first and the last shade, on a logarithmic scale
    picture::ShadePicture classes;    ///< for each cell, or block of them, the number of what is expected
    std::vector<double> expected_s;   ///< of its slowest pair: what a healthy one takes
    static constexpr int none = 255;  ///< the number where nothing was measured
};

/// In the order of the picture; nothing where the plane has no factors.
[[nodiscard]] PlaneValues plane_values(const HostPlane& plane, const std::vector<int>& order);

/// The range of the shades in which factors are drawn: 1 in its middle, and what is healthy near it.
[[nodiscard]] picture::ValueRange drawn_factors(const picture::ValueRange& factors) noexcept;

}  // namespace fabricmap::diagnosis
