// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/otf2.hpp"

namespace fabricmap::tracing {

namespace fs = std::filesystem;

std::optional<fs::path> find_otf2_anchor(const fs::path& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        return path.extension() == ".otf2" && fs::exists(path, error) ? std::optional(path) : std::nullopt;
    }
    std::optional<fs::path> anchor;
    for (const auto& entry : fs::directory_iterator(path, error)) {
        if (entry.path().extension() != ".otf2") continue;
        if (anchor) return std::nullopt;
        anchor = entry.path();
    }
    return anchor;
}

}  // namespace fabricmap::tracing
