// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLabel>

namespace fabricmap::viewer {

/// A sentence across the window that stays until it is closed: what could not be done, and the remedy.
class MessageBar : public QFrame {
    Q_OBJECT

  public:
    explicit MessageBar(QWidget* parent = nullptr);
    void show_message(const QString& words);
    [[nodiscard]] QString words() const { return words_->text(); }

  private:
    QLabel* words_;
};

}  // namespace fabricmap::viewer
