// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/pair_classes.hpp"

#include <algorithm>
#include <vector>

namespace fabricmap::diagnosis {

/// A part that was measured with fewer others cannot be told from its ways to them: one that is slow would
/// already be a good share of them.
inline constexpr int fewest_partners = 4;

/// With how many others a part was measured.
struct PartnerCount {
    int measured = 0;
    int possible = 0;  ///< others that were measured with anything

    /// Of a machine of few parts all others.
    [[nodiscard]] int needed() const noexcept { return std::min(fewest_partners, possible); }
    [[nodiscard]] bool is_enough() const noexcept { return measured >= needed(); }
};

struct Partners {
    std::vector<PartnerCount> of_ranks;  ///< ranks the way to which is judged (see Machine::are_judged)
    std::vector<PartnerCount> of_hosts;  ///< other hosts
};

/// Counts the pairs that were measured in one direction at least.
[[nodiscard]] Partners count_partners(const Machine& machine, const PairClasses& classes);

}  // namespace fabricmap::diagnosis
