// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"

#include <algorithm>

namespace fabricmap::placement {

/// What swaps of two items change, from the messages of the two alone. `channels` is the problem's, or 0 for
/// any number: the compiler unrolls what it knows.
template <std::ptrdiff_t known_channels>
class SwapChange {
  public:
    SwapChange(const Problem& problem, Mapping& mapping) : problem_(&problem), mapping_(&mapping) {}

    /// The cost after less that before.
    [[nodiscard]] double of(RankIndex one, RankIndex other) const {
        const PlaceIndex here = host_of(one);
        const PlaceIndex there = host_of(other);
        if (here == there) return 0;
        return moved(one, other, here, there) + moved(other, one, there, here);
    }
    void swap(RankIndex one, RankIndex other) const {
        std::swap(mapping_->host_of[one], mapping_->host_of[other]);
    }
    [[nodiscard]] PlaceIndex host_of(RankIndex item) const { return mapping_->host_of[item]; }
    [[nodiscard]] const Problem& problem() const { return *problem_; }
    [[nodiscard]] Mapping& mapping() const { return *mapping_; }

  private:
    [[nodiscard]] std::ptrdiff_t channels() const {
        return known_channels == 0 ? problem_->channels : known_channels;
    }

    /// The partner, if the two have messages, trades places: its part is counted half from either side.
    [[nodiscard]] double moved(RankIndex item, RankIndex partner, PlaceIndex from, PlaceIndex to) const {
        if (item >= problem_->ranks) return 0;
        const float* const before = problem_->row(from);
        const float* const after = problem_->row(to);
        const std::ptrdiff_t count = channels();
        float change = 0;
        float between = 0;
        for (const std::ptrdiff_t link : problem_->links_of(item)) {
            const RankIndex other = problem_->others[link];
            const float* const weights = &problem_->weights[link * count];
            if (other == partner) {
                const float* const now = before + to * count;
                const float* const then = after + from * count;
                for (std::ptrdiff_t channel = 0; channel < count; ++channel)
                    between += weights[channel] * (then[channel] - now[channel]);
                continue;
            }
            const std::ptrdiff_t place = host_of(other) * count;
            for (std::ptrdiff_t channel = 0; channel < count; ++channel)
                change += weights[channel] * (after[place + channel] - before[place + channel]);
        }
        return change + between / 2;
    }

    const Problem* problem_;
    Mapping* mapping_;
};

/// Calls act with the SwapChange that fits the problem.
template <typename Act>
decltype(auto) with_swap_change(const Problem& problem, Mapping& mapping, const Act& act) {
    if (problem.channels == 1) return act(SwapChange<1>(problem, mapping));
    if (problem.channels == 2) return act(SwapChange<2>(problem, mapping));
    return act(SwapChange<0>(problem, mapping));
}

}  // namespace fabricmap::placement
