// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/selection.hpp"

#include "viewer/models/cell_text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fabricmap::viewer {
namespace {

using picture::GreyScale;
using picture::Palette;
using picture::Scale;

std::vector<int> inverse_of(const std::vector<int>& order) {
    std::vector<int> places(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
        places[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
    }
    return places;
}

/// The number at that index; without numbers the index itself.
std::int64_t number_at(const std::vector<int>& numbers, std::int64_t index) noexcept {
    if (index < 0 || index >= static_cast<std::int64_t>(numbers.size())) return index;
    return numbers[static_cast<std::size_t>(index)];
}

}  // namespace

void Selection::show(Shown shown, const std::optional<Pair>& pair) {
    const Shown before = std::exchange(shown_, std::move(shown));
    const Pair selected_before = selected_;
    places_ = inverse_of(request().order);
    length_ = request().k;
    if (pair) {
        selected_ = *pair;
        kept_.clear();
    }
    if (displayed().stack != before.request.displayed.stack) {
        const Displayed& kept = pair ? Displayed{} : before.request.displayed;
        adapt_levels(kept);
        adapt_pairs(kept);
    }
    emit choice_changed();
    if (run().source != before.run.source) emit run_changed();
    emit length_changed();
    if (selected_ != selected_before) emit selection_changed();
    emit levels_changed();
}

void Selection::adapt_levels(const Displayed& before) {
    const std::size_t lengths_before = before.stack ? before.stack->message_lengths().size() : 0;
    const bool is_grown = lengths_before > 0 && lengths().size() >= lengths_before;
    if (!is_grown) {
        window_ = {0, lengths().size() - 1};
    } else if (window_.last + 1 >= lengths_before) {
        window_.last = lengths().size() - 1;
    }
    // Levels that were set for seconds say nothing about ratios.
    const bool is_other_quantity =
        before.quantity != displayed().quantity || before.content != displayed().content;
    if (is_other_quantity && levels_.normalisation == Normalisation::hand) {
        levels_.normalisation = Normalisation::plane;
    }
}

void Selection::adapt_pairs(const Displayed& before) {
    const auto endpoints_before = before.stack ? before.stack->rank_count() : 0;
    if (before.endpoints != displayed().endpoints || endpoints_before != endpoint_count()) {
        before_.clear();
        after_.clear();
    }
    if (!before.stack || before.endpoints == displayed().endpoints) {
        const std::int64_t last = endpoint_count() - 1;
        selected_ = {std::min(selected_.sender, last), std::min(selected_.receiver, last)};
        std::erase_if(kept_, [&](const Pair& pair) { return pair.sender > last || pair.receiver > last; });
        return;
    }
    selected_ = {same_endpoint(before, selected_.sender), same_endpoint(before, selected_.receiver)};
    // Of a host with itself some two ranks.
    const bool is_one = selected_.sender == selected_.receiver && displayed().never.diagonal;
    if (is_one) selected_.receiver = (selected_.sender + 1) % endpoint_count();
    kept_.clear();
}

std::int64_t Selection::same_endpoint(const Displayed& before, std::int64_t endpoint) const {
    const std::int64_t rank = before.ranks[static_cast<std::size_t>(endpoint)].front();
    const auto& endpoints = displayed().ranks;
    const auto found = std::find_if(endpoints.begin(), endpoints.end(), [&](const auto& ranks) {
        return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
    });
    return found == endpoints.end() ? 0 : found - endpoints.begin();
}

const std::vector<std::int64_t>& Selection::lengths() const {
    static const std::vector<std::int64_t> none;
    return displayed().stack ? displayed().stack->message_lengths() : none;
}

std::int64_t Selection::endpoint_count() const noexcept {
    return displayed().stack ? displayed().stack->rank_count() : 0;
}

std::int64_t Selection::endpoint_at(std::int64_t place) const noexcept {
    return number_at(request().order, place);
}

std::int64_t Selection::place_of(std::int64_t endpoint) const noexcept {
    return number_at(places_, endpoint);
}

QString Selection::name_of_endpoint(std::int64_t endpoint) const {
    return text_of(displayed().names[static_cast<std::size_t>(endpoint)]);
}

void Selection::set_length(std::size_t k) {
    if (k >= lengths().size() || k == length_) return;
    length_ = k;
    emit length_changed();
}

std::int64_t Selection::length_bytes() const {
    return length_ < lengths().size() ? lengths()[length_] : 0;
}

void Selection::go_back() {
    length_ = request().k;
    emit choice_changed();
    emit length_changed();
}

void Selection::select(const Pair& pair) {
    const auto is_there = [&](std::int64_t endpoint) { return endpoint >= 0 && endpoint < endpoint_count(); };
    if (!is_there(pair.sender) || !is_there(pair.receiver) || pair == selected_) return;
    constexpr std::size_t most = 200;
    if (before_.size() == most) before_.erase(before_.begin());
    before_.push_back(selected_);
    after_.clear();
    selected_ = pair;
    emit selection_changed();
}

void Selection::go_to(std::vector<Pair>& from, std::vector<Pair>& to) {
    if (from.empty()) return;
    to.push_back(selected_);
    selected_ = from.back();
    from.pop_back();
    emit selection_changed();
}

void Selection::select_before() {
    go_to(before_, after_);
}

void Selection::select_after() {
    go_to(after_, before_);
}

Cell Selection::selected_cell() const noexcept {
    return {place_of(selected_.sender), place_of(selected_.receiver)};
}

void Selection::keep_selected() {
    if (endpoint_count() == 0 || std::find(kept_.begin(), kept_.end(), selected_) != kept_.end()) return;
    kept_.push_back(selected_);
    emit kept_changed();
}

void Selection::forget_kept() {
    kept_.clear();
    emit kept_changed();
}

void Selection::set_levels(const Levels& levels) {
    if (levels == levels_) return;
    levels_ = levels;
    emit levels_changed();
}

void Selection::set_window(const LengthWindow& window) {
    if (window == window_) return;
    window_ = window;
    emit levels_changed();
}

std::vector<std::size_t> Selection::lengths_of_scale() const {
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

std::optional<GreyScale> Selection::scale_over(const ValueHistogram& histogram) const {
    const bool by_hand = levels_.normalisation == Normalisation::hand;
    const auto range = by_hand          ? levels_.by_hand
                       : levels_.robust ? histogram.without_tails(levels_.tail)
                                        : histogram.extremes();
    if (!range) return std::nullopt;
    switch (choice().content) {
        case Content::comparison:
        case Content::expected:
            return GreyScale(by_hand ? *range : picture::about_one(*range), Scale::logarithmic);
        case Content::clusters:
            return GreyScale({0, picture::Shades::count - 1.0});
        case Content::delay:
        case Content::rate:
        case Content::spread:
        case Content::messages:
        case Content::bytes:
        case Content::messages_total:
        case Content::bytes_total:
            break;
    }
    return GreyScale(*range, levels_.scale);
}

void Selection::set_palette(Palette palette) {
    if (palette == palette_) return;
    palette_ = palette;
    emit palette_changed();
}

Palette Selection::palette() const noexcept {
    if (choice().content == Content::clusters) return Palette::categories;
    return is_about_one(choice().content) ? Palette::diverging : palette_;
}

picture::Fold Selection::drawn_fold() const noexcept {
    if (is_about_one(choice().content) && fold_ == picture::Fold::maximum)
        return picture::Fold::farthest_from_one;
    if (choice().content != Content::rate || fold_ == picture::Fold::mean) return fold_;
    return fold_ == picture::Fold::maximum ? picture::Fold::minimum : picture::Fold::maximum;
}

void Selection::set_fold(picture::Fold fold) {
    if (fold == fold_) return;
    fold_ = fold;
    emit palette_changed();
}

}  // namespace fabricmap::viewer

#include "moc_selection.cpp"
