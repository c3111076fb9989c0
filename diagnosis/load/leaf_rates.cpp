// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/leaf_rates.hpp"

#include "diagnosis/survey/host_rows.hpp"

#include <cmath>

namespace fabricmap::diagnosis {

LeafRates leaf_rates_of(const Run& run, const Machine& machine, std::size_t k) {
    const LeafStreams& streams = run.description().leaf_streams.value();
    const auto leaf_of = [&](HostIndex host) {
        for (const RankIndex rank : machine.ranks_of[host]) {
            const std::int64_t leaf = streams.leaf_of_rank[static_cast<std::size_t>(rank)];
            if (leaf >= 0) return leaf;
        }
        return std::int64_t{-1};
    };
    const auto leaves = std::ssize(streams.leaves);
    LeafRates rates;
    rates.hosts.resize(static_cast<std::size_t>(leaves));
    for (const HostIndex host : machine.hosts.indices()) {
        if (const auto leaf = leaf_of(host); leaf >= 0)
            rates.hosts[static_cast<std::size_t>(leaf)].push_back(host);
    }
    rates.sent = Eigen::MatrixXd::Zero(machine.host_count(), leaves);
    rates.received = rates.sent;
    rates.between_hosts = Eigen::MatrixXd::Constant(machine.host_count(), machine.host_count(), std::nan(""));
    const auto stack = run.stack(run.preferred());
    const auto bytes = static_cast<double>(stack->message_lengths()[k]);
    for_each_value(*stack, k, [&](RankIndex sender, RankIndex receiver, double seconds) {
        if (!(seconds > 0)) return;
        const HostIndex from = machine.host_of[sender];
        const HostIndex to = machine.host_of[receiver];
        const auto from_leaf = streams.leaf_of_rank[static_cast<std::size_t>(sender)];
        const auto to_leaf = streams.leaf_of_rank[static_cast<std::size_t>(receiver)];
        if (from_leaf < 0 || to_leaf < 0 || from_leaf == to_leaf) return;
        const double rate = bytes / seconds;
        ++rates.rank_pairs;
        rates.sent(from, to_leaf) += rate;
        rates.received(to, from_leaf) += rate;
        double& between = rates.between_hosts(from, to);
        between = rate + (std::isnan(between) ? 0 : between);
    });
    return rates;
}

Eigen::MatrixXd LeafRates::means(const PerHost<bool>& left_out) const {
    const auto leaves = std::ssize(hosts);
    Eigen::MatrixXd means = Eigen::MatrixXd::Constant(leaves, leaves, std::nan(""));
    for (Eigen::Index from = 0; from < leaves; ++from) {
        for (Eigen::Index to = 0; to < leaves; ++to) {
            double sum = 0;
            int pairs = 0;
            for (const HostIndex sender : hosts[static_cast<std::size_t>(from)]) {
                for (const HostIndex receiver : hosts[static_cast<std::size_t>(to)]) {
                    const double rate = between_hosts(sender, receiver);
                    if (left_out[sender] || left_out[receiver] || std::isnan(rate)) continue;
                    sum += rate;
                    ++pairs;
                }
            }
            if (pairs > 0) means(from, to) = sum / pairs;
        }
    }
    return means;
}

Eigen::MatrixXd LeafRates::sums() const {
    const auto leaves = std::ssize(hosts);
    Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(leaves, leaves);
    for (Eigen::Index from = 0; from < leaves; ++from) {
        for (const HostIndex host : hosts[static_cast<std::size_t>(from)]) sums.row(from) += sent.row(host);
    }
    return (sums.array() > 0).select(sums, std::nan(""));
}

}  // namespace fabricmap::diagnosis
