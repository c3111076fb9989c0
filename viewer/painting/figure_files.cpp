// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/figure_files.hpp"

#include "base/errors.hpp"
#include "base/output_file.hpp"
#include "command_line/program.hpp"
#include "viewer/painting/figure_painting.hpp"
#include "viewer/painting/shade_image.hpp"

#include <fmt/format.h>

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <QImageWriter>
#include <QStringList>
#include <QSvgGenerator>
#include <cstring>
#include <fstream>

namespace fabricmap::viewer {
namespace {

constexpr double max_svg_rectangles = 128.0 * 128.0;

QString description_of(const Figure& figure) {
    QStringList lines;
    lines.reserve(static_cast<qsizetype>(figure.lines.size()));
    for (const QString& line : figure.lines) lines.append(line);
    return lines.join(QLatin1Char('\n'));
}

QImage empty_image(const std::filesystem::path& path, const Figure& figure, QImage::Format format) {
    QImage image(figure.size, format);
    if (image.isNull()) {
        throw FileError(
            fmt::format("{}: not enough memory for a picture of {} × {} pixels; choose a smaller one",
                        path.string(), figure.size.width(), figure.size.height()));
    }
    return image;
}

QImage colour_image(const std::filesystem::path& path, const Figure& figure) {
    QImage image = empty_image(path, figure, QImage::Format_RGB32);
    QPainter painter(&image);
    paint(painter, figure);
    return image;
}

/// Copied, not painted: a painter would round the greys.
void put_exact_cells(QImage& image, const MatrixFigure& figure, const MatrixLayout& layout) {
    const QImage cells = exact_grey16(
        picture::draw_window_exact(*figure.cells, layout.view, figure.legend.scale, figure.fold));
    const QRect seen = layout.matrix.intersected(image.rect());
    constexpr qsizetype bytes_a_pixel = 2;
    for (int y = seen.top(); y <= seen.bottom(); ++y) {
        std::memcpy(image.scanLine(y) + bytes_a_pixel * seen.left(),
                    cells.constScanLine(y - layout.matrix.top()) +
                        bytes_a_pixel * (seen.left() - layout.matrix.left()),
                    static_cast<std::size_t>(bytes_a_pixel * seen.width()));
    }
}

QImage grey_image(const std::filesystem::path& path, const Figure& figure, const MatrixFigure& matrix) {
    const MatrixLayout layout = lay_out(matrix, room_below_title(figure));
    QImage image = empty_image(path, figure, QImage::Format_RGB32);
    {
        QPainter painter(&image);
        paint_below_cells(painter, figure, matrix, layout);
    }
    image.convertTo(QImage::Format_Grayscale16);
    put_exact_cells(image, matrix, layout);
    QPainter painter(&image);
    paint_on_cells(painter, matrix, layout);
    return image;
}

void write_whole(const std::filesystem::path& path, const QByteArray& bytes) {
    OutputFile file(path);
    file.write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    file.commit();
}

}  // namespace

void write_png(const std::filesystem::path& path, const Figure& figure) {
    const auto* const matrix = std::get_if<MatrixFigure>(&figure.content);
    const bool grey = matrix != nullptr && matrix->legend.palette == picture::Palette::grey;
    QImage image = grey ? grey_image(path, figure, *matrix) : colour_image(path, figure);
    image.setText(QStringLiteral("Title"), figure.title);
    image.setText(QStringLiteral("Description"), description_of(figure));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(image)) {
        throw FileError(fmt::format("{}: the picture cannot be written: {}", path.string(),
                                    writer.errorString().toStdString()));
    }
    write_whole(path, bytes);
}

void write_svg(const std::filesystem::path& path, const Figure& figure) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    constexpr int pixels_an_inch = 96;  // those of CSS
    generator.setResolution(pixels_an_inch);
    generator.setSize(figure.size);
    generator.setViewBox(QRect({0, 0}, figure.size));
    // It writes both as they are.
    generator.setTitle(figure.title.toHtmlEscaped());
    generator.setDescription(description_of(figure).toHtmlEscaped());
    QPainter painter(&generator);
    paint(painter, figure, max_svg_rectangles);
    painter.end();
    // Names come from files, and XML allows no control characters.
    constexpr char first_printable = ' ';
    for (char& letter : bytes) {
        const bool is_control = letter >= 0 && letter < first_printable;
        if (is_control && letter != '\t' && letter != '\n' && letter != '\r') letter = '?';
    }
    write_whole(path, bytes);
}

std::vector<std::string_view> suffixes_of(bool pictures, bool numbers) {
    std::vector<std::string_view> suffixes;
    for (const FileFormat& format : file_formats) {
        if (format.numbers ? numbers : pictures) suffixes.push_back(format.suffix);
    }
    return suffixes;
}

const FileFormat& format_of(const std::filesystem::path& path) {
    for (const FileFormat& format : file_formats) {
        if (path.extension() == format.suffix) return format;
    }
    throw UsageError(fmt::format("{}: give a name that ends with {}", path.string(),
                                 listed(suffixes_of(true, true), "or")));
}

void write_view(const std::filesystem::path& path, const Figure& figure) {
    const FileFormat& format = format_of(path);
    if (!format.numbers) return format.write_picture(path, figure);
    PartialFile file(path);
    std::ofstream out(partial_path(path), std::ios::binary);
    figure.numbers(out, *format.numbers);
    out.close();
    if (!out) {
        throw FileError(fmt::format(
            "{}: it cannot be written to its end; free some space, or choose another place", path.string()));
    }
    file.publish();
}

}  // namespace fabricmap::viewer
