// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_files.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "viewer/painting/figure_drawing.hpp"

#include <fmt/format.h>

#include <fstream>

namespace fabricmap::viewer {

std::vector<std::string_view> suffixes_of(bool pictures, bool numbers) {
    std::vector<std::string_view> suffixes;
    if (pictures) {
        for (const picture::PictureFormat& format : picture::picture_formats)
            suffixes.push_back(format.suffix);
    }
    if (numbers) {
        for (const NumbersFormat& format : numbers_formats) suffixes.push_back(format.suffix);
    }
    return suffixes;
}

FileFormat format_of(const std::filesystem::path& path) {
    const std::string suffix = path.extension().string();
    if (const picture::PictureFormat* const found = picture::find_picture_format(suffix)) return found;
    for (const NumbersFormat& format : numbers_formats) {
        if (suffix == format.suffix) return &format;
    }
    throw UsageError(fmt::format("{}: give a name that ends with {}", path.string(),
                                 listed(suffixes_of(true, true), "or")));
}

void write_view(const std::filesystem::path& path, const Figure& figure) {
    const FileFormat format = format_of(path);
    if (const auto* const pictured = std::get_if<const picture::PictureFormat*>(&format)) {
        const std::string bytes = (*pictured)->bytes_of(drawing_of(figure));
        OutputFile file(path);
        file.write(bytes);
        return file.commit();
    }
    PartialFile file(path);
    std::ofstream out(partial_path(path), std::ios::binary);
    figure.numbers(out, std::get<const NumbersFormat*>(format)->numbers);
    out.close();
    if (!out) {
        throw FileError(fmt::format(
            "{}: it cannot be written to its end; free some space, or choose another place", path.string()));
    }
    file.publish();
}

}  // namespace fabricmap::viewer
