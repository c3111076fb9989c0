// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/arrangement.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>

namespace fabricmap::placement {
namespace {

/// The processes of each host, by its name without a domain.
std::map<std::string, std::vector<int>> processes_by_host(const std::vector<std::string>& hosts) {
    std::map<std::string, std::vector<int>> processes;
    int process = 0;
    for (const std::string& host : hosts) processes[without_domain(host)].push_back(process++);
    return processes;
}

}  // namespace

Arrangement as_started(int ranks) {
    Arrangement process_of(ranks);
    std::iota(process_of.begin(), process_of.end(), 0);
    return process_of;
}

Arrangement as_placed(const ReadPlacement& placement, const std::vector<std::string>& hosts, int ranks,
                      const std::filesystem::path& file) {
    const std::ptrdiff_t placed =
        placement.rank_on_slot.empty() ? std::ssize(placement.host_of) : std::ssize(placement.rank_on_slot);
    if (placed != ranks) {
        throw UsageError(fmt::format("--value {}: it places {} ranks, and the messages are of {}",
                                     file.string(), placed, ranks));
    }
    Arrangement process_of = as_started(ranks);
    for (const SlotIndex slot : placement.rank_on_slot.indices())
        process_of[placement.rank_on_slot[slot]] = slot;
    const auto processes = processes_by_host(hosts);
    std::map<std::string, std::size_t> taken;
    for (const RankIndex rank : placement.host_of.indices()) {
        const std::string host = without_domain(placement.host_of[rank]);
        const auto found = processes.find(host);
        const std::size_t there = found == processes.end() ? 0 : found->second.size();
        if (taken[host] == there) {
            throw UsageError(fmt::format(
                "--value {}: it has more ranks on {} than the job, which has {} there; start the job "
                "with that file's hosts and slots",
                file.string(), placement.host_of[rank], there));
        }
        process_of[rank] = found->second[taken[host]++];
    }
    return process_of;
}

Pattern between_processes(const Pattern& pattern, const Arrangement& process_of, int processes) {
    Pattern moved = pattern;
    moved.ranks = processes;
    for (Flow& flow : moved.flows) {
        flow.sender = RankIndex{process_of[flow.sender]};
        flow.receiver = RankIndex{process_of[flow.receiver]};
    }
    return moved;
}

}  // namespace fabricmap::placement
