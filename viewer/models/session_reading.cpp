// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/diagnose.hpp"
#include "netcdf_schema/errors.hpp"
#include "viewer/models/session.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"
#include "viewer/reading/file_stamp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

/// A run of so few values is diagnosed without being asked.
constexpr double most_values_unasked = 2e7;

std::vector<Opened> open_all(const std::vector<std::string>& sources) {
    std::vector<Opened> runs;
    runs.reserve(sources.size());
    for (const std::string& source : sources) {
        runs.push_back(open_shared(source));
        if (runs.back().run->stack(runs.back().run->preferred())->message_lengths().empty()) {
            throw FileError(
                fmt::format("{}: no length is measured yet; watch it, or wait for the first", source));
        }
    }
    return runs;
}

struct Stamped {
    std::string stamp;
    std::vector<Opened> runs;
};

/// The stamp is older than what is read: what grows meanwhile is read again.
Stamped open_with_stamp(const std::vector<std::string>& sources) {
    std::string stamp = file_stamp(sources);
    return {std::move(stamp), open_all(sources)};
}

std::vector<std::string> plain(const QStringList& words) {
    std::vector<std::string> plain_words;
    plain_words.reserve(static_cast<std::size_t>(words.size()));
    for (const QString& word : words) plain_words.push_back(word.toStdString());
    return plain_words;
}

QStringList sources_of(const std::vector<Opened>& runs) {
    QStringList sources;
    for (const Opened& run : runs) sources << QString::fromStdString(run.source);
    return sources;
}

std::size_t nearest_length(const std::vector<std::int64_t>& lengths, std::int64_t bytes) {
    const auto distance = [&](std::int64_t length) { return std::abs(length - bytes); };  // both from 0 on
    const auto nearest = std::min_element(lengths.begin(), lengths.end(), [&](auto one, auto other) {
        return distance(one) < distance(other);
    });
    return static_cast<std::size_t>(nearest - lengths.begin());
}

std::vector<int> inverse_of(const std::vector<int>& order) {
    std::vector<int> places(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        places[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
    }
    return places;
}

}  // namespace

void Session::open(const QStringList& sources) {
    wanted_ = sources;
    emit busy(tr("Opening"), 0);
    open_lane_.start([words = plain(sources)](const Stopped&) { return open_with_stamp(words); },
                     [this](Stamped stamped) {
                         stamp_ = std::move(stamped.stamp);
                         take_runs(std::move(stamped.runs));
                     },
                     [this](const QString& words) {
                         if (is_open()) wanted_ = this->sources();
                         fail(words);
                     });
}

void Session::fail(const QString& words) {
    emit busy({}, 0);
    emit failed(words);
}

void Session::take_runs(std::vector<Opened> runs) {
    const bool is_same = is_open() && sources() == sources_of(runs);
    if (is_same) {
        // Whoever looks at the newest length wants to see those that come.
        const bool is_last = length_ + 1 == lengths().size();
        const std::int64_t bytes = is_last ? std::numeric_limits<std::int64_t>::max() : length_bytes();
        return prepare({std::move(runs), choice_, bytes, true});
    }
    const Run& run = *runs.front().run;
    const auto stack = run.stack(run.preferred());
    const std::int64_t bytes = stack->message_lengths()[stack->message_lengths().size() / 2];
    const Choice choice{0, runs.size() - 1, Content::delay, Parties::ranks, run.preferred(), Order::rank};
    prepare({std::move(runs), choice, bytes, true});
}

void Session::prepare(const Wish& wish) {
    const Choice& choice = wish.choice;
    if (choice.order == Order::topology && !wish.is_fresh && !diagnosis_) {
        waits_for_diagnosis_ = choice;
        return diagnose();
    }
    // Planes are large: the one before goes first.
    plane_lane_.stop();
    plane_.reset();
    emit plane_changed();
    emit busy(tr("Reading"), 0);
    const bool keeps_stack = !wish.is_fresh && displayed_.stack && choice.content == choice_.content &&
                             choice.parties == choice_.parties && choice.run == choice_.run &&
                             choice.baseline == choice_.baseline && choice.statistic == choice_.statistic;
    plane_lane_.start(
        [wish, displayed = keeps_stack ? displayed_ : Displayed{}, diagnosis = diagnosis_](const Stopped&) {
            const Choice& wanted = wish.choice;
            Prepared prepared{wish, displayed, {}, 0, nullptr};
            if (!displayed.stack) {
                prepared.displayed = display(wish.runs[wanted.run], &wish.runs[wanted.baseline],
                                             wanted.content, wanted.parties, wanted.statistic);
            }
            prepared.k = nearest_length(prepared.displayed.stack->message_lengths(), wish.bytes);
            if (wanted.order != Order::rank) {
                prepared.order = order_of(prepared.displayed, wanted.order, diagnosis.get(), prepared.k);
            }
            prepared.plane =
                std::make_shared<LoadedPlane>(PlaneRequest{prepared.displayed, prepared.k, prepared.order});
            return prepared;
        },
        [this](Prepared prepared) { take(std::move(prepared)); },
        [this](const QString& words) {
            fail(words);
            show_again();
        });
}

void Session::show_again() {
    if (!displayed_.stack) return;
    plane_lane_.start([request = PlaneRequest{displayed_, length_, order_}](
                          const Stopped&) { return std::make_shared<LoadedPlane>(request); },
                      [this](std::shared_ptr<LoadedPlane> plane) {
                          plane_ = std::move(plane);
                          emit choice_changed();
                          emit length_changed();
                          read_rest();
                      },
                      [this](const QString& words) { fail(words); });
}

void Session::take(Prepared prepared) {
    const bool is_fresh = prepared.wish.is_fresh;
    const bool is_new = prepared.displayed.stack != displayed_.stack;
    const bool is_reordered = is_new || prepared.order != order_;
    const bool is_other_run = is_fresh || prepared.wish.choice.run != choice_.run;
    const bool is_other_source = is_fresh && sources() != sources_of(prepared.wish.runs);
    runs_ = std::move(prepared.wish.runs);
    choice_ = prepared.wish.choice;
    displayed_ = std::move(prepared.displayed);
    order_ = std::move(prepared.order);
    places_ = inverse_of(order_);
    plane_ = std::move(prepared.plane);
    length_ = prepared.k;
    if (is_other_source) {
        selected_ = {};
        kept_.clear();
    }
    if (is_new) begin_stack();
    if (is_other_run) {
        diagnosis_lane_.stop();
        diagnosis_.reset();
    }
    if (is_fresh) emit opened();
    emit choice_changed();
    emit length_changed();
    emit selection_changed();
    if (is_other_run) emit diagnosis_changed();
    if (is_reordered) read_cuts();
    if (is_new) read_curves();
    count_lengths();
    read_rest();
    diagnose_unasked();
}

void Session::begin_stack() {
    censuses_.clear();
    census_lane_.stop();
    cut_lane_.stop();
    row_.reset();
    column_.reset();
    window_ = {0, lengths().size() - 1};
    const std::int64_t last = party_count() - 1;
    selected_ = {std::min(selected_.sender, last), std::min(selected_.receiver, last)};
    std::erase_if(kept_, [&](const Pair& pair) { return pair.sender > last || pair.receiver > last; });
}

void Session::diagnose_unasked() {
    if (diagnosis_ || diagnosis_lane_.is_busy() || is_watching()) return;
    const auto ranks = static_cast<double>(runs_[choice_.run].description().rank_count());
    if (ranks * ranks * static_cast<double>(lengths().size()) <= most_values_unasked) diagnose();
}

void Session::read_rest() {
    emit plane_changed();
    progress_timer_.start();
    plane_lane_.start(
        [plane = plane_](const Stopped& stopped) {
            plane->read(stopped);
            return true;
        },
        [this](bool) {
            censuses_[length_] = plane_->census();
            emit busy({}, 1);
            emit levels_changed();
            emit plane_changed();
        },
        [this](const QString& words) { fail(words); });
}

void Session::read_cuts() {
    const auto read = [request = PlaneRequest{displayed_, length_, order_},
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
    curve_lane_.start([run = runs_[choice_.run], displayed = displayed_, pairs, diagnosis = diagnosis_](
                          const Stopped&) { return read_pairs(run, displayed, pairs, diagnosis.get()); },
                      [this](CurveSet curves) {
                          curves_ = std::move(curves);
                          emit curves_changed();
                      },
                      [this](const QString& words) { emit failed(words); });
}

void Session::count_lengths() {
    std::vector<std::size_t> wanted = lengths_of_scale();
    std::erase_if(wanted, [&](std::size_t k) { return censuses_.contains(k); });
    if (wanted.empty()) return;
    const std::size_t k = wanted.front();
    census_lane_.start(
        [displayed = displayed_, k](const Stopped& stopped) { return census_of(displayed, k, stopped); },
        [this, k, left = wanted.size()](const Census& census) {
            censuses_[k] = census;
            emit busy(
                left > 1 ? tr("Counting values for the scale, lengths to go: %1").arg(left - 1) : QString(),
                0);
            emit levels_changed();
            count_lengths();
        },
        [this](const QString& words) { emit failed(words); });
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

void Session::diagnose() {
    if (!is_open()) return;
    diagnosed_percent_ = std::make_shared<std::atomic<int>>(0);
    progress_timer_.start();
    diagnosis_lane_.start(
        [run = runs_[choice_.run], percent = diagnosed_percent_](const Stopped& stopped) {
            Progress progress([&](std::size_t done, std::size_t count) {
                if (stopped) throw RunError("the diagnosis was ended");
                *percent = static_cast<int>(100 * done / std::max<std::size_t>(count, 1));
            });
            diagnosis::Request request;
            request.runs.push_back(*run.run);
            return std::make_shared<const diagnosis::Diagnosis>(diagnosis::diagnose(request, progress));
        },
        [this](std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
            diagnosis_ = std::move(diagnosis);
            emit busy({}, 1);
            emit diagnosis_changed();
            read_curves();
            if (const auto waiting = std::exchange(waits_for_diagnosis_, std::nullopt)) choose(*waiting);
        },
        [this](const QString& words) {
            waits_for_diagnosis_.reset();
            fail(words);
        });
}

void Session::look_at_files() {
    if (wanted_.isEmpty() || watch_lane_.is_busy() || open_lane_.is_busy()) return;
    watch_lane_.start([words = plain(wanted_)](const Stopped&) { return file_stamp(words); },
                      [this](const std::string& stamp) {
                          const bool has_grown = stamp != stamp_;
                          stamp_ = stamp;
                          if (has_grown) open(wanted_);
                      },
                      [this](const QString& words) { emit failed(words); });
}

}  // namespace fabricmap::viewer
