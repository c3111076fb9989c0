// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/session.hpp"
#include "viewer/widgets/levels_histogram.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QWidget>

namespace fabricmap::viewer {

/// From where to where the shades reach: what they are taken from, linear or logarithmic, with or without
/// stragglers, or by hand on a histogram of the values.
class LevelsPanel : public QWidget {
    Q_OBJECT

  public:
    explicit LevelsPanel(Session& session, QWidget* parent = nullptr);

  private:
    void lay_out();
    void show_levels();
    void take_levels();

    Session& session_;
    QComboBox* normalisation_;
    QComboBox* scale_;
    QCheckBox* robust_;
    QDoubleSpinBox* tail_;
    LevelsHistogram* histogram_;
};

}  // namespace fabricmap::viewer
