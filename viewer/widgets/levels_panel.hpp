// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/reader.hpp"
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
    LevelsPanel(Selection& selection, const Reader& reader, QWidget* parent = nullptr);

  private:
    void lay_out();
    void show_levels();
    void take_levels();

    Selection& selection_;
    const Reader& reader_;
    QComboBox* normalisation_;
    QComboBox* scale_;
    QCheckBox* robust_;
    QDoubleSpinBox* tail_;
    LevelsHistogram* histogram_;
};

}  // namespace fabricmap::viewer
