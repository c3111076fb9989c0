// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/pair_classes.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fabricmap::diagnosis {

/// A part that was measured with fewer others cannot be distinguished from its paths to them: one that is
/// slow would already be a good fraction of them.
inline constexpr int min_partners = 4;

/// With how many others a part was measured.
struct PartnerCount {
    int measured = 0;
    int possible = 0;  ///< others that were measured with anything

    /// Of a machine of few parts all others.
    [[nodiscard]] int needed() const noexcept { return std::min(min_partners, possible); }
    [[nodiscard]] bool is_enough() const noexcept { return measured >= needed(); }
};

struct Partners {
    PerRank<PartnerCount> of_ranks;  ///< ranks the path to which is judged (see Machine::are_judged)
    PerHost<PartnerCount> of_hosts;  ///< other hosts

    /// Whether it was measured with enough others to be judged.
    [[nodiscard]] bool suffice_for(RankIndex rank) const noexcept { return of_ranks[rank].is_enough(); }
    [[nodiscard]] bool suffice_for(HostIndex host) const noexcept { return of_hosts[host].is_enough(); }
    /// Whether half of the hosts are such: single pairs show neither kinds of hosts nor where they sit.
    [[nodiscard]] bool suffice_for_majority_of_hosts() const noexcept {
        const auto enough = std::count_if(of_hosts.begin(), of_hosts.end(),
                                          [](const PartnerCount& count) { return count.is_enough(); });
        return 2 * static_cast<std::size_t>(enough) >= of_hosts.size();
    }
};

/// Counts the pairs that were measured in one direction at least.
[[nodiscard]] Partners count_partners(const Machine& machine, const PairClasses& classes);

}  // namespace fabricmap::diagnosis
