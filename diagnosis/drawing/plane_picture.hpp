// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/legend.hpp"
#include "picture/layout/marks.hpp"
#include "picture/layout/notes.hpp"
#include "picture/shapes/drawing.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

enum class PlaneValue : std::uint8_t { delay, factor };

/// What stands above a picture that is a file of its own, and how large that is.
struct PictureFrame {
    std::string title;
    std::vector<std::string> lines{};
    std::vector<picture::Note> notes{};     ///< right of it
    std::optional<picture::Extent> size{};  ///< nothing: as large as the picture needs
};

/// The plane, the slower the darker, with names of hosts beside it, its scale, and the findings marked on it.
/// Nothing where nothing was measured.
[[nodiscard]] std::optional<picture::Drawing> plane_picture(const Diagnosis& diagnosis,
                                                            const HostPlane& plane, PlaneValue value,
                                                            const std::vector<int>& order,
                                                            const std::vector<picture::Mark>& marks,
                                                            const PictureFrame& frame = {});

}  // namespace fabricmap::diagnosis
