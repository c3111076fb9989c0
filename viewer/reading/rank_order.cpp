// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/rank_order.hpp"

#include "base/errors.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/topology/linkage.hpp"
#include "diagnosis/topology/order.hpp"
#include "viewer/reading/natural_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fabricmap::viewer {
namespace {

std::vector<int> by_number(const Displayed& shown) {
    std::vector<int> order(shown.names.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<int> by_host(const Displayed& shown) {
    std::vector<int> order = by_number(shown);
    std::stable_sort(order.begin(), order.end(), [&](int one, int other) {
        return naturally_before(shown.names[static_cast<std::size_t>(one)].host,
                                shown.names[static_cast<std::size_t>(other)].host);
    });
    return order;
}

std::vector<int> by_topology(const Displayed& shown, const diagnosis::Diagnosis* diagnosis) {
    if (diagnosis == nullptr || !diagnosis->topology) {
        throw UsageError("the topology is not known yet; diagnose the run first");
    }
    const std::vector<int>& hosts = diagnosis->topology->order;
    std::vector<int> place_of(hosts.size());
    for (std::size_t place = 0; place < hosts.size(); ++place) {
        place_of.at(static_cast<std::size_t>(hosts[place])) = static_cast<int>(place);
    }
    std::vector<int> places = diagnosed_hosts(shown, *diagnosis);
    for (int& host : places) host = place_of.at(static_cast<std::size_t>(host));
    std::vector<int> order = by_number(shown);
    std::stable_sort(order.begin(), order.end(), [&](int one, int other) {
        return places[static_cast<std::size_t>(one)] < places[static_cast<std::size_t>(other)];
    });
    return order;
}

/// What was not measured, or makes no distance, is NaN.
float distance_of(double value) noexcept {
    return std::isfinite(value) && value > 0 ? static_cast<float>(value)
                                             : std::numeric_limits<float>::quiet_NaN();
}

/// Symmetric: of the two directions the smaller, or the one that was measured.
Eigen::MatrixXf distances_at(const DelayStack& stack, std::size_t k) {
    const Eigen::Index endpoints = stack.rank_count();
    Eigen::MatrixXf distances(endpoints, endpoints);
    for (Eigen::Index sender = 0; sender < endpoints; ++sender) {
        // A row at a time: the plane in double precision would take twice the memory of the distances.
        const Matrix delays = stack.rows(k, sender, 1);
        for (Eigen::Index receiver = 0; receiver < endpoints; ++receiver) {
            float distance = distance_of(delays(0, receiver));
            if (receiver < sender) {
                distance = std::fmin(distance, distances(receiver, sender));
                distances(receiver, sender) = distance;
            }
            distances(sender, receiver) = receiver == sender ? 0 : distance;
        }
    }
    return distances;
}

std::vector<int> by_cluster(const Displayed& shown, std::size_t k) {
    if (shown.content == Content::clusters) {
        throw UsageError("cluster numbers are not distances; choose another order, or show delays");
    }
    const std::int64_t endpoints = shown.stack->rank_count();
    if (endpoints > max_endpoints_to_cluster) {
        throw UsageError(fmt::format(
            "{} ranks or hosts are too many to order by cluster, the limit is {}; show hosts instead "
            "of ranks, or order by topology",
            endpoints, max_endpoints_to_cluster));
    }
    if (endpoints < 3) return by_number(shown);
    const Eigen::MatrixXf distances = distances_at(*shown.stack, k);
    const diagnosis::Dendrogram tree = diagnosis::average_linkage(distances);
    return diagnosis::order_for_display(tree, diagnosis::layout_of(tree), distances);
}

}  // namespace

std::vector<int> order_of(const Displayed& shown, Order order, const diagnosis::Diagnosis* diagnosis,
                          std::size_t k) {
    switch (order) {
        case Order::rank:
            break;
        case Order::host:
            return by_host(shown);
        case Order::topology:
            return by_topology(shown, diagnosis);
        case Order::cluster:
            return by_cluster(shown, k);
    }
    return by_number(shown);
}

std::vector<int> diagnosed_hosts(const Displayed& shown, const diagnosis::Diagnosis& diagnosis) {
    const diagnosis::Machine machine = diagnosis::machine_of(diagnosis.runs.at(0).description);
    std::vector<int> hosts;
    hosts.reserve(shown.ranks.size());
    for (const std::vector<std::int64_t>& ranks : shown.ranks) {
        hosts.push_back(machine.host_of[RankIndex(ranks.at(0))]);
    }
    return hosts;
}

}  // namespace fabricmap::viewer
