// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

namespace fabricmap::viewer {

/// The colours of everything but the values, from the desktop's own.
struct Theme {
    QColor background;
    QColor text;
    QColor quiet;   ///< lesser words
    QColor line;    ///< ticks and grids
    QColor accent;  ///< what is chosen

    [[nodiscard]] static Theme of(const QPalette& palette);
    [[nodiscard]] bool is_dark() const { return background.lightness() < text.lightness(); }
};

/// The same font for lesser words.
[[nodiscard]] QFont smaller(const QFont& font);

}  // namespace fabricmap::viewer
