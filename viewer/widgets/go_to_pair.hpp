// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/selection.hpp"

#include <QDialog>
#include <QLabel>
#include <QSpinBox>

namespace fabricmap::viewer {

/// Asks for a sender and a receiver by number; their names stand beside.
class GoToPair : public QDialog {
    Q_OBJECT

  public:
    GoToPair(const Selection& selection, QWidget* parent);
    [[nodiscard]] Pair pair() const { return {sender_->value(), receiver_->value()}; }

  private:
    void show_names();

    const Selection& selection_;
    QSpinBox* sender_;
    QSpinBox* receiver_;
    QLabel* sender_name_;
    QLabel* receiver_name_;
};

}  // namespace fabricmap::viewer
