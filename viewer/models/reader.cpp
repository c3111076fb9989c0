// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/reader.hpp"

#include "viewer/models/wishes.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"
#include "viewer/reading/expected_stack.hpp"
#include "viewer/reading/finding_areas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr auto progress_every = std::chrono::milliseconds(100);
/// A run of so few values is diagnosed without being asked.
constexpr double max_values_unasked = 2e7;

}  // namespace

Reader::Reader(Document& document, Selection& selection, DiagnosisJob& diagnosis)
    : document_(document),
      selection_(selection),
      diagnosis_(diagnosis),
      plane_lane_(*this),
      cut_lane_(*this),
      curve_lane_(*this),
      histogram_lane_(*this) {
    progress_timer_.setInterval(progress_every);
    connect(&progress_timer_, &QTimer::timeout, this, &Reader::report_progress);
    connect(&document_, &Document::read, this, &Reader::follow_document);
    connect(&selection_, &Selection::choice_wanted, this, &Reader::follow_choice);
    connect(&selection_, &Selection::length_changed, this, &Reader::follow_length);
    connect(&selection_, &Selection::selection_changed, this, &Reader::read_cuts);
    connect(&selection_, &Selection::selection_changed, this, &Reader::read_curves);
    connect(&selection_, &Selection::kept_changed, this, &Reader::read_curves);
    connect(&selection_, &Selection::levels_changed, this, &Reader::scale_changed);
    connect(&selection_, &Selection::levels_changed, this, &Reader::count_lengths);
    connect(&diagnosis_, &DiagnosisJob::finished, this, &Reader::follow_diagnosis);
    const auto go_on_without = [this] {
        if (waits_for_diagnosis()) show_again();
    };
    connect(&diagnosis_, &DiagnosisJob::given_up, this, go_on_without);
    connect(&diagnosis_, &DiagnosisJob::failed, this, go_on_without);
}

Reader::Wish Reader::newest_wish() const {
    return pending_.value_or(Wish{document_.runs(), selection_.choice(), selection_.length_bytes(), {}});
}

Reader::Wish Reader::first_wish(const std::vector<Opened>& runs) {
    const Run& run = *runs.front().run;
    const auto stack = run.stack(run.preferred());
    const std::int64_t bytes = stack->message_lengths()[stack->message_lengths().size() / 2];
    const Content content = run.bytes() ? Content::messages_total : Content::delay;
    const Choice choice{0, runs.size() - 1, content, Endpoints::ranks, run.preferred(), Order::rank};
    return {runs, choice, bytes, {}};
}

void Reader::follow_document(const std::vector<Opened>& runs, const std::optional<Look>& look) {
    Wish wish = newest_wish();
    if (document_.is_open() && sources_of(wish.runs) == sources_of(runs)) {
        // Whoever looks at the newest length wants to see those that come.
        const bool is_last = selection_.length() + 1 == selection_.lengths().size();
        if (is_last && !pending_) wish.bytes = std::numeric_limits<std::int64_t>::max();
        wish.runs = runs;
        return prepare(std::move(wish));
    }
    turns_to_expected_ = !runs.front().run->bytes();
    is_length_chosen_ = look.has_value();
    if (!look || look->choice.run >= runs.size() || look->choice.baseline >= runs.size()) {
        return prepare(first_wish(runs));
    }
    selection_.set_palette(look->palette);
    selection_.set_levels(look->levels);
    Choice choice = look->choice;
    // What is expected is known later; nobody shall wait for it.
    turns_to_expected_ = choice.content == Content::expected;
    if (turns_to_expected_) choice.content = Content::delay;
    prepare({runs, choice, look->length_bytes, look->selected});
}

void Reader::follow_choice(const Choice& choice) {
    if (!document_.is_open()) return;
    Wish wish = newest_wish();
    if (choice == wish.choice) return;
    turns_to_expected_ = false;
    wish.choice = choice;
    prepare(std::move(wish));
}

void Reader::follow_length() {
    if (!pending_ && selection_.length() == selection_.request().k) return;
    is_length_chosen_ = true;
    Wish wish = newest_wish();
    wish.bytes = selection_.length_bytes();
    prepare(std::move(wish));
}

void Reader::follow_diagnosis() {
    if (!document_.is_open()) return;
    read_curves();
    if (waits_for_diagnosis()) return prepare(*pending_);
    // Meanwhile another run may have come into sight.
    if (!pending_) diagnose_unasked();
    turn_to_expected();
}

void Reader::turn_to_expected() {
    const auto diagnosis = diagnosis_.of(selection_.run());
    if (!turns_to_expected_ || !diagnosis) return;
    turns_to_expected_ = false;
    if (!knows_what_is_expected(*diagnosis)) return;
    Wish wish = newest_wish();
    wish.choice.content = Content::expected;
    if (!is_length_chosen_ && !diagnosis->findings.empty()) {
        const auto& lengths = selection_.lengths();
        wish.bytes = lengths[plane_to_show(*diagnosis, 0, selection_.displayed())];
    }
    prepare(std::move(wish));
}

bool Reader::waits_for_diagnosis() const {
    return pending_ && needs_diagnosis(pending_->choice);
}

void Reader::diagnose_unasked() {
    const Opened& run = selection_.run();
    if (run.run->bytes() || diagnosis_.of(run) || diagnosis_.is_busy() || document_.is_watching() ||
        diagnosis_.is_unwanted(run))
        return;
    const auto ranks = static_cast<double>(run.description().rank_count());
    const auto lengths = static_cast<double>(selection_.lengths().size());
    if (ranks * ranks * lengths <= max_values_unasked) diagnosis_.start(run, baseline());
}

void Reader::prepare(Wish wish) {
    const Opened& run = wish.runs[wish.choice.run];
    pending_ = wish;
    const auto diagnosis = diagnosis_.of(run);
    const bool has_grown = wish.choice.content == Content::expected && !diagnosis_.is_newest_of(run);
    if (needs_diagnosis(wish.choice) && (!diagnosis || has_grown)) {
        // An earlier wish that is not shown yet is part of this one.
        if (!plane_) plane_lane_.stop();
        return diagnosis_.start(run, baseline_of(*pending_));
    }
    // Planes are large: the one before goes first.
    plane_lane_.stop();
    plane_.reset();
    emit plane_changed();
    emit busy(tr("Reading"), 0);
    Displayed displayed = keeps_stack(wish) ? selection_.displayed() : Displayed{};
    plane_lane_.start(
        [wish = std::move(wish), displayed = std::move(displayed), diagnosis](const Stopped&) {
            const Choice& wanted = wish.choice;
            PlaneRequest request{displayed, 0, {}};
            if (!displayed.stack) {
                const Opened* const baseline =
                    wanted.baseline == wanted.run ? nullptr : &wish.runs[wanted.baseline];
                request.displayed = display(wish.runs[wanted.run], baseline, wanted.content, wanted.endpoints,
                                            wanted.statistic, diagnosis);
            }
            request.k = nearest_length(request.displayed.stack->message_lengths(), wish.bytes);
            if (wanted.order != Order::rank) {
                request.order = order_of(request.displayed, wanted.order, diagnosis.get(), request.k);
            }
            return Prepared{wish, std::make_shared<LoadedPlane>(std::move(request))};
        },
        [this](Prepared prepared) { take(std::move(prepared)); },
        [this](const QString& words) {
            fail(words);
            // Not as it was looked at then: as one begins.
            if (!document_.is_open() && pending_ && pending_->choice != first_wish(pending_->runs).choice) {
                return prepare(first_wish(pending_->runs));
            }
            show_again();
        });
}

std::optional<Opened> Reader::baseline_of(const Wish& wish) {
    const bool has_one = wish.choice.baseline != wish.choice.run && wish.choice.baseline < wish.runs.size();
    return has_one ? std::optional(wish.runs[wish.choice.baseline]) : std::nullopt;
}

std::optional<Opened> Reader::baseline() const {
    return baseline_of(newest_wish());
}

void Reader::cancel() {
    if (histogram_lane_.is_busy()) {
        histogram_lane_.stop();
        Levels levels = selection_.levels();
        levels.normalisation = Normalisation::plane;
        selection_.set_levels(levels);
    }
    plane_lane_.stop();
    progress_timer_.stop();
    if (pending_ && !waits_for_diagnosis()) show_again();
    emit busy({}, 1);
}

bool Reader::keeps_stack(const Wish& wish) const {
    const auto is_open = [&](std::size_t number) {
        const auto& runs = document_.runs();
        return number < runs.size() && runs[number].run == wish.runs[number].run;
    };
    Choice choice = wish.choice;
    choice.order = selection_.choice().order;
    const bool is_judged_again = choice.content == Content::expected &&
                                 selection_.displayed().diagnosis != diagnosis_.of(wish.runs[choice.run]);
    return !is_judged_again && choice == selection_.choice() && is_open(choice.run) &&
           is_open(choice.baseline);
}

void Reader::show_again() {
    pending_.reset();
    if (!document_.is_open()) return;
    plane_lane_.start(
        [request = selection_.request()](const Stopped&) { return std::make_shared<LoadedPlane>(request); },
        [this](std::shared_ptr<LoadedPlane> plane) {
            plane_ = std::move(plane);
            read_rest();
        },
        [this](const QString& words) { fail(words); });
    // Only now: whoever is told may wish for something else at once, which then ends this reading.
    selection_.go_back();
}

void Reader::take(Prepared prepared) {
    Wish& wish = prepared.wish;
    const PlaneRequest& request = prepared.plane->request();
    const bool is_other_source = document_.sources() != sources_of(wish.runs);
    const bool is_new = request.displayed.stack != selection_.displayed().stack;
    const bool is_reordered = is_new || request.order != selection_.request().order;
    pending_.reset();
    plane_ = prepared.plane;
    // What was read of another matrix, and what is still read of it.
    if (is_reordered) {
        cut_lane_.stop();
        cuts_.reset();
    }
    if (is_new) {
        curve_lane_.stop();
        curves_ = {};
        histogram_lane_.stop();
        histograms_.clear();
    }
    // What is read goes on while others are told: they may wish for something else at once.
    read_rest();
    const bool compares = wish.choice.content == Content::comparison;
    Shown shown{wish.choice, wish.runs[wish.choice.run],
                compares ? wish.runs[wish.choice.baseline].source : std::string(), request};
    document_.set_runs(std::move(wish.runs));
    selection_.show(std::move(shown), is_other_source ? std::optional(wish.selected) : std::nullopt);
    // Another pair is read already.
    if (is_reordered && !cut_lane_.is_busy()) read_cuts();
    if (is_new && !curve_lane_.is_busy()) read_curves();
    if (is_reordered) emit cuts_changed();
    emit plane_changed();
    diagnose_unasked();
    turn_to_expected();
}

void Reader::read_rest() {
    progress_timer_.start();
    plane_lane_.start(
        [plane = plane_](const Stopped& stopped) {
            plane->read(stopped);
            return true;
        },
        [this](bool) {
            histograms_[plane_->request().k] = plane_->histogram();
            emit busy({}, 1);
            emit scale_changed();
            emit plane_changed();
        },
        [this](const QString& words) { fail(words); });
}

void Reader::read_cuts() {
    cut_lane_.start(
        [request = selection_.request(), pair = selection_.selected()](const Stopped&) {
            return std::make_shared<const Cuts>(
                Cuts{request, read_cut(request, pair.sender, true), read_cut(request, pair.receiver, false)});
        },
        [this](std::shared_ptr<const Cuts> cuts) {
            cuts_ = std::move(cuts);
            emit cuts_changed();
        },
        [this](const QString& words) { emit failed(words); });
}

void Reader::read_curves() {
    if (!document_.is_open()) return;
    std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
    for (const Pair& pair : selection_.kept()) pairs.emplace_back(pair.sender, pair.receiver);
    const std::pair chosen(selection_.selected().sender, selection_.selected().receiver);
    if (std::find(pairs.begin(), pairs.end(), chosen) == pairs.end()) pairs.push_back(chosen);
    curve_lane_.start(
        [run = selection_.run(), displayed = selection_.displayed(), choice = selection_.choice(), pairs,
         diagnosis = diagnosis_.of(selection_.run())](const Stopped&) {
            const auto of_lengths = content_of_curves(choice.content);
            const Displayed shown =
                of_lengths ? display(run, nullptr, *of_lengths, choice.endpoints, choice.statistic)
                           : displayed;
            return read_pairs(run, shown, pairs, diagnosis.get());
        },
        [this](CurveSet curves) {
            curves_ = std::move(curves);
            emit curves_changed();
        },
        [this](const QString& words) { emit failed(words); });
}

void Reader::count_lengths() {
    std::vector<std::size_t> wanted = selection_.lengths_of_scale();
    std::erase_if(wanted, [&](std::size_t k) { return histograms_.contains(k); });
    const std::size_t left = wanted.size();
    if (left == 0) {
        if (histogram_lane_.is_busy()) emit busy({}, 0);
        return histogram_lane_.stop();
    }
    const bool goes_on =
        histogram_lane_.is_busy() && std::find(wanted.begin(), wanted.end(), counted_) != wanted.end();
    if (goes_on) return;
    counted_ = wanted.front();
    emit busy(tr("Counting values for the scale, lengths to go: %1").arg(left), 0);
    histogram_lane_.start([displayed = selection_.displayed(), k = counted_](
                              const Stopped& stopped) { return histogram_of(displayed, k, stopped); },
                          [this, left](const ValueHistogram& histogram) {
                              histograms_[counted_] = histogram;
                              if (left == 1) emit busy({}, 0);
                              emit scale_changed();
                              count_lengths();
                          },
                          [this](const QString& words) { fail(words); });
}

bool Reader::is_reading() const {
    return plane_ && !plane_->pyramid().is_complete();
}

void Reader::report_progress() {
    if (!is_reading()) return progress_timer_.stop();
    const auto& pyramid = plane_->pyramid();
    const double fraction = static_cast<double>(pyramid.rows_ready()) / static_cast<double>(pyramid.rows());
    emit busy(tr("Reading the values"), fraction);
    emit plane_changed();
}

std::optional<picture::GreyScale> Reader::scale() const {
    if (!plane_) return std::nullopt;
    // Of the lengths that are not counted yet nothing is known; the plane in view always takes part.
    ValueHistogram all = plane_->histogram();
    for (const std::size_t k : selection_.lengths_of_scale()) {
        const auto counted = histograms_.find(k);
        if (counted != histograms_.end()) all.add(counted->second);
    }
    return selection_.scale_over(all);
}

std::optional<picture::GreyScale> Reader::scale_of(const LoadedCut& cut) const {
    if (selection_.levels().normalisation != Normalisation::plane) return scale();
    const auto own = selection_.scale_over(cut.histogram);
    // Delays grow a thousandfold with the length: on a linear scale all but the longest would look alike.
    const bool is_delay = selection_.displayed().content == Content::delay &&
                          selection_.displayed().quantity == Quantity::delay;
    return own && is_delay ? picture::GreyScale(own->range(), picture::Scale::logarithmic) : own;
}

}  // namespace fabricmap::viewer

#include "moc_reader.cpp"
