// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/partners.hpp"

#include <numeric>

namespace fabricmap::diagnosis {
namespace {

PerRank<PartnerCount> count_of_ranks(const Machine& machine, const PairClasses& classes) {
    PerRank<PartnerCount> counts(machine.host_of.size());
    for (const RankIndex rank : counts.indices()) {
        for (const RankIndex other : counts.indices()) {
            if (machine.are_judged(rank, other) && classes.was_measured(rank, other)) ++counts[rank].measured;
        }
    }
    return counts;
}

PerHost<PartnerCount> count_of_hosts(const Machine& machine, const PairClasses& classes) {
    PerHost<PartnerCount> counts(machine.hosts.size());
    for (const HostIndex host : counts.indices()) {
        PerHost<bool> met(machine.hosts.size(), false);
        for (const RankIndex rank : machine.ranks_of[host]) {
            for (const RankIndex other : machine.host_of.indices()) {
                if (classes.was_measured(rank, other)) met[machine.host_of[other]] = true;
            }
        }
        met[host] = false;
        counts[host].measured = static_cast<int>(std::count(met.begin(), met.end(), true));
    }
    return counts;
}

bool is_active(const PartnerCount& count) {
    return count.measured > 0;
}

}  // namespace

Partners count_partners(const Machine& machine, const PairClasses& classes) {
    Partners partners{count_of_ranks(machine, classes), count_of_hosts(machine, classes)};
    auto& [of_ranks, of_hosts] = partners;
    PerHost<int> active_ranks(machine.hosts.size(), 0);
    for (const RankIndex rank : of_ranks.indices()) {
        if (is_active(of_ranks[rank])) ++active_ranks[machine.host_of[rank]];
    }
    const int all_ranks = std::accumulate(active_ranks.begin(), active_ranks.end(), 0);
    for (const RankIndex rank : of_ranks.indices()) {
        const int itself = is_active(of_ranks[rank]) ? 1 : 0;
        const int on_its_host = active_ranks[machine.host_of[rank]];
        of_ranks[rank].possible = all_ranks - (machine.host_count() == 1 ? itself : on_its_host);
    }
    const auto active_hosts = static_cast<int>(std::count_if(of_hosts.begin(), of_hosts.end(), is_active));
    for (PartnerCount& count : of_hosts) count.possible = active_hosts - (is_active(count) ? 1 : 0);
    return partners;
}

}  // namespace fabricmap::diagnosis
