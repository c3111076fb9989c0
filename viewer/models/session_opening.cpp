// SPDX-License-Identifier: Apache-2.0
// How what is wished for becomes what is shown: all of it at once, or not at all.
#include "base/errors.hpp"
#include "viewer/models/session.hpp"
#include "viewer/reading/display.hpp"
#include "viewer/reading/file_stamp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fabricmap::viewer {
namespace {

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

void Session::open(const QStringList& sources, const std::optional<Look>& look) {
    wanted_ = sources;
    look_ = look;
    emit busy(tr("Opening"), 0);
    open_lane_.start([words = plain(sources)](const Stopped&) { return open_with_stamp(words); },
                     [this](Stamped stamped) {
                         stamp_ = std::move(stamped.stamp);
                         told_while_watching_.clear();
                         take_runs(std::move(stamped.runs));
                     },
                     [this](const QString& words) { fail_to_open(words); });
}

void Session::fail_to_open(const QString& words) {
    // A run that grows may be caught at a bad moment: it is looked at again, and the same told once.
    const bool is_told = is_watching() && words == told_while_watching_;
    told_while_watching_ = words;
    stamp_.clear();
    if (is_open()) wanted_ = sources();
    if (!is_told) fail(words);
}

void Session::fail(const QString& words) {
    emit busy({}, 0);
    emit failed(words);
}

Session::Wish Session::newest_wish() const {
    return pending_.value_or(Wish{runs_, choice_, length_bytes(), selected_});
}

void Session::take_runs(std::vector<Opened> runs) {
    Wish wish = newest_wish();
    if (is_open() && sources_of(wish.runs) == sources_of(runs)) {
        // Whoever looks at the newest length wants to see those that come.
        const bool is_last = length_ + 1 == lengths().size();
        if (is_last && !pending_) wish.bytes = std::numeric_limits<std::int64_t>::max();
        wish.runs = std::move(runs);
        return prepare(std::move(wish));
    }
    prepare(first_wish(std::move(runs)));
}

Session::Wish Session::first_wish(std::vector<Opened> runs) {
    if (const auto look = std::exchange(look_, std::nullopt)) {
        const Choice& choice = look->choice;
        if (choice.run < runs.size() && choice.baseline < runs.size()) {
            set_palette(look->palette);
            set_levels(look->levels);
            return {std::move(runs), choice, look->length_bytes, look->selected};
        }
    }
    const Run& run = *runs.front().run;
    const auto stack = run.stack(run.preferred());
    const std::int64_t bytes = stack->message_lengths()[stack->message_lengths().size() / 2];
    const Choice choice{0, runs.size() - 1, Content::delay, Parties::ranks, run.preferred(), Order::rank};
    return {std::move(runs), choice, bytes, {}};
}

void Session::choose(const Choice& choice) {
    if (!is_open()) return;
    Wish wish = newest_wish();
    if (choice == wish.choice) return;
    wish.choice = choice;
    prepare(std::move(wish));
}

void Session::set_length(std::size_t k) {
    if (k >= lengths().size() || k == length_) return;
    length_ = k;
    emit length_changed();
    Wish wish = newest_wish();
    wish.bytes = length_bytes();
    prepare(std::move(wish));
}

void Session::prepare(Wish wish) {
    const Choice choice = wish.choice;
    const Opened& run = wish.runs[choice.run];
    pending_ = wish;
    if (choice.order == Order::topology && !is_diagnosed(run)) {
        // An earlier wish that is not shown yet is part of this one.
        if (!plane_) plane_lane_.stop();
        return diagnose_run(run);
    }
    // Planes are large: the one before goes first.
    plane_lane_.stop();
    plane_.reset();
    emit plane_changed();
    emit busy(tr("Reading"), 0);
    const auto is_shown = [&](std::size_t number) {
        return number < runs_.size() && runs_[number].run == wish.runs[number].run;
    };
    const bool keeps_stack = displayed_.stack && is_shown(choice.run) && is_shown(choice.baseline) &&
                             choice.content == choice_.content && choice.parties == choice_.parties &&
                             choice.run == choice_.run && choice.baseline == choice_.baseline &&
                             choice.statistic == choice_.statistic;
    const auto diagnosis = is_diagnosed(run) ? diagnosis_ : nullptr;
    plane_lane_.start(
        [wish = std::move(wish), displayed = keeps_stack ? displayed_ : Displayed{},
         diagnosis](const Stopped&) {
            const Choice& wanted = wish.choice;
            Prepared prepared{wish, displayed, {}, 0, nullptr};
            if (!displayed.stack) {
                const Opened* const baseline =
                    wanted.baseline == wanted.run ? nullptr : &wish.runs[wanted.baseline];
                prepared.displayed = display(wish.runs[wanted.run], baseline, wanted.content, wanted.parties,
                                             wanted.statistic);
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
            // Not as it was looked at then: as one begins.
            if (!displayed_.stack && pending_ && pending_->choice != first_wish(pending_->runs).choice) {
                return prepare(first_wish(pending_->runs));
            }
            show_again();
        });
}

void Session::show_again() {
    pending_.reset();
    if (!displayed_.stack) return;
    length_ = shown_length_;
    plane_lane_.start([request = PlaneRequest{displayed_, shown_length_, order_}](
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
    const bool is_other_source = sources() != sources_of(prepared.wish.runs);
    const bool is_new = prepared.displayed.stack != displayed_.stack;
    const bool is_reordered = is_new || prepared.order != order_;
    const bool is_other_run = is_other_source || prepared.wish.choice.run != choice_.run;
    const Displayed before = std::exchange(displayed_, std::move(prepared.displayed));
    pending_.reset();
    runs_ = std::move(prepared.wish.runs);
    choice_ = prepared.wish.choice;
    order_ = std::move(prepared.order);
    places_ = inverse_of(order_);
    plane_ = std::move(prepared.plane);
    length_ = prepared.k;
    shown_length_ = prepared.k;
    if (is_other_source) {
        selected_ = prepared.wish.selected;
        kept_.clear();
    }
    if (is_new) begin_stack(is_other_source ? Displayed{} : before);
    if (is_reordered) {
        row_.reset();
        column_.reset();
    }
    // What is read goes on while others are told: they may wish for something else at once.
    read_rest();
    if (is_reordered) read_cuts();
    if (is_new) read_curves();
    if (is_other_source) emit opened();
    emit choice_changed();
    emit length_changed();
    emit selection_changed();
    if (is_reordered) emit cuts_changed();
    if (is_other_run) emit diagnosis_changed();
    emit levels_changed();
    emit plane_changed();
    count_lengths();
    diagnose_unasked();
}

void Session::begin_stack(const Displayed& before) {
    censuses_.clear();
    census_lane_.stop();
    curves_ = {};
    const std::size_t lengths_before = before.stack ? before.stack->message_lengths().size() : 0;
    const bool is_grown = lengths_before > 0 && lengths().size() >= lengths_before;
    if (!is_grown) {
        window_ = {0, lengths().size() - 1};
    } else if (window_.last + 1 >= lengths_before) {
        window_.last = lengths().size() - 1;
    }
    // Levels that were set for seconds say nothing about ratios.
    const bool is_other_quantity =
        before.quantity != displayed_.quantity || before.content != displayed_.content;
    if (is_other_quantity && levels_.normalisation == Normalisation::hand) {
        levels_.normalisation = Normalisation::plane;
    }
    if (!before.stack || before.parties == displayed_.parties) {
        const std::int64_t last = party_count() - 1;
        selected_ = {std::min(selected_.sender, last), std::min(selected_.receiver, last)};
        std::erase_if(kept_, [&](const Pair& pair) { return pair.sender > last || pair.receiver > last; });
        return;
    }
    selected_ = {same_party(before, selected_.sender), same_party(before, selected_.receiver)};
    // Of a host with itself some two ranks.
    const bool is_one = selected_.sender == selected_.receiver && displayed_.never.diagonal;
    if (is_one) selected_.receiver = (selected_.sender + 1) % party_count();
    kept_.clear();
}

std::int64_t Session::same_party(const Displayed& before, std::int64_t party) const {
    const std::int64_t rank = before.ranks[static_cast<std::size_t>(party)].front();
    const auto found = std::find_if(displayed_.ranks.begin(), displayed_.ranks.end(), [&](const auto& ranks) {
        return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    });
    return found == displayed_.ranks.end() ? 0 : found - displayed_.ranks.begin();
}

void Session::look_at_files() {
    if (wanted_.isEmpty() || watch_lane_.is_busy() || open_lane_.is_busy()) return;
    watch_lane_.start([words = plain(wanted_)](const Stopped&) { return file_stamp(words); },
                      [this](const std::string& stamp) {
                          if (stamp != stamp_) open(wanted_);
                      },
                      [this](const QString& words) { emit failed(words); });
}

}  // namespace fabricmap::viewer
