// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/open_trace.hpp"

#include "base/plain_file.hpp"
#include "tracing/formats/otf2/otf2.hpp"
#include "tracing/model/text.hpp"

#include <fmt/format.h>

#include <array>

namespace fabricmap::tracing {

Operations open_trace(const std::filesystem::path& path) {
    if (const auto anchor = find_otf2_anchor(path)) return read_otf2_archive(*anchor);
    std::error_code error;
    if (std::filesystem::is_directory(path, error) || !std::filesystem::exists(path, error)) {
        SourceLines lines;
        return operations_of(read_recording(path), lines);
    }
    std::ifstream file = open_regular_file(path);
    std::array<char, 256> beginning{};
    file.read(beginning.data(), beginning.size());
    if (!is_text_trace({beginning.data(), static_cast<std::size_t>(file.gcount())})) {
        throw FileError(
            fmt::format("{}: no trace: give a folder that network_trace record wrote, an archive of OTF2 "
                        "(*.otf2), or a trace as text",
                        path.string()));
    }
    Operations operations;
    operations.trace = read_text_file(path);
    return operations;
}

}  // namespace fabricmap::tracing
