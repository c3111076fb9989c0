// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "viewer/models/lane.hpp"
#include "viewer/models/worker.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <QTimer>
#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace fabricmap {
class Progress;
}

namespace fabricmap::viewer {

/// With the baseline, or alone where they do not belong together.
[[nodiscard]] diagnosis::Diagnosis diagnosed(const Opened& run, const std::optional<Opened>& baseline,
                                             Progress& progress);

/// Looks for faults, thresholds and topology in one run after the other, and keeps what was found in the
/// last.
class DiagnosisJob : public Worker {
    Q_OBJECT

  public:
    explicit DiagnosisJob(QObject* parent = nullptr);

    /// Then finished(), or failed(). Another run that is diagnosed is given up. `baseline`: what is compared
    /// with, where both can be compared.
    void start(const Opened& run, const std::optional<Opened>& baseline = {});
    /// Then given_up(); the run is diagnosed no more without being asked.
    void cancel() override;
    [[nodiscard]] bool is_unwanted(const Opened& run) const { return unwanted_source_ == run.source; }
    [[nodiscard]] bool is_busy() const noexcept { return lane_.is_busy(); }
    /// Null where the run was not diagnosed, or another since.
    [[nodiscard]] std::shared_ptr<const diagnosis::Diagnosis> of(const Opened& run) const;

    /// Whether the diagnosis is of these very values: a run that grows is opened anew.
    [[nodiscard]] bool is_newest_of(const Opened& run) const noexcept { return diagnosed_run_ == run.run; }

  signals:
    void finished();
    void given_up();

  private:
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
    std::string diagnosed_source_;
    std::shared_ptr<const Run> diagnosed_run_;
    std::string diagnosing_source_;
    std::string unwanted_source_;
    std::shared_ptr<std::atomic<int>> percent_;
    QTimer progress_timer_;
    Lane lane_;  ///< last, so that it ends before what it hands its results to
};

}  // namespace fabricmap::viewer
