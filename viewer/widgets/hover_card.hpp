// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/pair_facts.hpp"

#include <QLabel>
#include <QTimer>
#include <optional>

namespace fabricmap::viewer {

/// What is known of the pair under the cursor, beside it, once the cursor rests. It is worked out in a thread
/// of its own.
class HoverCard : public QLabel {
    Q_OBJECT

  public:
    /// `parent` is what it lies in.
    explicit HoverCard(QWidget* parent);

    /// The cursor is on that pair, at a place of the parent.
    void point(PointedPair pair, const QPoint& place);
    /// It has left.
    void leave();

  private:
    void look_up();
    void show_text(const QString& text);

    std::optional<PointedPair> pair_;
    QPoint place_;
    QTimer rest_;
    Lane lane_;  ///< last, so that it ends before what it hands its results to
};

}  // namespace fabricmap::viewer
