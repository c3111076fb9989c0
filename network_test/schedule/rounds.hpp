// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/schedule/circle.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::network_test {

/// Rounds of disjoint pairs of ranks: every unordered pair is in exactly one. Hosts meet by the circle
/// method; while two hosts meet, their ranks do by a Latin square; the pairs within hosts come last. Every
/// rank computes its partner of any round in O(log hosts), in memory that grows with the ranks.
///
/// When all ranks of a host may be active, the ranks themselves form the circle, host after host: N-1 rounds
/// for an even number N of ranks, which is optimal.
class Rounds {
  public:
    struct Meeting {
        EndpointIndex partner{};
        std::int64_t slot = 0;  ///< number of the meeting in its round; no two share it
    };

    /// For `active_per_node`: all ranks of two hosts meet at once, those of the smaller host each another
    /// one.
    static constexpr std::int64_t hosts_together = 0;

    /// `nodes`: the host's number of each rank, any numbers. `active_per_node`: so many ranks of a host, at
    /// most, are in pairs of one round; at least 1, or hosts_together. A pair within a host takes two all the
    /// same.
    /// `key`: shuffles the hosts; the same on all ranks.
    Rounds(const PerEndpoint<int>& nodes, std::int64_t active_per_node, std::uint64_t key);

    /// How many rounds there are.
    [[nodiscard]] std::int64_t count() const noexcept { return between_ + within_; }
    /// The rounds from this one on hold pairs within hosts alone.
    [[nodiscard]] std::int64_t within_begin() const noexcept { return between_; }
    /// Whether pairs within hosts and between them may be in one round.
    [[nodiscard]] bool mixes_classes() const noexcept { return mixes_classes_; }
    /// A bound of the pairs in a round, and of the slots of its meetings.
    [[nodiscard]] std::int64_t width() const noexcept;

    /// Whom the rank meets in that round, and the number of their meeting in it; nothing where it rests.
    [[nodiscard]] std::optional<Meeting> meeting(std::int64_t round, EndpointIndex rank) const;

  private:
    /// Of the ranks of a host, or of a rank alone.
    enum GroupIndex : std::int32_t {};
    struct Seat {
        GroupIndex group{};
        int index = 0;  ///< among the ranks of the group
    };
    void seat_groups(const PerEndpoint<int>& nodes, std::uint64_t key);
    void seat_each_rank_alone();
    void lay_out_rounds();
    [[nodiscard]] std::vector<GroupIndex> largest_first() const;
    /// Rounds that the groups take which meet in that turn.
    [[nodiscard]] std::int64_t longest_square(const Circle& circle, std::int64_t turn,
                                              const std::vector<GroupIndex>& largest_first) const noexcept;
    [[nodiscard]] std::int64_t size_of(GroupIndex group) const noexcept { return std::ssize(groups_[group]); }
    [[nodiscard]] std::optional<Meeting> between_groups(std::int64_t round, const Seat& seat) const;
    [[nodiscard]] std::optional<Meeting> within_group(std::int64_t round, const Seat& seat) const;
    /// Meetings of two groups that may take place at once, and within one.
    [[nodiscard]] std::int64_t lanes_between() const noexcept { return active_; }
    [[nodiscard]] std::int64_t lanes_within() const noexcept { return active_ < 2 ? 1 : active_ / 2; }

    std::int64_t active_;
    bool mixes_classes_ = false;
    Indexed<GroupIndex, List<EndpointIndex>> groups_;
    PerEndpoint<Seat> seats_;
    std::vector<std::int64_t> begins_;  ///< first round of each turn of the circle of groups, and the end
    std::int64_t between_ = 0;
    std::int64_t within_ = 0;
};

}  // namespace fabricmap::network_test
