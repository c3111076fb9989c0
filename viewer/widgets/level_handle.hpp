// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractSlider>
#include <cstdint>

namespace fabricmap::viewer {

/// One end of a scale on a histogram: a line across it with a grip below, on the line's outer side, so that
/// two ends at one place can both be taken hold of. Its value is a share of the histogram, in thousandths.
class LevelHandle : public QAbstractSlider {
    Q_OBJECT

  public:
    enum class End : std::uint8_t { lightest, darkest };

    static constexpr int whole = 1000;
    static constexpr int grip_width = 12;
    static constexpr int grip_height = 14;

    LevelHandle(End end, QWidget* parent);

    /// Stands at that place of the parent, from its top down to `bottom`.
    void place(int x, int bottom);

  signals:
    /// Where the user drags it to, in the parent's pixels.
    void dragged(double x);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

  private:
    [[nodiscard]] double line_x() const;

    End end_;
    double gripped_beside_ = 0;
};

}  // namespace fabricmap::viewer
