// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_class.hpp"
#include "network_test/schedule/rounds.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::network_test {

/// The rounds of a sweep as a row of positions: all of them or a sample, each whole or, where pairs that are
/// measured at once disturb each other, thinned into parts of fewer pairs. All ranks hold the same plan.
class RoundPlan {
  public:
    struct Settings {
        std::int64_t active_per_node = 1;  ///< or Rounds::hosts_together
        PairSample sample{};               ///< of the rounds, drawn from the seed
        std::uint64_t seed = 0;
    };

    /// `endpoints`: the ranks that take part, ascending; `locations`: by rank.
    RoundPlan(const std::vector<int>& endpoints, const PerRank<RankLocation>& locations,
              const Settings& settings);

    [[nodiscard]] std::int64_t positions() const noexcept { return rounds_in_use_ * parts_; }
    /// A bound of the pairs that are measured at once.
    [[nodiscard]] std::int64_t pairs_at_once() const noexcept {
        return (rounds_.width() + parts_ - 1) / parts_;
    }
    /// Rounds that are measured, and that there are.
    [[nodiscard]] std::int64_t rounds_in_use() const noexcept { return rounds_in_use_; }
    [[nodiscard]] std::int64_t all_rounds() const noexcept { return rounds_.count(); }

    /// Whether all ranks of two hosts meet at once.
    [[nodiscard]] bool has_hosts_together() const noexcept { return has_hosts_together_; }

    /// How many classes of pairs there are among the ranks.
    [[nodiscard]] std::int64_t classes() const noexcept { return classes_; }

    /// Into how many parts each round is split.
    [[nodiscard]] std::int64_t parts() const noexcept { return parts_; }
    void split(std::int64_t parts) noexcept { parts_ = parts; }
    /// So many times fewer pairs are measured at once: first of the same two hosts, then of all.
    void thin(std::int64_t times) noexcept { split(times * parts_); }

    /// Whom the rank meets at that position; nothing where it rests.
    [[nodiscard]] std::optional<RankIndex> partner(std::int64_t position, RankIndex rank) const;
    /// Those whom the rank meets at any position, ascending.
    [[nodiscard]] std::vector<int> peers_of(RankIndex rank) const;
    /// All pairs of that position, each with its lower rank first. O(ranks).
    [[nodiscard]] std::vector<RankPair> pairs(std::int64_t position) const;
    /// Whether the position may hold pairs of the class.
    [[nodiscard]] bool may_hold(std::int64_t position, PairClass pair_class) const noexcept {
        const bool within = round_at(position) >= rounds_.within_begin();
        return rounds_.mixes_classes() || within == (pair_class == PairClass::same_host);
    }

  private:
    [[nodiscard]] std::int64_t round_at(std::int64_t position) const noexcept {
        return choice_.at(position / parts_);
    }

    PerEndpoint<RankIndex> rank_of_;
    PerRank<std::optional<EndpointIndex>> endpoint_of_;  ///< nothing for those who take no part
    Rounds rounds_;
    Shuffle choice_;
    std::int64_t rounds_in_use_;
    std::int64_t classes_;
    bool has_hosts_together_;
    std::int64_t parts_ = 1;
};

/// All that take part but the rank itself, those behind it first; nobody where it takes no part. `endpoints`:
/// ascending.
[[nodiscard]] std::vector<int> all_peers(const std::vector<int>& endpoints, int rank);

}  // namespace fabricmap::network_test
