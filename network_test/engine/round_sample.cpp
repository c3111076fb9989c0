// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_sample.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace fabricmap::network_test {
namespace {

// Positions within hosts may be one among thousands.
constexpr std::int64_t furthest_walk = 20'000;

using Wanted = std::array<std::size_t, all_pair_classes.size()>;

/// Takes pairs at the class's account, so many of each class at most, in an order drawn from the position's
/// number.
std::vector<RankPair> draw(std::vector<RankPair> pairs, const PerRank<RankLocation>& locations,
                           std::int64_t position, std::size_t most, Wanted& wanted) {
    auto state = static_cast<std::uint64_t>(position);
    shuffle(std::span(pairs), state);
    Wanted taken{};
    std::vector<RankPair> drawn;
    for (const RankPair& pair : pairs) {
        const auto index = static_cast<std::size_t>(class_of(pair, locations));
        if (wanted[index] == 0 || taken[index] == most) continue;
        --wanted[index];
        ++taken[index];
        drawn.push_back(pair);
    }
    return drawn;
}

}  // namespace

std::vector<SampledPosition> RoundSample::next(std::size_t pairs_per_class) {
    Wanted wanted{};
    wanted.fill(pairs_per_class);
    const auto most = static_cast<std::size_t>(pairs_of_a_position(plan_));
    std::vector<SampledPosition> sample;
    for (const PairClass pair_class : all_pair_classes) {
        const auto index = static_cast<std::size_t>(pair_class);
        std::int64_t& walked = walked_.at(index);
        const std::int64_t end = std::min(order_.size(), walked + furthest_walk);
        for (; walked < end && wanted.at(index) > 0; ++walked) {
            const std::int64_t position = order_.at(walked);
            if (!plan_.may_hold(position, pair_class) || drawn_.contains(position)) continue;
            auto pairs = draw(plan_.pairs(position), locations_, position, most, wanted);
            if (pairs.empty()) continue;
            drawn_.insert(position);
            sample.push_back({position, std::move(pairs)});
        }
    }
    return sample;
}

}  // namespace fabricmap::network_test
