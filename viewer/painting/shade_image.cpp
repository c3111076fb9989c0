// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/shade_image.hpp"

#include <QList>
#include <algorithm>
#include <cstddef>

namespace fabricmap::viewer {
QImage shade_image(const picture::ShadePicture& shades, picture::Palette palette) {
    if (shades.width <= 0 || shades.height <= 0) return {};
    QImage image(shades.width, shades.height, QImage::Format_Indexed8);
    QList<QRgb> colours;
    colours.reserve(256);
    for (const picture::Colour& colour : picture::colours_of(palette)) {
        colours.append(qRgb(colour.red, colour.green, colour.blue));
    }
    image.setColorTable(colours);
    const auto width = static_cast<std::size_t>(shades.width);
    for (int y = 0; y < shades.height; ++y) {
        const auto line = shades.pixels.begin() + static_cast<std::ptrdiff_t>(width) * y;
        std::copy_n(line, width, image.scanLine(y));
    }
    return image;
}

}  // namespace fabricmap::viewer
