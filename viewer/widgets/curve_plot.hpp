// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/curve_chart.hpp"
#include "viewer/reading/curves.hpp"

#include <QWidget>
#include <cstddef>
#include <optional>

namespace fabricmap::viewer {

/// Delays of pairs against message length. The pointer tells the nearest value in words; a click or the keys
/// Left, Right, Home and End pick a length, Up and Down the curve whose values are told.
class CurvePlot : public QWidget {
    Q_OBJECT

  public:
    explicit CurvePlot(QWidget* parent = nullptr);

    void set_curves(CurveSet set);
    [[nodiscard]] const CurveSet& curves() const noexcept { return set_; }
    /// What stands there while there are no curves.
    void set_hint(const QString& hint);
    /// Marks the length of that index, also in curves that come later; picks nothing.
    void set_current(int index);
    /// Nothing where the curves have no such length.
    [[nodiscard]] std::optional<int> current() const;

    /// What is said of a value: "4K bytes, rank 3 on node01 → rank 7 on node02: 12.4 µs, from 11 µs to 15
    /// µs".
    [[nodiscard]] QString text_of(std::size_t curve, int index) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    void status_changed(const QString& text);
    void length_picked(int index);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    struct Pointed {
        std::size_t curve;
        int index;
        friend bool operator==(const Pointed&, const Pointed&) = default;
    };

    [[nodiscard]] picture::ChartLayout layout() const;
    [[nodiscard]] std::optional<Pointed> value_near(const QPointF& pixel) const;
    [[nodiscard]] std::optional<double> value_of(const Pointed& pointed) const;
    void pick(int index);
    void show_value(const Pointed& pointed);
    void describe();

    CurveSet set_;
    QString hint_;
    int wanted_ = -1;
    std::size_t shown_curve_ = 0;
    std::optional<Pointed> pointed_;
};

}  // namespace fabricmap::viewer
