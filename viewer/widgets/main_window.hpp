// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/session.hpp"
#include "viewer/widgets/machine_view.hpp"
#include "viewer/widgets/message_bar.hpp"
#include "viewer/widgets/views.hpp"

#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QTabWidget>
#include <optional>

namespace fabricmap::viewer {

class ChoiceBar;
class FindingsPanel;
class MainMenu;
class ProgressLine;

/// The window: the map and the machine in the middle, one behind the other, panels around them, what goes on
/// at the bottom.
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
    /// Puts the panels where they are at first.
    void arrange_panels();
    [[nodiscard]] Session& session() noexcept { return session_; }
    [[nodiscard]] Views& views() noexcept { return *views_; }
    [[nodiscard]] MachineView& machine() noexcept { return *machine_; }
    /// Brings the map to the front.
    void show_map();
    [[nodiscard]] MessageBar& messages() noexcept { return *messages_; }

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void add_middle();
    void add_panels();
    void add_panel(const QString& title, const QString& name, QWidget* panel);
    void add_status();
    void show_status(const QString& words);
    void show_title();
    void show_seen_before();
    void show_machine();
    void select_finding(std::size_t finding);

    bool remembers_;
    std::optional<CellArea> seen_before_;  ///< in the last window; until there is something to be seen
    Session session_;
    Views* views_;
    MachineView* machine_;
    QTabWidget* tabs_;               ///< the two of them
    bool turns_to_machine_ = false;  ///< once faults are found; not where a part of the map was looked at
    MessageBar* messages_;
    ChoiceBar* choices_ = nullptr;
    FindingsPanel* findings_ = nullptr;
    QList<QDockWidget*> panels_;
    QLabel* status_;
    ProgressLine* progress_;
    MainMenu* menu_ = nullptr;
};

}  // namespace fabricmap::viewer
