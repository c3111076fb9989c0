// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/diagnosis_job.hpp"

#include "base/errors.hpp"
#include "diagnosis/stages/diagnose.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr auto diagnosis_progress_every = std::chrono::milliseconds(100);

}  // namespace

diagnosis::Diagnosis diagnosed(const Opened& run, const std::optional<Opened>& baseline, Progress& progress) {
    diagnosis::Request request;
    request.runs.push_back(*run.run);
    if (baseline) {
        request.baseline.push_back(*baseline->run);
        try {
            return diagnosis::diagnose(request, progress);
        } catch (const UsageError&) {
            request.baseline.clear();
        }
    }
    return diagnosis::diagnose(request, progress);
}

DiagnosisJob::DiagnosisJob(QObject* parent) : Worker(parent), lane_(*this) {
    progress_timer_.setInterval(diagnosis_progress_every);
    connect(&progress_timer_, &QTimer::timeout, this,
            [this] { emit busy(tr("Looking for faults"), *percent_ / 100.0); });
}

void DiagnosisJob::start(const Opened& run, const std::optional<Opened>& baseline) {
    if (lane_.is_busy() && diagnosing_source_ == run.source) return;
    diagnosing_source_ = run.source;
    percent_ = std::make_shared<std::atomic<int>>(0);
    progress_timer_.start();
    emit busy(tr("Looking for faults"), 0);
    lane_.start(
        [run, baseline, percent = percent_](const Stopped& stopped) {
            Progress progress([&](std::size_t done, std::size_t count) {
                if (stopped) throw RunError("the diagnosis was ended");
                *percent = static_cast<int>(100 * done / std::max<std::size_t>(count, 1));
            });
            return std::make_shared<const diagnosis::Diagnosis>(diagnosed(run, baseline, progress));
        },
        [this, run](std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
            progress_timer_.stop();
            diagnosis_ = std::move(diagnosis);
            diagnosed_source_ = run.source;
            diagnosed_run_ = run.run;
            emit busy({}, 1);
            emit finished();
        },
        [this](const QString& words) {
            progress_timer_.stop();
            fail(words);
        });
}

void DiagnosisJob::cancel() {
    if (!lane_.is_busy()) return;
    lane_.stop();
    progress_timer_.stop();
    unwanted_source_ = diagnosing_source_;
    emit busy({}, 1);
    emit given_up();
}

std::shared_ptr<const diagnosis::Diagnosis> DiagnosisJob::of(const Opened& run) const {
    return diagnosis_ && diagnosed_source_ == run.source ? diagnosis_ : nullptr;
}

}  // namespace fabricmap::viewer

#include "moc_diagnosis_job.cpp"
