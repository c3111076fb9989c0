// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/grey_image.hpp"

#include <map>
#include <string>

namespace fabricmap::testing {

/// A PNG as libpng reads it, without any conversion.
struct DecodedPng {
    int bit_depth = 0;
    bool is_grey = false;
    picture::GreyImage image{1, 1};
    std::map<std::string, std::string> texts;
};

/// Throws std::runtime_error where libpng finds the bytes wrong.
DecodedPng decode_png(const std::string& bytes);

}  // namespace fabricmap::testing
