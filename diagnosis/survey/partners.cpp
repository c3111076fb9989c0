// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/partners.hpp"

#include <numeric>

namespace fabricmap::diagnosis {
namespace {

std::vector<PartnerCount> count_of_ranks(const Machine& machine, const PairClasses& classes) {
    const int ranks = machine.rank_count();
    std::vector<PartnerCount> counts(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        for (int other = 0; other < ranks; ++other) {
            if (machine.are_judged(rank, other) && classes.was_measured(rank, other)) {
                ++counts[static_cast<std::size_t>(rank)].measured;
            }
        }
    }
    return counts;
}

std::vector<PartnerCount> count_of_hosts(const Machine& machine, const PairClasses& classes) {
    const std::size_t hosts = machine.hosts.size();
    std::vector<PartnerCount> counts(hosts);
    for (std::size_t host = 0; host < hosts; ++host) {
        std::vector<bool> met(hosts, false);
        for (const int rank : machine.ranks_of[host]) {
            for (int other = 0; other < machine.rank_count(); ++other) {
                if (classes.was_measured(rank, other)) {
                    met[static_cast<std::size_t>(machine.host_of[static_cast<std::size_t>(other)])] = true;
                }
            }
        }
        met[host] = false;
        counts[host].measured = static_cast<int>(std::count(met.begin(), met.end(), true));
    }
    return counts;
}

/// Of each group of parts, how many were measured with anything.
std::vector<int> active_in(const std::vector<PartnerCount>& counts,
                           const std::vector<std::vector<int>>& groups) {
    std::vector<int> active;
    active.reserve(groups.size());
    for (const std::vector<int>& group : groups) {
        active.push_back(static_cast<int>(std::count_if(group.begin(), group.end(), [&](int part) {
            return counts[static_cast<std::size_t>(part)].measured > 0;
        })));
    }
    return active;
}

}  // namespace

Partners count_partners(const Machine& machine, const PairClasses& classes) {
    Partners partners{count_of_ranks(machine, classes), count_of_hosts(machine, classes)};
    const std::vector<int> active_ranks = active_in(partners.of_ranks, machine.ranks_of);
    const int all_ranks = std::accumulate(active_ranks.begin(), active_ranks.end(), 0);
    for (std::size_t rank = 0; rank < partners.of_ranks.size(); ++rank) {
        PartnerCount& count = partners.of_ranks[rank];
        const int itself = count.measured > 0 ? 1 : 0;
        const int on_its_host = active_ranks[static_cast<std::size_t>(machine.host_of[rank])];
        count.possible = all_ranks - (machine.host_count() == 1 ? itself : on_its_host);
    }
    const auto active_hosts =
        static_cast<int>(std::count_if(partners.of_hosts.begin(), partners.of_hosts.end(),
                                       [](const PartnerCount& count) { return count.measured > 0; }));
    for (PartnerCount& count : partners.of_hosts) {
        count.possible = active_hosts - (count.measured > 0 ? 1 : 0);
    }
    return partners;
}

}  // namespace fabricmap::diagnosis
