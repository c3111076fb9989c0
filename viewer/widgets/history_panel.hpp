// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/session.hpp"
#include "viewer/widgets/curve_plot.hpp"

namespace fabricmap::viewer {

/// What the selected sender sends and the selected receiver receives over the runs that are open, in times of
/// what is expected. It looks at them once somebody looks at it.
class HistoryPanel : public CurvePlot {
    Q_OBJECT

  public:
    explicit HistoryPanel(Session& session, QWidget* parent = nullptr);

    /// Whether it is in front: a panel behind others is visible to Qt.
    void set_seen(bool seen);

  private:
    void look();
    void show_history();

    Session& session_;
    bool is_seen_ = false;
};

}  // namespace fabricmap::viewer
