// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/session.hpp"
#include "viewer/widgets/findings_panel.hpp"
#include "viewer/widgets/machine_view.hpp"
#include "viewer/widgets/views.hpp"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QStringList>

namespace fabricmap::viewer {

/// What can be done in the window, by menu and by key.
class MainMenu : public QObject {
    Q_OBJECT

  public:
    /// The window has all its panels.
    MainMenu(QMainWindow& window, Session& session, Views& views, MachineView& machine,
             FindingsPanel& findings);

    /// Lists the files opened lately.
    void fill_recent();
    /// Follows runs that are still measured, or no more.
    void watch() { watch_->trigger(); }

  signals:
    void open_wanted(const QStringList& sources);
    void status_changed(const QString& text);
    void failed(const QString& words);
    /// Panels where they are at first.
    void arrangement_wanted();

  private:
    void add_file_menu();
    void add_view_menu();
    void add_go_menu();
    void add_findings_menu();
    void add_help_menu();
    void ask_for_files(bool beside);
    void ask_for_pair();
    void ask_for_export();
    void copy_value();
    void step_length(int by);
    void show_keys();
    void show_about();

    QMainWindow& window_;
    Session& session_;
    Views& views_;
    MachineView& machine_;
    FindingsPanel& findings_;
    QMenu* recent_menu_ = nullptr;
    QAction* watch_ = nullptr;
};

}  // namespace fabricmap::viewer
