// SPDX-License-Identifier: Apache-2.0
#include "converters/formats/table.hpp"

#include <array>

namespace fabricmap::converters {
namespace {

constexpr std::array format_table{
    Format{"text", ".txt", "the older toolkit's text form", false, convert_to_text},
    Format{"csv", ".csv", "a line for each length and pair", false, convert_to_csv},
    Format{"json", ".json", "the description and the matrices", false, convert_to_json},
    Format{"png", ".png", "a grey picture with a legend, darker is slower", true, convert_to_png},
    Format{"legacy", "", "the older toolkit's NetCDF files, -o PREFIX", true, convert_to_legacy},
    Format{"run", "", "Fabricmap's own files, -o PREFIX", true, convert_to_run},
};

}  // namespace

std::span<const Format> all_formats() noexcept {
    return format_table;
}

}  // namespace fabricmap::converters
