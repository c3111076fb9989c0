// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/leaf_plan.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <unordered_map>

namespace fabricmap::network_test {
namespace {

constexpr int several_leaves = -1;

using RanksOfHosts = std::vector<std::vector<int>>;

/// The leaf of each declared host.
std::unordered_map<std::string, int> leaves_of_hosts(const DeclaredTopology& topology) {
    std::unordered_map<std::string, int> leaves;
    for (std::size_t number = 0; number < topology.switches.size(); ++number) {
        for (const std::string& node : topology.switches[number].nodes) {
            const auto [known, is_new] = leaves.try_emplace(node, static_cast<int>(number));
            if (!is_new) known->second = several_leaves;
        }
    }
    return leaves;
}

/// By number of the declared switch, the ranks of each of its hosts.
std::map<int, RanksOfHosts> ranks_by_leaf(const PerRank<RankLocation>& locations,
                                          const DeclaredTopology& topology) {
    const auto leaves = leaves_of_hosts(topology);
    std::map<int, std::vector<int>> ranks_of_node;
    for (const RankIndex rank : locations.indices()) ranks_of_node[locations[rank].node].push_back(rank);
    std::map<int, RanksOfHosts> by_leaf;
    for (const auto& [node, ranks] : ranks_of_node) {
        const std::string& host = locations[RankIndex{ranks.front()}].host;
        auto found = leaves.find(host);
        if (found == leaves.end()) found = leaves.find(without_domain(host));
        if (found == leaves.end() || found->second == several_leaves) continue;
        by_leaf[found->second].push_back(ranks);
    }
    return by_leaf;
}

/// As many hosts a leaf as lets the most hosts take part.
std::size_t best_leaf_size(const std::map<int, RanksOfHosts>& by_leaf) {
    std::vector<std::size_t> sizes;
    sizes.reserve(by_leaf.size());
    for (const auto& [leaf, hosts] : by_leaf) sizes.push_back(hosts.size());
    std::sort(sizes.rbegin(), sizes.rend());
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t leaves = 2; leaves <= sizes.size(); ++leaves) {
        const std::size_t size = sizes[leaves - 1];
        if (size * leaves < most) continue;
        most = size * leaves;
        best = size;
    }
    return best;
}

std::int64_t rounded_up(std::int64_t number, std::int64_t divisor) {
    return (number + divisor - 1) / divisor;
}

}  // namespace

LeafStreams leaf_streams_of(const PerRank<RankLocation>& locations, const DeclaredTopology& topology,
                            const WantedFlows& wanted) {
    auto by_leaf = ranks_by_leaf(locations, topology);
    const std::size_t size = best_leaf_size(by_leaf);
    if (size == 0) {
        throw UsageError(fmt::format(
            "--topology {}: the job's hosts are on {} of its leaves; streams between leaves take two or more",
            topology.path.string(), by_leaf.size()));
    }
    std::erase_if(by_leaf, [&](const auto& leaf) { return leaf.second.size() < size; });
    std::size_t slots = locations.size();
    for (auto& [leaf, hosts] : by_leaf) {
        hosts.resize(size);
        for (const auto& ranks : hosts) slots = std::min(slots, ranks.size());
    }
    LeafStreams streams;
    streams.leaf_of_rank.assign(locations.size(), -1);
    for (const auto& [leaf, hosts] : by_leaf) {
        for (const auto& ranks : hosts) {
            for (std::size_t slot = 0; slot < slots; ++slot) {
                streams.leaf_of_rank[static_cast<std::size_t>(ranks[slot])] = std::ssize(streams.leaves);
            }
        }
        streams.leaves.push_back(topology.switches[static_cast<std::size_t>(leaf)].name);
    }
    const auto ranks_of_host = static_cast<std::int64_t>(slots);
    streams.connections_per_pair = wanted.connections_per_pair;
    streams.partners_per_rank =
        std::clamp<std::int64_t>(rounded_up(wanted.per_host, ranks_of_host * wanted.connections_per_pair), 1,
                                 static_cast<std::int64_t>(size) * ranks_of_host);
    streams.flows_per_host = streams.partners_per_rank * ranks_of_host * streams.connections_per_pair;
    return streams;
}

LeafPlan::LeafPlan(const LeafStreams& streams, const PerRank<RankLocation>& locations)
    : seats_(locations.size()),
      partners_(streams.partners_per_rank),
      flows_per_host_(streams.flows_per_host) {
    std::map<std::int64_t, std::map<int, std::vector<int>>> hosts_of_leaf;
    for (const RankIndex rank : locations.indices()) {
        const std::int64_t leaf = streams.leaf_of_rank[static_cast<std::size_t>(rank)];
        if (leaf >= 0) hosts_of_leaf[leaf][locations[rank].node].push_back(rank);
    }
    for (const auto& [leaf, hosts] : hosts_of_leaf) {
        hosts_ = static_cast<int>(hosts.size());
        std::vector<int>& ranks = ranks_.emplace_back();
        for (const auto& [node, of_host] : hosts) {
            slots_ = static_cast<int>(of_host.size());
            for (const int rank : of_host) {
                seats_[static_cast<std::size_t>(rank)] = {static_cast<int>(ranks_.size()) - 1,
                                                          static_cast<int>(ranks.size())};
                ranks.push_back(rank);
            }
        }
    }
}

int LeafPlan::receiver_of(const Seat& sender, std::int64_t step, std::int64_t partner) const {
    const std::int64_t host = sender.place / slots_;
    const std::int64_t slot = sender.place % slots_;
    // Of each partner number this is one to one, so that all ranks receive as many messages.
    const std::int64_t to_host = (host + slot * partners_ + partner) % hosts_;
    const std::int64_t to_slot = (slot + partner / hosts_) % slots_;
    const std::int64_t to_leaf = (sender.leaf + 1 + step) % leaves();
    return ranks_[static_cast<std::size_t>(to_leaf)][static_cast<std::size_t>(to_host * slots_ + to_slot)];
}

std::vector<int> LeafPlan::receivers_from(RankIndex rank, std::int64_t step) const {
    const Seat& seat = seats_[static_cast<std::size_t>(rank)];
    std::vector<int> receivers;
    if (seat.leaf < 0) return receivers;
    for (std::int64_t partner = 0; partner < partners_; ++partner) {
        receivers.push_back(receiver_of(seat, step, partner));
    }
    return receivers;
}

std::vector<int> LeafPlan::senders_to(RankIndex rank, std::int64_t step) const {
    const Seat& seat = seats_[static_cast<std::size_t>(rank)];
    std::vector<int> senders;
    if (seat.leaf < 0) return senders;
    const std::int64_t from_leaf = (seat.leaf + leaves() - 1 - step) % leaves();
    const std::int64_t host = seat.place / slots_;
    const std::int64_t slot = seat.place % slots_;
    for (std::int64_t partner = 0; partner < partners_; ++partner) {
        const std::int64_t from_slot = ((slot - partner / hosts_) % slots_ + slots_) % slots_;
        const std::int64_t before = (host - from_slot * partners_ - partner) % hosts_;
        const std::int64_t from_host = (before + hosts_) % hosts_;
        senders.push_back(ranks_[static_cast<std::size_t>(from_leaf)]
                                [static_cast<std::size_t>(from_host * slots_ + from_slot)]);
    }
    return senders;
}

std::string LeafPlan::text() const {
    return fmt::format("{} leaves of {}, {} a host at once, each leaf to each in {}", leaves(),
                       counted(hosts_, "host"), counted(flows_per_host_, "flow"), counted(steps(), "shift"));
}

}  // namespace fabricmap::network_test
