// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/progress_line.hpp"

#include <QHBoxLayout>
#include <algorithm>

namespace fabricmap::viewer {

ProgressLine::ProgressLine(QWidget* parent)
    : QWidget(parent),
      words_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      cancel_(new QToolButton(this)) {
    bar_->setAccessibleName(tr("Progress"));
    constexpr int width = 120;
    bar_->setFixedWidth(width);
    bar_->setMaximumHeight(fontMetrics().height());
    bar_->setRange(0, 100);
    cancel_->setText(tr("Cancel"));
    cancel_->setAutoRaise(true);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(words_);
    row->addWidget(bar_);
    row->addWidget(cancel_);
    connect(cancel_, &QToolButton::clicked, this, [this] {
        if (shown_ != nullptr) shown_->cancel();
    });
    show_first();
}

void ProgressLine::follow(Worker& worker) {
    followed_.push_back({&worker, {}, 0});
    connect(&worker, &Worker::busy, this, [this, &worker](const QString& words, double fraction) {
        const auto found = std::find_if(followed_.begin(), followed_.end(),
                                        [&](const Followed& one) { return one.worker == &worker; });
        *found = {&worker, words, fraction};
        show_first();
    });
}

void ProgressLine::show_first() {
    const auto first = std::find_if(followed_.begin(), followed_.end(),
                                    [](const Followed& one) { return !one.words.isEmpty(); });
    shown_ = first == followed_.end() ? nullptr : first->worker;
    setVisible(shown_ != nullptr);
    const QString words = shown_ == nullptr ? QString() : first->words;
    if (words != words_->text()) {
        words_->setText(words);
        emit words_changed(words);
    }
    if (shown_ == nullptr) return;
    bar_->setValue(static_cast<int>(first->fraction * 100));
    bar_->setVisible(first->fraction > 0);
    cancel_->setAccessibleName(tr("Cancel: %1").arg(first->words));
}

}  // namespace fabricmap::viewer

#include "moc_progress_line.cpp"
