// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/lane.hpp"
#include "viewer/models/look.hpp"
#include "viewer/models/worker.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <QStringList>
#include <QTimer>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// The runs that are open, and whether their files are watched.
class Document : public Worker {
    Q_OBJECT

  public:
    explicit Document(QObject* parent = nullptr);

    /// Reads the headers of the sources (see open_shared); then read(), or failed() and all as before. `look`
    /// is how they are to be shown.
    void open(const QStringList& sources, const std::optional<Look>& look = {});
    void cancel() override;
    /// These are open from now on: something of them can be shown.
    void set_runs(std::vector<Opened> runs);
    [[nodiscard]] const std::vector<Opened>& runs() const noexcept { return runs_; }
    [[nodiscard]] bool is_open() const noexcept { return !runs_.empty(); }
    [[nodiscard]] QStringList sources() const;

    /// Reads again whenever the files have grown.
    void watch(bool wanted);
    [[nodiscard]] bool is_watching() const { return timer_.isActive(); }

  signals:
    void read(const std::vector<Opened>& runs, const std::optional<Look>& look);
    /// Other sources than before are open.
    void opened();

  private:
    void fail_to_open(const QString& words);
    void look_at_files();

    std::vector<Opened> runs_;
    QStringList wanted_;  ///< opened, or to be once there is something in it
    QString message_while_watching_;
    std::string stamp_;  ///< of those files, before they were read
    QTimer timer_;
    // Last, so that they end before what they hand their results to.
    Lane open_lane_;
    Lane watch_lane_;
};

/// As the user named them.
[[nodiscard]] QStringList sources_of(const std::vector<Opened>& runs);

}  // namespace fabricmap::viewer
