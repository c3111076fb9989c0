// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/theme.hpp"

namespace fabricmap::viewer {
namespace {

QColor mixed(const QColor& a, const QColor& b, double fraction_of) {
    const auto part = [fraction_of](int x, int y) { return qRound(fraction_of * x + (1 - fraction_of) * y); };
    return {part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue())};
}

}  // namespace

Theme Theme::of(const QPalette& palette) {
    const QColor background = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    return {background, text, mixed(text, background, 0.7), mixed(text, background, 0.45),
            palette.color(QPalette::Highlight)};
}

QFont smaller(const QFont& font) {
    constexpr double fraction = 0.9;
    QFont result = font;
    if (font.pixelSize() > 0) {
        result.setPixelSize(qMax(1, qRound(font.pixelSize() * fraction)));
    } else {
        result.setPointSizeF(font.pointSizeF() * fraction);
    }
    return result;
}

}  // namespace fabricmap::viewer
