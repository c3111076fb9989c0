// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "picture/scaling.hpp"
#include "picture/shades.hpp"
#include "viewer/reading/levels.hpp"
#include "viewer/widgets/level_handle.hpp"

#include <QRect>
#include <QWidget>
#include <optional>

namespace fabricmap::viewer {

/// How many values there are of each size, with two handles for the lightest and the darkest level. Tab goes
/// from one handle to the other, the arrow keys, Home and End move it.
class LevelsHistogram : public QWidget {
    Q_OBJECT

  public:
    explicit LevelsHistogram(QWidget* parent = nullptr);

    /// Without counts there is nothing to set.
    void set_bins(Bins bins, Quantity quantity);
    /// May reach beyond the bins; the handles then stand at their ends.
    void set_levels(const picture::ValueRange& levels);
    [[nodiscard]] const picture::ValueRange& levels() const noexcept { return levels_; }
    /// How the strip below the histogram shows the levels.
    void set_shades(picture::Palette palette);

    [[nodiscard]] LevelHandle& lightest() const noexcept { return *lightest_; }
    [[nodiscard]] LevelHandle& darkest() const noexcept { return *darkest_; }
    /// Where the value lies across the widget, in logical pixels; at the edge where it is beyond the bins.
    [[nodiscard]] double x_of(double value) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    /// By the user.
    void levels_changed(const picture::ValueRange& levels);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    [[nodiscard]] QRect bars() const;
    [[nodiscard]] QRect strip() const;
    [[nodiscard]] double value_at(double fraction) const;
    void take(LevelHandle::End end, int thousandths);
    void show_levels();
    void place_handles();
    void paint_bars(QPainter& painter) const;
    void paint_strip(QPainter& painter) const;
    void paint_text(QPainter& painter) const;

    Bins bins_;
    std::optional<picture::GreyScale> axis_;  ///< from the first bin to the last
    Quantity quantity_ = Quantity::delay;
    picture::ValueRange levels_;
    picture::Palette palette_ = picture::Palette::grey;
    LevelHandle* lightest_;
    LevelHandle* darkest_;
};

}  // namespace fabricmap::viewer
