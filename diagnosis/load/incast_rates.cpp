// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/incast_rates.hpp"

#include "netcdf_schema/run/incast_levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::diagnosis {
namespace {

constexpr double fallen = 0.8;

/// Bytes a second that the host receives, by how many send.
std::vector<double> rates_into(HostIndex receiver, const Machine& machine, const DelayStack& stack,
                               const std::vector<std::int64_t>& levels) {
    const std::size_t longest = stack.message_lengths().size() - 1;
    const auto bytes = static_cast<double>(stack.message_lengths()[longest]);
    std::vector<Cell> cells;
    for (std::int64_t distance = 1; distance < machine.host_count(); ++distance) {
        const HostIndex sender{static_cast<std::int32_t>((int{receiver} + distance) % machine.host_count())};
        cells.push_back({static_cast<std::int32_t>(machine.ranks_of[sender].front()),
                         static_cast<std::int32_t>(machine.ranks_of[receiver].front())});
    }
    const std::vector<double> seconds = stack.cells(longest, cells);
    std::vector<double> sums(levels.size(), 0);
    std::vector<std::int64_t> counts(levels.size(), 0);
    for (std::size_t place = 0; place < seconds.size(); ++place) {
        if (!(seconds[place] > 0)) continue;
        const std::size_t level = incast_level_of(levels, static_cast<std::int64_t>(place) + 1);
        sums[level] += bytes / seconds[place];
        ++counts[level];
    }
    for (std::size_t level = 0; level < levels.size(); ++level) {
        sums[level] = counts[level] > 0 ? sums[level] * static_cast<double>(levels[level]) /
                                              static_cast<double>(counts[level])
                                        : std::numeric_limits<double>::quiet_NaN();
    }
    return sums;
}

void find_best(IncastOfHost& host, const std::vector<std::int64_t>& levels) {
    std::size_t best = 0;
    for (std::size_t level = 0; level < levels.size(); ++level) {
        if (!(host.rates[level] > host.best_rate)) continue;
        host.best_rate = host.rates[level];
        host.best_senders = levels[level];
        best = level;
    }
    for (std::size_t level = best + 1; level < levels.size() && !host.falling_senders; ++level) {
        if (host.rates[level] < fallen * host.best_rate) host.falling_senders = levels[level];
    }
}

}  // namespace

Incast incast_of(const Run& run, const Machine& machine) {
    const auto stack = run.stack(run.preferred());
    Incast incast;
    incast.length_bytes = stack->message_lengths().back();
    incast.senders = incast_levels(machine.host_count());
    for (const HostIndex host : machine.hosts.indices()) {
        IncastOfHost received;
        received.host = machine.hosts[host];
        received.rates = rates_into(host, machine, *stack, incast.senders);
        find_best(received, incast.senders);
        if (received.best_senders > 0) incast.hosts.push_back(std::move(received));
    }
    std::stable_sort(
        incast.hosts.begin(), incast.hosts.end(),
        [](const IncastOfHost& one, const IncastOfHost& other) { return one.best_rate < other.best_rate; });
    return incast;
}

}  // namespace fabricmap::diagnosis
