// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/congestion.hpp"

#include "diagnosis/stages/other_memories.hpp"
#include "statistics/order_statistics.hpp"
#include "statistics/robust.hpp"
#include "statistics/visits.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr int max_partners_under_load = 64;

/// Messages of each host and of some others, both ways, by host.
struct CellsOfHosts {
    std::vector<Cell> cells;
    std::vector<std::size_t> ends;
};

CellsOfHosts cells_of_hosts(const Machine& machine) {
    const int others = machine.host_count() - 1;
    const int partners = std::min(others, max_partners_under_load);
    CellsOfHosts chosen;
    const auto rank_of = [&](HostIndex host, int number) {
        const auto& ranks = machine.ranks_of[host];
        return static_cast<std::int32_t>(ranks[static_cast<std::size_t>(number) % ranks.size()]);
    };
    for (const HostIndex host : machine.hosts.indices()) {
        for (int number = 0; number < partners; ++number) {
            const int step = 1 + number * others / partners;
            const HostIndex other{(int{host} + step) % machine.host_count()};
            const std::int32_t own = rank_of(host, number);
            const std::int32_t partner = rank_of(other, number);
            chosen.cells.push_back({own, partner});
            chosen.cells.push_back({partner, own});
        }
        chosen.ends.push_back(chosen.cells.size());
    }
    return chosen;
}

/// The factors of each host's pairs: their median, and what a tenth of them exceeds.
Congestion congestion_by_hosts(const std::vector<double>& alone_s, const std::vector<double>& loaded_s,
                               const std::vector<std::size_t>& ends, std::int64_t& hosts) {
    constexpr double all_but_a_tenth = 0.9;
    std::vector<double> medians;
    std::vector<double> tails;
    std::size_t cell = 0;
    for (const std::size_t end : ends) {
        std::vector<double> factors;
        for (; cell < end; ++cell) {
            const double factor = loaded_s[cell] / alone_s[cell];
            if (std::isfinite(factor) && factor > 0) factors.push_back(factor);
        }
        if (factors.empty()) continue;
        tails.push_back(quantile_of(factors, all_but_a_tenth));
        medians.push_back(median_of(factors));
    }
    hosts = std::max<std::int64_t>(hosts, std::ssize(medians));
    Congestion congestion;
    congestion.typical = interval_over_visits(medians);
    congestion.worst_tenth = interval_over_visits(tails);
    return congestion;
}

LoadedRun loaded_run(const Run& judged, const Run& other, const CellsOfHosts& chosen) {
    LoadedRun loaded;
    loaded.label = other.label();
    loaded.noise = other.description().noise.value_or(NoiseParameters{-1, -1, -1});
    loaded.overlapped_fraction = other.description().noise_fraction;
    const auto alone = judged.stack(judged.preferred());
    const auto beside = other.stack(other.preferred());
    const std::vector<std::int64_t>& lengths = alone->message_lengths();
    const std::vector<std::int64_t>& others = beside->message_lengths();
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const auto found = std::find(others.begin(), others.end(), lengths[k]);
        if (found == others.end()) continue;
        Congestion congestion =
            congestion_by_hosts(alone->cells(k, chosen.cells),
                                beside->cells(static_cast<std::size_t>(found - others.begin()), chosen.cells),
                                chosen.ends, loaded.hosts);
        congestion.length_bytes = lengths[k];
        if (std::isfinite(congestion.typical.value)) loaded.lengths.push_back(congestion);
    }
    return loaded;
}

}  // namespace

bool is_loaded_beside(const Run& judged, const Run& other) {
    const RunDescription& here = judged.description();
    const RunDescription& there = other.description();
    if (!here.mode || !there.mode || traits_of(*there.mode).without_noise != here.mode) return false;
    if (!is_beside_noise(there) || here.timing != there.timing || !have_same_memory(judged, other) ||
        judged.preferred() != other.preferred())
        return false;
    return have_same_ranks(here, there);
}

std::vector<LoadedRun> congestion_of(const Request& request, const Run& judged, const Machine& machine) {
    std::vector<LoadedRun> all;
    if (machine.host_count() < 2) return all;
    for (const Run& run : request.runs) {
        if (!is_loaded_beside(judged, run)) continue;
        all.push_back(loaded_run(judged, run, cells_of_hosts(machine)));
        if (all.back().lengths.empty()) all.pop_back();
    }
    return all;
}

}  // namespace fabricmap::diagnosis
