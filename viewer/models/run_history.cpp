// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/run_history.hpp"

#include "base/errors.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr double unknown_factor = std::numeric_limits<double>::quiet_NaN();

RunFactors factors_of(const Opened& run, const diagnosis::Diagnosis& diagnosis) {
    RunFactors factors{run.description().started, std::filesystem::path(run.source).filename().string(), {}};
    const std::vector<diagnosis::HostState> states = diagnosis::host_states(diagnosis);
    for (std::size_t host = 0; host < states.size(); ++host)
        factors.hosts[diagnosis.hosts[host]] = {states[host].send_factor, states[host].receive_factor};
    return factors;
}

/// "2026-11-30 15:04" of a date and time, or the name of the file.
std::string step_of(const RunFactors& run) {
    constexpr std::size_t minutes = 16;
    if (run.started.size() < minutes) return run.name;
    std::string when = run.started.substr(0, minutes);
    std::replace(when.begin(), when.end(), 'T', ' ');
    return when;
}

double factor_of(const RunFactors& run, const std::string& host, double HostFactors::*way) {
    const auto found = run.hosts.find(host);
    return found == run.hosts.end() ? unknown_factor : found->second.*way;
}

void add_quartiles(Curve& curve, const RunFactors& run) {
    std::vector<double> values;
    for (const auto& [host, factors] : run.hosts) {
        for (const double value : {factors.sends, factors.receives}) {
            if (std::isfinite(value)) values.push_back(value);
        }
    }
    const auto quartile = [&](double at) {
        return values.empty() ? unknown_factor : quantile_of(values, at);
    };
    curve.low.push_back(quartile(0.25));
    curve.middle.push_back(quartile(0.5));
    curve.high.push_back(quartile(0.75));
}

}  // namespace

RunHistory::RunHistory(const Document& document, const DiagnosisJob& job, QObject* parent)
    : Worker(parent), document_(document), job_(job), lane_(*this) {}

void RunHistory::look() {
    if (lane_.is_busy() || document_.runs().size() < min_runs_of_history) return;
    const std::vector<Opened>& runs = document_.runs();
    std::erase_if(known_, [&](const auto& known) {
        return std::none_of(runs.begin(), runs.end(),
                            [&](const Opened& run) { return run.run == known.first; });
    });
    const auto next =
        std::find_if(runs.begin(), runs.end(), [&](const Opened& run) { return !known_.contains(run.run); });
    if (next == runs.end()) return emit busy({}, 1);
    emit busy(tr("Looking at run %1 of %2").arg(next - runs.begin() + 1).arg(runs.size()),
              static_cast<double>(next - runs.begin()) / static_cast<double>(runs.size()));
    lane_.start(
        [run = *next, known = job_.of(*next)](const Stopped& stopped) {
            if (known) return factors_of(run, *known);
            Progress progress([&](std::size_t, std::size_t) {
                if (stopped) throw RunError("the diagnosis was ended");
            });
            return factors_of(run, diagnosed(run, {}, progress));
        },
        [this, run = next->run](RunFactors factors) {
            known_[run] = std::move(factors);
            emit changed();
            look();
        },
        [this, run = *next](const QString& words) {
            // It is not asked again.
            known_[run.run] = factors_of(run, {});
            fail(words);
            look();
        });
}

void RunHistory::cancel() {
    lane_.stop();
    emit busy({}, 1);
}

std::vector<RunFactors> RunHistory::runs() const {
    std::vector<RunFactors> runs;
    for (const Opened& run : document_.runs()) {
        const auto found = known_.find(run.run);
        if (found != known_.end()) runs.push_back(found->second);
    }
    return runs;
}

CurveSet history_curves(std::vector<RunFactors> runs, const std::string& sender,
                        const std::string& receiver) {
    CurveSet set;
    set.quantity = Quantity::ratio;
    set.content = Content::expected;
    if (runs.size() < min_runs_of_history) return set;
    std::stable_sort(runs.begin(), runs.end(), [](const RunFactors& one, const RunFactors& other) {
        return one.started < other.started;
    });
    const auto text = [](const QString& words, const std::string& host) {
        return words.arg(QString::fromStdString(host)).toStdString();
    };
    Curve sends{text(RunHistory::tr("%1 sends"), sender), {}, {}, {}};
    Curve receives{text(RunHistory::tr("%1 receives"), receiver), {}, {}, {}};
    Curve all{RunHistory::tr("all hosts, with quartiles").toStdString(), {}, {}, {}};
    for (const RunFactors& run : runs) {
        set.steps.push_back(step_of(run));
        set.lengths.push_back(static_cast<std::int64_t>(set.steps.size()));
        sends.middle.push_back(factor_of(run, sender, &HostFactors::sends));
        receives.middle.push_back(factor_of(run, receiver, &HostFactors::receives));
        add_quartiles(all, run);
    }
    set.curves = {std::move(sends), std::move(receives), std::move(all)};
    return set;
}

}  // namespace fabricmap::viewer

#include "moc_run_history.cpp"
