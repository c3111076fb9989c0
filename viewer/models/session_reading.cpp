// SPDX-License-Identifier: Apache-2.0
// What is read once it is known what is shown.
#include "base/errors.hpp"
#include "diagnosis/diagnose.hpp"
#include "viewer/models/session.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap::viewer {
namespace {

/// A run of so few values is diagnosed without being asked.
constexpr double most_values_unasked = 2e7;

}  // namespace

void Session::diagnose_unasked() {
    if (diagnosis() || diagnosis_lane_.is_busy() || is_watching()) return;
    const auto ranks = static_cast<double>(runs_[choice_.run].description().rank_count());
    if (ranks * ranks * static_cast<double>(lengths().size()) <= most_values_unasked) diagnose();
}

void Session::read_rest() {
    progress_timer_.start();
    plane_lane_.start(
        [plane = plane_](const Stopped& stopped) {
            plane->read(stopped);
            return true;
        },
        [this](bool) {
            censuses_[shown_length_] = plane_->census();
            emit busy({}, 1);
            emit levels_changed();
            emit plane_changed();
        },
        [this](const QString& words) { fail(words); });
}

void Session::read_cuts() {
    const auto read = [request = PlaneRequest{displayed_, shown_length_, order_},
                       pair = selected_](const Stopped&) {
        return std::pair(std::make_shared<const LoadedCut>(read_cut(request, pair.sender, true)),
                         std::make_shared<const LoadedCut>(read_cut(request, pair.receiver, false)));
    };
    cut_lane_.start(
        read,
        [this](auto cuts) {
            row_ = std::move(cuts.first);
            column_ = std::move(cuts.second);
            emit cuts_changed();
        },
        [this](const QString& words) { emit failed(words); });
}

void Session::read_curves() {
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const Pair& pair : kept_) pairs.emplace_back(pair.sender, pair.receiver);
    const std::pair chosen(selected_.sender, selected_.receiver);
    if (std::find(pairs.begin(), pairs.end(), chosen) == pairs.end()) pairs.push_back(chosen);
    curve_lane_.start(
        [run = runs_[choice_.run], displayed = displayed_, choice = choice_, pairs,
         diagnosis = diagnosis()](const Stopped&) {
            // Numbers of clusters make no curve: what the archive has of the pairs does.
            const bool is_clusters = choice.content == Content::clusters;
            const Displayed shown =
                is_clusters ? display(run, nullptr, Content::delay, choice.parties, choice.statistic)
                            : displayed;
            return read_pairs(run, shown, pairs, diagnosis.get());
        },
        [this](CurveSet curves) {
            curves_ = std::move(curves);
            emit curves_changed();
        },
        [this](const QString& words) { emit failed(words); });
}

void Session::count_lengths() {
    std::vector<std::size_t> wanted = lengths_of_scale();
    std::erase_if(wanted, [&](std::size_t k) { return censuses_.contains(k); });
    const std::size_t left = wanted.size();
    if (left == 0) {
        if (census_lane_.is_busy()) emit busy({}, 0);
        return census_lane_.stop();
    }
    const bool goes_on =
        census_lane_.is_busy() && std::find(wanted.begin(), wanted.end(), counted_) != wanted.end();
    if (goes_on) return;
    counted_ = wanted.front();
    emit busy(tr("Counting values for the scale, lengths to go: %1").arg(left), 0);
    census_lane_.start([displayed = displayed_,
                        k = counted_](const Stopped& stopped) { return census_of(displayed, k, stopped); },
                       [this, left](const Census& census) {
                           censuses_[counted_] = census;
                           if (left == 1) emit busy({}, 0);
                           emit levels_changed();
                           count_lengths();
                       },
                       [this](const QString& words) { fail(words); });
}

void Session::tell_progress() {
    const bool is_reading = plane_ && !plane_->pyramid().is_complete();
    const bool is_diagnosing = diagnosis_lane_.is_busy() && diagnosed_percent_;
    if (is_reading) {
        const auto& pyramid = plane_->pyramid();
        const double share = static_cast<double>(pyramid.rows_ready()) / static_cast<double>(pyramid.rows());
        emit busy(tr("Reading the plane"), share);
        emit plane_changed();
    } else if (is_diagnosing) {
        emit busy(tr("Looking for faults"), *diagnosed_percent_ / 100.0);
    } else {
        progress_timer_.stop();
    }
}

std::shared_ptr<const diagnosis::Diagnosis> Session::diagnosis() const {
    return is_open() && is_diagnosed(runs_[choice_.run]) ? diagnosis_ : nullptr;
}

bool Session::waits_for_diagnosis() const {
    return pending_ && pending_->choice.order == Order::topology;
}

bool Session::is_diagnosed(const Opened& run) const {
    return diagnosis_ && diagnosed_source_ == run.source;
}

void Session::diagnose() {
    if (is_open()) diagnose_run(runs_[choice_.run]);
}

void Session::diagnose_run(const Opened& run) {
    if (diagnosis_lane_.is_busy() && diagnosing_source_ == run.source) return;
    diagnosing_source_ = run.source;
    diagnosed_percent_ = std::make_shared<std::atomic<int>>(0);
    progress_timer_.start();
    diagnosis_lane_.start(
        [run, percent = diagnosed_percent_](const Stopped& stopped) {
            Progress progress([&](std::size_t done, std::size_t count) {
                if (stopped) throw RunError("the diagnosis was ended");
                *percent = static_cast<int>(100 * done / std::max<std::size_t>(count, 1));
            });
            diagnosis::Request request;
            request.runs.push_back(*run.run);
            return std::make_shared<const diagnosis::Diagnosis>(diagnosis::diagnose(request, progress));
        },
        [this, source = run.source](std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
            diagnosis_ = std::move(diagnosis);
            diagnosed_source_ = source;
            emit busy({}, 1);
            emit diagnosis_changed();
            if (is_open()) read_curves();
            if (waits_for_diagnosis()) return prepare(*pending_);
            // Meanwhile another run may have come into sight.
            if (is_open() && !pending_) diagnose_unasked();
        },
        [this](const QString& words) {
            const bool was_waited_for = waits_for_diagnosis();
            fail(words);
            if (was_waited_for) show_again();
        });
}

}  // namespace fabricmap::viewer
