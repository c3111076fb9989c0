// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/session.hpp"

#include "viewer/reading/display.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::viewer {
namespace {

using picture::GreyScale;
using picture::Palette;
using picture::Scale;
using picture::ValueRange;

constexpr auto progress_every = std::chrono::milliseconds(100);
constexpr auto watch_every = std::chrono::seconds(2);

}  // namespace

Session::Session(QObject* parent)
    : QObject(parent),
      open_lane_(*this),
      plane_lane_(*this),
      cut_lane_(*this),
      curve_lane_(*this),
      census_lane_(*this),
      diagnosis_lane_(*this),
      watch_lane_(*this) {
    progress_timer_.setInterval(progress_every);
    watch_timer_.setInterval(watch_every);
    connect(&progress_timer_, &QTimer::timeout, this, &Session::tell_progress);
    connect(&watch_timer_, &QTimer::timeout, this, &Session::look_at_files);
}

QStringList Session::sources() const {
    QStringList sources;
    for (const Opened& run : runs_) sources << QString::fromStdString(run.source);
    return sources;
}

const std::vector<std::int64_t>& Session::lengths() const {
    static const std::vector<std::int64_t> none;
    return displayed_.stack ? displayed_.stack->message_lengths() : none;
}

std::int64_t Session::party_count() const noexcept {
    return displayed_.stack ? displayed_.stack->rank_count() : 0;
}

std::int64_t Session::length_bytes() const {
    return length_ < lengths().size() ? lengths()[length_] : 0;
}

void Session::select(const Pair& pair) {
    const auto is_there = [&](std::int64_t party) { return party >= 0 && party < party_count(); };
    if (!is_there(pair.sender) || !is_there(pair.receiver) || pair == selected_) return;
    selected_ = pair;
    emit selection_changed();
    read_cuts();
    read_curves();
}

void Session::keep_selected() {
    if (!is_open() || std::find(kept_.begin(), kept_.end(), selected_) != kept_.end()) return;
    kept_.push_back(selected_);
    read_curves();
}

void Session::forget_kept() {
    kept_.clear();
    if (is_open()) read_curves();
}

void Session::set_levels(const Levels& levels) {
    if (levels == levels_) return;
    levels_ = levels;
    emit levels_changed();
    count_lengths();
}

void Session::set_window(const LengthWindow& window) {
    if (window == window_) return;
    window_ = window;
    emit levels_changed();
    count_lengths();
}

std::vector<std::size_t> Session::lengths_of_scale() const {
    if (lengths().empty()) return {};
    LengthWindow window{0, lengths().size() - 1};
    if (levels_.normalisation == Normalisation::window) {
        window = {std::min(window_.first, window.last), std::min(window_.last, window.last)};
    } else if (levels_.normalisation != Normalisation::run) {
        return {};
    }
    std::vector<std::size_t> numbers(window.last - window.first + 1);
    std::iota(numbers.begin(), numbers.end(), window.first);
    return numbers;
}

std::optional<ValueRange> Session::range_of(const Census& census) const {
    return levels_.robust ? census.without_tails(levels_.tail) : census.extremes();
}

std::optional<GreyScale> Session::scale_over(const std::optional<ValueRange>& range) const {
    if (!range) return std::nullopt;
    const bool by_hand = levels_.normalisation == Normalisation::hand;
    if (choice_.content == Content::comparison) {
        return GreyScale(by_hand ? *range : picture::about_one(*range), Scale::logarithmic);
    }
    if (choice_.content == Content::clusters) return GreyScale({0, picture::Shades::count - 1.0});
    return GreyScale(*range, levels_.scale);
}

std::optional<GreyScale> Session::scale() const {
    if (!plane_) return std::nullopt;
    if (levels_.normalisation == Normalisation::hand) return scale_over(levels_.by_hand);
    // Of the lengths that are not counted yet nothing is known; the plane in view always takes part.
    Census all = plane_->census();
    for (const std::size_t k : lengths_of_scale()) {
        const auto counted = censuses_.find(k);
        if (counted != censuses_.end()) all.add(counted->second);
    }
    return scale_over(range_of(all));
}

std::optional<GreyScale> Session::scale_of(const LoadedCut& cut) const {
    if (levels_.normalisation != Normalisation::plane) return scale();
    const auto own = scale_over(range_of(cut.census));
    // Delays grow a thousandfold with the length: on a linear scale all but the longest would look alike.
    const bool is_delay = choice_.content == Content::delay && displayed_.quantity == Quantity::delay;
    return own && is_delay ? GreyScale(own->range(), Scale::logarithmic) : own;
}

void Session::set_palette(Palette palette) {
    if (palette == palette_) return;
    palette_ = palette;
    emit palette_changed();
}

Palette Session::palette() const noexcept {
    return palette_for(choice_.content, palette_);
}

void Session::set_fold(picture::Fold fold) {
    if (fold == fold_) return;
    fold_ = fold;
    emit palette_changed();
}

std::int64_t Session::party_at(std::int64_t place) const noexcept {
    if (order_.empty() || place < 0 || place >= static_cast<std::int64_t>(order_.size())) return place;
    return order_[static_cast<std::size_t>(place)];
}

std::int64_t Session::place_of(std::int64_t party) const noexcept {
    if (places_.empty() || party < 0 || party >= static_cast<std::int64_t>(places_.size())) return party;
    return places_[static_cast<std::size_t>(party)];
}

void Session::watch(bool wanted) {
    if (wanted) {
        watch_timer_.start();
    } else {
        watch_timer_.stop();
    }
}

}  // namespace fabricmap::viewer
