// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/problem/problem.hpp"

#include <cstdint>

namespace fabricmap::placement {

/// Swaps pairs of items as long as that makes the sum smaller, until no swap does, or after `max_trials`
/// trials.
void descend(const Problem& problem, Mapping& mapping, std::uint64_t max_trials);

/// Simulated annealing (Connolly, European Journal of Operational Research 46, 1990): swaps drawn by chance,
/// accepted by a temperature that falls from `hot` to `cold` of the mean change, in so many trials.
struct AnnealingPlan {
    std::uint64_t trials = 0;
    double hot = 0.5;
    double cold = 0.005;
    std::uint64_t seed = 1;
};
void anneal(const Problem& problem, Mapping& mapping, const AnnealingPlan& plan);

/// Iterated descent: a few random swaps, then descent from there, kept where it is no worse; so many times.
struct KickPlan {
    int kicks = 300;
    std::uint64_t max_trials = 0;  ///< of all descents together
    std::uint64_t seed = 1;
};
void kick(const Problem& problem, Mapping& mapping, const KickPlan& plan);

}  // namespace fabricmap::placement
