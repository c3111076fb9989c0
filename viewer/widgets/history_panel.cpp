// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/history_panel.hpp"

namespace fabricmap::viewer {

HistoryPanel::HistoryPanel(Session& session, QWidget* parent) : CurvePlot(parent), session_(session) {
    setAccessibleName(tr("Hosts over the runs"));
    setToolTip(tr("Up and Down choose a curve, Left and Right a run."));
    set_hint(tr("Open three runs or more of one machine: how the hosts of the selected pair were in each."));
    connect(&session_.history, &RunHistory::changed, this, &HistoryPanel::show_history);
    connect(&session_.selection, &Selection::selection_changed, this, &HistoryPanel::show_history);
    connect(&session_.document, &Document::opened, this, &HistoryPanel::look);
    // Two at once would take twice the memory.
    connect(&session_.diagnosis, &DiagnosisJob::finished, this, &HistoryPanel::look);
}

void HistoryPanel::set_seen(bool seen) {
    is_seen_ = seen;
    look();
}

void HistoryPanel::look() {
    if (!is_seen_ || session_.diagnosis.is_busy()) return;
    session_.history.look();
    show_history();
}

void HistoryPanel::show_history() {
    if (session_.selection.endpoint_count() == 0) return;
    const auto host_of = [&](std::int64_t endpoint) {
        return session_.selection.displayed().names.at(static_cast<std::size_t>(endpoint)).host;
    };
    const Pair& pair = session_.selection.selected();
    set_curves(history_curves(session_.history.runs(), host_of(pair.sender), host_of(pair.receiver)));
}

}  // namespace fabricmap::viewer

#include "moc_history_panel.cpp"
