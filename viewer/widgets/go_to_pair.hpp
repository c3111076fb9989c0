// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/selection.hpp"

#include <QDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <optional>

namespace fabricmap::viewer {

/// Asks for a sender and a receiver, by number or by the name of a host; what is meant stands beside.
class GoToPair : public QDialog {
    Q_OBJECT

  public:
    GoToPair(const Selection& selection, QWidget* parent);
    /// Asked for once it was accepted.
    [[nodiscard]] Pair pair() const;

  private:
    struct End {
        QLineEdit* line = nullptr;
        QLabel* name = nullptr;
    };
    End add_end(QGridLayout& grid, const QString& words, std::int64_t value);
    [[nodiscard]] std::optional<std::int64_t> endpoint_of(const QString& words) const;
    void show_names();

    const Selection& selection_;
    End sender_;
    End receiver_;
    QPushButton* accept_;
};

}  // namespace fabricmap::viewer
