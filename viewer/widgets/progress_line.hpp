// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/worker.hpp"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>
#include <vector>

namespace fabricmap::viewer {

/// One line for all that goes on: the first of the workers that has something to do, and a button that ends
/// it.
class ProgressLine : public QWidget {
    Q_OBJECT

  public:
    explicit ProgressLine(QWidget* parent = nullptr);

    /// Those that come first are told first. They outlive the line.
    void follow(Worker& worker);
    /// Empty where nothing goes on.
    [[nodiscard]] QString words() const { return words_->text(); }
    [[nodiscard]] QToolButton& cancel() const noexcept { return *cancel_; }

  signals:
    void words_changed(const QString& words);

  private:
    struct Followed {
        Worker* worker;
        QString words;
        double fraction;
    };
    void show_first();

    std::vector<Followed> followed_;
    Worker* shown_ = nullptr;
    QLabel* words_;
    QProgressBar* bar_;
    QToolButton* cancel_;
};

}  // namespace fabricmap::viewer
