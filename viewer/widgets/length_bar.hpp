// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/widgets/length_track.hpp"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <cstdint>
#include <vector>

namespace fabricmap::viewer {

/// The message lengths: a slider with a window (see LengthTrack), the present length in words, and a button
/// that plays through them, from the last one on to the first. Space plays and pauses.
class LengthBar : public QWidget {
    Q_OBJECT

  public:
    explicit LengthBar(QWidget* parent = nullptr);

    /// In bytes, ascending. The same lengths once more change nothing.
    void set_lengths(std::vector<std::int64_t> lengths_bytes);
    /// What is shown of each of them, which may be a sum over all.
    void set_content(Content content);
    [[nodiscard]] LengthTrack& track() const noexcept { return *track_; }

    void set_playing(bool wanted);
    void toggle_play() { set_playing(!is_playing()); }
    [[nodiscard]] bool is_playing() const { return timer_.isActive(); }
    /// How long each length is shown.
    void set_interval_s(double interval_s);
    [[nodiscard]] double interval_s() const { return interval_->value(); }

  signals:
    void index_changed(int index);
    void window_changed(int first, int last);
    void playing_changed(bool playing);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void lay_out();
    void make_room();
    void show_index();
    void step();

    QToolButton* play_;
    QDoubleSpinBox* interval_;
    LengthTrack* track_;
    QLabel* words_;
    QTimer timer_;
};

}  // namespace fabricmap::viewer
