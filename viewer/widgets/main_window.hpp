// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/session.hpp"
#include "viewer/widgets/message_bar.hpp"
#include "viewer/widgets/views.hpp"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>

namespace fabricmap::viewer {

class CellsPanel;
class FindingsPanel;

/// The window: views in the middle, panels around them, what goes on at the bottom.
class MainWindow : public QMainWindow {
    Q_OBJECT

  public:
    /// `remembers`: takes its size and what was looked at from the last time, and leaves its own for the
    /// next.
    explicit MainWindow(bool remembers);

    void open(const QStringList& sources);
    /// Opens what was open when the last window was closed, where that is still there.
    void restore_last();
    /// Follows runs that are still measured.
    void watch();
    [[nodiscard]] Session& session() noexcept { return session_; }
    [[nodiscard]] Views& views() noexcept { return *views_; }
    [[nodiscard]] MessageBar& messages() noexcept { return *messages_; }

  protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void add_panels();
    QDockWidget* add_panel(const QString& title, const QString& name, QWidget* panel,
                           Qt::DockWidgetArea area);
    void add_status();
    void add_menus();
    void add_file_menu();
    void add_view_menu();
    void add_go_menu();
    void add_findings_menu();
    void add_help_menu();
    void fill_recent();

    void ask_for_files(bool beside);
    void ask_for_pair();
    void ask_for_export();
    void copy_value();
    void step_length(int by);
    void show_busy(const QString& words, double share);
    void tell(const QString& words);
    void show_title();
    void show_keys();
    void show_about();

    bool remembers_;
    Session session_;
    Views* views_;
    MessageBar* messages_;
    CellsPanel* cells_ = nullptr;
    FindingsPanel* findings_ = nullptr;
    QLabel* told_;
    QLabel* doing_;
    QProgressBar* progress_;
    QMenu* panels_menu_ = nullptr;
    QMenu* recent_menu_ = nullptr;
    QAction* watch_ = nullptr;
};

}  // namespace fabricmap::viewer
