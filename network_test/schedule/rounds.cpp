// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/rounds.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <map>
#include <span>
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

Rounds::Rounds(const PerEndpoint<int>& nodes, std::int64_t active_per_node, std::uint64_t key)
    : active_(active_per_node), seats_(nodes.size()) {
    seat_groups(nodes, key);
    const auto largest = std::max_element(groups_.begin(), groups_.end(),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::int64_t most = largest == groups_.end() ? 1 : std::ssize(*largest);
    if (active_ == hosts_together) {
        active_ = most;
    } else if (active_ >= most) {
        seat_each_rank_alone();
    }
    lay_out_rounds();
}

void Rounds::seat_groups(const PerEndpoint<int>& nodes, std::uint64_t key) {
    std::map<int, List<EndpointIndex>> ranks_of;
    for (const EndpointIndex rank : nodes.indices()) ranks_of[nodes[rank]].push_back(rank);
    groups_.reserve(ranks_of.size());
    for (auto& [node, ranks] : ranks_of) groups_.push_back(std::move(ranks));
    shuffle(std::span(groups_), key);
    for (const GroupIndex group : groups_.indices()) {
        int index = 0;
        for (const EndpointIndex rank : groups_[group]) seats_[rank] = {group, index++};
    }
}

void Rounds::seat_each_rank_alone() {
    Indexed<GroupIndex, List<EndpointIndex>> alone;
    alone.reserve(seats_.size());
    for (const auto& ranks : groups_) {
        for (const EndpointIndex rank : ranks) {
            seats_[rank] = {GroupIndex(alone.size()), 0};
            alone.push_back({rank});
        }
    }
    mixes_classes_ = alone.size() > groups_.size();
    groups_ = std::move(alone);
    active_ = 1;
}

void Rounds::lay_out_rounds() {
    const Circle circle(std::ssize(groups_));
    const std::vector<GroupIndex> order = largest_first();
    begins_.assign(1, 0);
    begins_.reserve(static_cast<std::size_t>(circle.rounds()) + 1);
    for (std::int64_t turn = 0; turn < circle.rounds(); ++turn) {
        begins_.push_back(begins_.back() + longest_square(circle, turn, order));
    }
    between_ = begins_.back();
    for (const auto& ranks : groups_) {
        const Circle inside(std::ssize(ranks));
        within_ = std::max(within_, inside.rounds() * ceiling(inside.slots(), lanes_within()));
    }
}

std::vector<Rounds::GroupIndex> Rounds::largest_first() const {
    std::vector<GroupIndex> order = groups_.indices().list();
    std::stable_sort(order.begin(), order.end(),
                     [&](GroupIndex a, GroupIndex b) { return size_of(a) > size_of(b); });
    return order;
}

std::int64_t Rounds::longest_square(const Circle& circle, std::int64_t turn,
                                    const std::vector<GroupIndex>& largest_first) const noexcept {
    std::int64_t longest = 0;
    for (const GroupIndex group : largest_first) {
        // Smaller groups that meet each other are done as soon as two of this size would be. So hosts that
        // are alike, or nearly, need a look at few of their meetings.
        if (square_rounds(size_of(group), size_of(group), lanes_between()) <= longest) break;
        if (const auto other = circle.meeting(turn, group)) {
            const std::int64_t size = size_of(GroupIndex(other->partner));
            longest = std::max(longest, square_rounds(size_of(group), size, lanes_between()));
        }
    }
    return longest;
}

std::int64_t Rounds::width() const noexcept {
    const std::int64_t groups = std::ssize(groups_);
    const std::int64_t between = between_ > 0 ? Circle(groups).slots() * lanes_between() : 0;
    return std::max(between, within_ > 0 ? groups * lanes_within() : 0);
}

std::optional<Rounds::Meeting> Rounds::meeting(std::int64_t round, EndpointIndex rank) const {
    const Seat seat = seats_[rank];
    return round < between_ ? between_groups(round, seat) : within_group(round - between_, seat);
}

std::optional<Rounds::Meeting> Rounds::between_groups(std::int64_t round, const Seat& seat) const {
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), round);
    const std::int64_t turn = after - begins_.begin() - 1;
    const std::int64_t part = round - *(after - 1);
    const auto met = Circle(std::ssize(groups_)).meeting(turn, seat.group);
    if (!met) return std::nullopt;
    const auto partners = GroupIndex(met->partner);

    // The smaller group's rank i meets the larger group's rank i + shift; lanes bound how many do at once.
    const std::int64_t own = size_of(seat.group);
    const std::int64_t other = size_of(partners);
    const bool on_smaller = std::pair(own, seat.group) < std::pair(other, partners);
    const std::int64_t small = std::min(own, other);
    const std::int64_t large = std::max(own, other);
    const std::int64_t batches = ceiling(small, lanes_between());
    const std::int64_t shift = part / batches;
    if (shift >= large) return std::nullopt;
    const std::int64_t in_smaller = on_smaller ? seat.index : (seat.index - shift + large) % large;
    if (in_smaller >= small || in_smaller / lanes_between() != part % batches) return std::nullopt;
    const std::int64_t partner = on_smaller ? (seat.index + shift) % large : in_smaller;
    return Meeting{groups_[partners][partner], met->slot * lanes_between() + in_smaller % lanes_between()};
}

std::optional<Rounds::Meeting> Rounds::within_group(std::int64_t round, const Seat& seat) const {
    const Circle circle(size_of(seat.group));
    const std::int64_t batches = ceiling(circle.slots(), lanes_within());
    if (batches == 0 || round / batches >= circle.rounds()) return std::nullopt;
    const auto met = circle.meeting(round / batches, seat.index);
    if (!met || met->slot / lanes_within() != round % batches) return std::nullopt;
    return Meeting{groups_[seat.group][met->partner],
                   seat.group * lanes_within() + met->slot % lanes_within()};
}

}  // namespace fabricmap::network_test
