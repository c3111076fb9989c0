// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/preset.hpp"
#include "picture/shapes/drawing.hpp"

#include <cstdint>
#include <optional>

namespace fabricmap::diagnosis {

enum class Pictured : std::uint8_t {
    matrix,   ///< what is slower than expected, hosts × hosts
    machine,  ///< its tree or grid
    part,     ///< the curves of the part that was asked for
};

/// What a file is to show.
struct PictureRequest {
    Pictured what = Pictured::matrix;
    std::optional<std::int64_t> length_bytes{};  ///< of a matrix; nothing: that of the largest fault
    const picture::Preset* preset = nullptr;     ///< null: as large as it needs, with 3 findings in words
};

/// Below the run's name and the findings. Throws FileError where the diagnosis has nothing of that.
[[nodiscard]] picture::Drawing exported_picture(const Diagnosis& diagnosis, const PictureRequest& request);

}  // namespace fabricmap::diagnosis
