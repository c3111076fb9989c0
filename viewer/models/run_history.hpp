// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/diagnosis_job.hpp"
#include "viewer/models/document.hpp"
#include "viewer/reading/curves.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// How many times as long as expected a host sends and receives; NaN where that is unknown.
struct HostFactors {
    double sends = 0;
    double receives = 0;
};

/// What a run says of its hosts.
struct RunFactors {
    std::string started;  ///< as the run has it; may be empty
    std::string name;     ///< of its file
    std::map<std::string, HostFactors> hosts;
};

/// How hosts stood in each of the runs that are open. Each is diagnosed once.
class RunHistory : public Worker {
    Q_OBJECT

  public:
    /// The others outlive it.
    RunHistory(const Document& document, const DiagnosisJob& job, QObject* parent = nullptr);

    /// Looks at the runs that it does not know yet, one after the other.
    void look();
    /// Then no other run is looked at before look().
    void cancel() override;
    /// Those that are known.
    [[nodiscard]] std::vector<RunFactors> runs() const;

  signals:
    void changed();

  private:
    const Document& document_;
    const DiagnosisJob& job_;
    std::map<std::shared_ptr<const Run>, RunFactors> known_;
    Lane lane_;  ///< last, so that it ends before what it hands its results to
};

/// So many runs make a history.
inline constexpr std::size_t min_runs_of_history = 3;

/// What the one host sent and the other received, in times of what is expected, beside the quartiles of all
/// hosts; over the runs, the oldest first, instead of lengths. No curves where there are too few runs.
[[nodiscard]] CurveSet history_curves(std::vector<RunFactors> runs, const std::string& sender,
                                      const std::string& receiver);

}  // namespace fabricmap::viewer
