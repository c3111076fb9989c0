// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_files.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "picture/output/picture_formats.hpp"

#include <fmt/format.h>

#include <fstream>

namespace fabricmap::viewer {

std::vector<std::string_view> picture_suffixes() {
    std::vector<std::string_view> suffixes;
    suffixes.reserve(picture::picture_formats.size());
    for (const picture::PictureFormat& format : picture::picture_formats) suffixes.push_back(format.suffix);
    return suffixes;
}

std::vector<std::string_view> figure_suffixes() {
    std::vector<std::string_view> suffixes = picture_suffixes();
    suffixes.push_back(numbers_suffix);
    return suffixes;
}

bool holds_numbers(const std::filesystem::path& path) {
    const std::string suffix = path.extension().string();
    if (suffix == numbers_suffix) return true;
    if (picture::find_picture_format(suffix) != nullptr) return false;
    throw UsageError(
        fmt::format("{}: give a name that ends with {}", path.string(), listed(figure_suffixes(), "or")));
}

void write_view(const std::filesystem::path& path, const Figure& figure) {
    if (!holds_numbers(path)) {
        const std::string bytes =
            picture::find_picture_format(path.extension().string())->bytes_of(drawing_of(figure));
        OutputFile file(path);
        file.write(bytes);
        return file.commit();
    }
    PartialFile file(path);
    std::ofstream out(partial_path(path), std::ios::binary);
    figure.write_numbers(out);
    out.close();
    if (!out) {
        throw FileError(fmt::format(
            "{}: it cannot be written to its end; free some space, or choose another place", path.string()));
    }
    file.publish();
}

}  // namespace fabricmap::viewer
