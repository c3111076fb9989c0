// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/schedule/pair_class.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace fabricmap::network_test {

/// A position of the plan and those of its pairs that are also measured alone.
struct SampledPosition {
    std::int64_t position = 0;
    std::vector<RankPair> pairs;
};

/// Draws positions and pairs of each class from the order of a plane, further ones with each call; the same
/// on all ranks.
class RoundSample {
  public:
    /// Most pairs of each class that a position is asked for: where there are many positions, others tell
    /// more than a further pair of the same.
    [[nodiscard]] static std::int64_t pairs_of_a_position(const RoundPlan& plan) noexcept {
        constexpr std::int64_t many_positions = 96;
        return plan.positions() >= many_positions ? 1 : 3;
    }

    RoundSample(const RoundPlan& plan, const PerRank<RankLocation>& locations, const Shuffle& order) noexcept
        : plan_(plan), locations_(locations), order_(order) {}

    /// `pairs_per_class` pairs of each class, as far as there are, spread over positions.
    [[nodiscard]] std::vector<SampledPosition> next(std::size_t pairs_per_class);

  private:
    const RoundPlan& plan_;
    const PerRank<RankLocation>& locations_;
    Shuffle order_;
    std::array<std::int64_t, all_pair_classes.size()> walked_{};  ///< for each class
    std::set<std::int64_t> drawn_;                                ///< positions
};

}  // namespace fabricmap::network_test
