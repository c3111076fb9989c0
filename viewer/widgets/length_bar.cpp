// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/length_bar.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QStyle>
#include <algorithm>
#include <utility>

namespace fabricmap::viewer {

LengthBar::LengthBar(QWidget* parent)
    : QWidget(parent),
      play_(new QToolButton(this)),
      interval_(new QDoubleSpinBox(this)),
      track_(new LengthTrack(this)),
      words_(new QLabel(this)) {
    lay_out();
    connect(play_, &QToolButton::clicked, this, &LengthBar::toggle_play);
    connect(interval_, &QDoubleSpinBox::valueChanged, this, &LengthBar::set_interval_s);
    connect(track_, &LengthTrack::valueChanged, this, [this](int index) {
        show_index();
        emit index_changed(index);
    });
    connect(track_, &LengthTrack::window_changed, this, &LengthBar::window_changed);
    connect(&timer_, &QTimer::timeout, this, &LengthBar::step);
    constexpr double default_interval_s = 0.5;
    set_interval_s(default_interval_s);
    set_playing(false);
    show_index();
}

void LengthBar::lay_out() {
    constexpr double shortest_interval_s = 0.1;
    constexpr double longest_interval_s = 10;
    interval_->setRange(shortest_interval_s, longest_interval_s);
    interval_->setSingleStep(shortest_interval_s);
    interval_->setDecimals(1);
    interval_->setSuffix(tr(" s"));
    interval_->setAccessibleName(tr("Seconds for each length"));
    interval_->setToolTip(tr("How long each length is shown while playing"));
    words_->setAccessibleName(tr("Current message length"));
    setAccessibleName(tr("Message lengths"));
    setFocusProxy(track_);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(2, 0, 2, 0);
    row->addWidget(play_);
    row->addWidget(interval_);
    row->addWidget(track_, 1);
    row->addWidget(words_);
}

void LengthBar::set_lengths(std::vector<std::int64_t> lengths_bytes) {
    if (lengths_bytes == track_->lengths()) return;
    set_playing(false);
    track_->set_lengths(std::move(lengths_bytes));
    const bool several = track_->lengths().size() > 1;
    for (QWidget* const of_several :
         {static_cast<QWidget*>(play_), static_cast<QWidget*>(interval_), static_cast<QWidget*>(track_)})
        of_several->setVisible(several);
    make_room();
    show_index();
}

void LengthBar::set_content(Content content) {
    track_->set_content(content);
    make_room();
    show_index();
}

void LengthBar::make_room() {
    // As wide as the longest words: the slider shall not move while it plays.
    int widest = 0;
    for (int k = 0; k < static_cast<int>(track_->lengths().size()); ++k) {
        widest = std::max(widest, words_->fontMetrics().horizontalAdvance(track_->text_of(k)));
    }
    words_->setMinimumWidth(widest);
}

void LengthBar::set_playing(bool wanted) {
    const bool before = is_playing();
    if (wanted && track_->lengths().size() > 1) {
        timer_.start();
    } else {
        timer_.stop();
    }
    const bool playing = is_playing();
    play_->setIcon(style()->standardIcon(playing ? QStyle::SP_MediaPause : QStyle::SP_MediaPlay));
    play_->setAccessibleName(playing ? tr("Pause") : tr("Play through the lengths"));
    play_->setToolTip(playing ? tr("Pause (Space)") : tr("Play through the lengths (Space)"));
    if (playing != before) emit playing_changed(playing);
}

void LengthBar::set_interval_s(double interval_s) {
    constexpr int ms = 1000;
    interval_->setValue(interval_s);
    timer_.setInterval(qRound(interval_->value() * ms));
}

void LengthBar::step() {
    track_->setValue(track_->value() == track_->maximum() ? track_->minimum() : track_->value() + 1);
}

void LengthBar::show_index() {
    words_->setText(track_->text_of(track_->value()));
}

void LengthBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space) {
        toggle_play();
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace fabricmap::viewer

#include "moc_length_bar.cpp"
