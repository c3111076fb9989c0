// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/rounds.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace fabricmap::network_test {
namespace {

constexpr std::int64_t ceiling(std::int64_t amount, std::int64_t unit) noexcept {
    return (amount + unit - 1) / unit;
}

/// Rounds that a Latin square of two hosts' ranks takes.
std::int64_t square_rounds(std::int64_t one, std::int64_t other, std::int64_t lanes) noexcept {
    return std::max(one, other) * ceiling(std::min(one, other), lanes);
}

}  // namespace

Rounds::Rounds(std::span<const int> nodes, std::int64_t active_per_node, std::uint64_t key)
    : active_(active_per_node), seats_(nodes.size()) {
    seat_groups(nodes, key);
    const auto largest = std::max_element(groups_.begin(), groups_.end(),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (largest != groups_.end() && active_ >= static_cast<std::int64_t>(largest->size())) {
        seat_each_rank_alone();
    }
    lay_out_rounds();
}

void Rounds::seat_groups(std::span<const int> nodes, std::uint64_t key) {
    std::map<int, std::vector<int>> ranks_of;
    for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
        ranks_of[nodes[rank]].push_back(static_cast<int>(rank));
    }
    groups_.reserve(ranks_of.size());
    for (auto& [node, ranks] : ranks_of) groups_.push_back(std::move(ranks));
    shuffle(std::span(groups_), key);
    for (std::size_t group = 0; group < groups_.size(); ++group) {
        for (std::size_t index = 0; index < groups_[group].size(); ++index) {
            seats_[static_cast<std::size_t>(groups_[group][index])] = {static_cast<int>(group),
                                                                       static_cast<int>(index)};
        }
    }
}

void Rounds::seat_each_rank_alone() {
    std::vector<std::vector<int>> alone;
    alone.reserve(seats_.size());
    for (const auto& ranks : groups_) {
        for (const int rank : ranks) {
            seats_[static_cast<std::size_t>(rank)] = {static_cast<int>(alone.size()), 0};
            alone.push_back({rank});
        }
    }
    mixes_classes_ = alone.size() > groups_.size();
    groups_ = std::move(alone);
    active_ = 1;
}

void Rounds::lay_out_rounds() {
    const Circle circle(static_cast<int>(groups_.size()));
    const std::vector<int> order = largest_first();
    begins_.assign(1, 0);
    begins_.reserve(static_cast<std::size_t>(circle.rounds()) + 1);
    for (std::int64_t turn = 0; turn < circle.rounds(); ++turn) {
        begins_.push_back(begins_.back() + longest_square(circle, turn, order));
    }
    between_ = begins_.back();
    for (const auto& ranks : groups_) {
        const Circle inside(static_cast<int>(ranks.size()));
        within_ = std::max(within_, inside.rounds() * ceiling(inside.slots(), lanes_within()));
    }
}

std::vector<int> Rounds::largest_first() const {
    std::vector<int> order(groups_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return size_of(a) > size_of(b); });
    return order;
}

std::int64_t Rounds::longest_square(const Circle& circle, std::int64_t turn,
                                    const std::vector<int>& largest_first) const noexcept {
    std::int64_t longest = 0;
    for (const int group : largest_first) {
        // Smaller groups that meet each other are done as soon as two of this size would be. So hosts that
        // are alike, or nearly, need a look at few of their meetings.
        if (square_rounds(size_of(group), size_of(group), lanes_between()) <= longest) break;
        if (const auto other = circle.meeting(turn, group)) {
            longest =
                std::max(longest, square_rounds(size_of(group), size_of(other->partner), lanes_between()));
        }
    }
    return longest;
}

std::int64_t Rounds::width() const noexcept {
    const auto groups = static_cast<int>(groups_.size());
    const std::int64_t between = between_ > 0 ? Circle(groups).slots() * lanes_between() : 0;
    return std::max(between, within_ > 0 ? groups * lanes_within() : 0);
}

std::optional<Rounds::Meeting> Rounds::meeting(std::int64_t round, int rank) const {
    const Seat seat = seats_[static_cast<std::size_t>(rank)];
    return round < between_ ? between_groups(round, seat) : within_group(round - between_, seat);
}

std::optional<Rounds::Meeting> Rounds::between_groups(std::int64_t round, const Seat& seat) const {
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), round);
    const std::int64_t turn = after - begins_.begin() - 1;
    const std::int64_t part = round - *(after - 1);
    const auto met = Circle(static_cast<int>(groups_.size())).meeting(turn, seat.group);
    if (!met) return std::nullopt;

    // The smaller group's rank i meets the larger group's rank i + shift; lanes bound how many do at once.
    const int own = size_of(seat.group);
    const int other = size_of(met->partner);
    const bool on_smaller = std::pair(own, seat.group) < std::pair(other, met->partner);
    const std::int64_t small = std::min(own, other);
    const std::int64_t large = std::max(own, other);
    const std::int64_t batches = ceiling(small, lanes_between());
    const std::int64_t shift = part / batches;
    if (shift >= large) return std::nullopt;
    const std::int64_t in_smaller = on_smaller ? seat.index : (seat.index - shift + large) % large;
    if (in_smaller >= small || in_smaller / lanes_between() != part % batches) return std::nullopt;
    const std::int64_t partner = on_smaller ? (seat.index + shift) % large : in_smaller;
    return Meeting{groups_[static_cast<std::size_t>(met->partner)][static_cast<std::size_t>(partner)],
                   met->slot * lanes_between() + in_smaller % lanes_between()};
}

std::optional<Rounds::Meeting> Rounds::within_group(std::int64_t round, const Seat& seat) const {
    const Circle circle(size_of(seat.group));
    const std::int64_t batches = ceiling(circle.slots(), lanes_within());
    if (batches == 0 || round / batches >= circle.rounds()) return std::nullopt;
    const auto met = circle.meeting(round / batches, seat.index);
    if (!met || met->slot / lanes_within() != round % batches) return std::nullopt;
    return Meeting{groups_[static_cast<std::size_t>(seat.group)][static_cast<std::size_t>(met->partner)],
                   seat.group * lanes_within() + met->slot % lanes_within()};
}

}  // namespace fabricmap::network_test
