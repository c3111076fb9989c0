// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/reading/curves.hpp"

#include <QAbstractSlider>
#include <QRect>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::viewer {

/// A slider over message lengths; its value is the index of one of them. Triangles above it mark protocol
/// breaks; below it lies a window of lengths between two handles. Keys: as any slider; Shift+Left and
/// Shift+Right move the window's first length, Shift+Up and Shift+Down its last one.
class LengthTrack : public QAbstractSlider {
    Q_OBJECT

  public:
    explicit LengthTrack(QWidget* parent = nullptr);

    /// In bytes, ascending. The window spans all of them; the same lengths once more change nothing.
    void set_lengths(std::vector<std::int64_t> lengths_bytes);
    [[nodiscard]] const std::vector<std::int64_t>& lengths() const noexcept { return lengths_; }
    /// What is shown of each of them, which may be a sum over all.
    void set_content(Content content);
    void set_breaks(std::vector<ProtocolBreak> breaks);
    /// Indices of its first and last length; kept within the lengths and in order.
    void set_window(int first, int last);
    [[nodiscard]] int window_first() const noexcept { return window_first_; }
    [[nodiscard]] int window_last() const noexcept { return window_last_; }

    /// "4K bytes, 13 of 24", "all lengths"; empty without lengths.
    [[nodiscard]] QString text_of(int index) const;
    /// Where the index lies across the widget, in logical pixels.
    [[nodiscard]] int x_of(double index) const;
    /// The bands in which the slider and the window are taken hold of.
    [[nodiscard]] QRect slider_band() const;
    [[nodiscard]] QRect window_band() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    void window_changed(int first, int last);

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void sliderChange(SliderChange change) override;

  private:
    enum class Grip : std::uint8_t { none, slider, window_first, window_last, whole_window };

    [[nodiscard]] int last_index() const noexcept { return static_cast<int>(lengths_.size()) - 1; }
    [[nodiscard]] int index_at(double x) const;
    [[nodiscard]] double index_of(const ProtocolBreak& found) const;
    [[nodiscard]] Grip grip_at(const QPoint& place) const;
    [[nodiscard]] QString size_text(int index) const;
    [[nodiscard]] QString tip_at(const QPoint& place) const;
    [[nodiscard]] QString window_text() const;
    void paint_labels(QPainter& painter) const;
    void paint_breaks(QPainter& painter) const;
    void paint_window(QPainter& painter) const;
    void paint_slider(QPainter& painter) const;
    void describe();

    std::vector<std::int64_t> lengths_;
    std::vector<ProtocolBreak> breaks_;
    Content content_ = Content::delay;
    int window_first_ = 0;
    int window_last_ = 0;
    Grip grip_ = Grip::none;
    int gripped_index_ = 0;
};

}  // namespace fabricmap::viewer
