// SPDX-License-Identifier: Apache-2.0
#include "placement/problem/weighing.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace fabricmap::placement {
namespace {

/// The flows of a pair of ranks in both directions, with a weight for each plane and direction.
struct PairWeights {
    RankIndex low{};
    RankIndex high{};
    std::vector<double> there;  ///< from the lower rank to the higher
    std::vector<double> back;
};

std::vector<PairWeights> pair_weights(const Pattern& pattern, const Weighing& weighing) {
    const auto pair_of = [&](std::size_t place) {
        const Flow& flow = pattern.flows[place];
        return std::minmax(flow.sender, flow.receiver);
    };
    std::vector<std::size_t> order(pattern.flows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t one, std::size_t other) { return pair_of(one) < pair_of(other); });
    std::vector<PairWeights> pairs;
    const std::size_t planes = weighing.planes.size();
    for (const std::size_t place : order) {
        const auto [low, high] = pair_of(place);
        if (pairs.empty() || pairs.back().low != low || pairs.back().high != high) {
            pairs.push_back({low, high, std::vector<double>(planes), std::vector<double>(planes)});
        }
        const Flow& flow = pattern.flows[place];
        weighing.add_weights(flow, flow.sender == low ? pairs.back().there : pairs.back().back);
    }
    return pairs;
}

bool are_symmetric(const std::vector<HostMatrix>& planes) {
    return std::all_of(planes.begin(), planes.end(),
                       [](const HostMatrix& plane) { return (plane == plane.transpose()).all(); });
}

void take_costs(Problem& problem, const std::vector<HostMatrix>& planes, bool is_symmetric) {
    problem.costs = List<float>(planes.front().size() * problem.channels);
    float* cost = problem.costs.data();
    for (const PlaceIndex from : problem.all_hosts()) {
        for (const PlaceIndex to : problem.all_hosts()) {
            for (const HostMatrix& plane : planes)
                *cost++ = is_symmetric ? (plane(from, to) + plane(to, from)) / 2 : plane(from, to);
            for (std::size_t k = 0; !is_symmetric && k < planes.size(); ++k) *cost++ = planes[k](to, from);
        }
    }
}

/// One rank's view: what it sends, and what it receives.
void put_weights(float* weights, const std::vector<double>& sent, const std::vector<double>& received,
                 bool is_symmetric) {
    for (std::size_t k = 0; k < sent.size(); ++k) {
        weights[k] = static_cast<float>(is_symmetric ? sent[k] + received[k] : sent[k]);
        if (!is_symmetric) weights[sent.size() + k] = static_cast<float>(received[k]);
    }
}

void take_arcs(Problem& problem, const std::vector<PairWeights>& pairs, bool is_symmetric) {
    problem.first = List<std::ptrdiff_t>(problem.ranks + 1);
    for (const PairWeights& pair : pairs) {
        ++problem.first[pair.low + 1];
        ++problem.first[pair.high + 1];
    }
    std::partial_sum(problem.first.begin(), problem.first.end(), problem.first.begin());
    problem.others = List<RankIndex>(problem.first.back());
    problem.weights = List<float>(problem.first.back() * problem.channels);
    List<std::ptrdiff_t> next = problem.first;
    for (const PairWeights& pair : pairs) {
        const std::ptrdiff_t of_low = next[pair.low]++;
        const std::ptrdiff_t of_high = next[pair.high]++;
        problem.others[of_low] = pair.high;
        problem.others[of_high] = pair.low;
        put_weights(&problem.weights[of_low * problem.channels], pair.there, pair.back, is_symmetric);
        put_weights(&problem.weights[of_high * problem.channels], pair.back, pair.there, is_symmetric);
    }
}

/// Planes whose weights are in one ratio for all pairs are one plane: nearly always so, and far faster.
void join_planes(std::vector<PairWeights>& pairs, std::vector<HostMatrix>& planes) {
    if (planes.size() < 2 || pairs.empty()) return;
    const auto sum_of = [](const std::vector<double>& weights) {
        return std::accumulate(weights.begin(), weights.end(), 0.0);
    };
    const std::vector<double>& model =
        sum_of(pairs.front().there) > 0 ? pairs.front().there : pairs.front().back;
    std::vector<double> shares;
    shares.reserve(model.size());
    for (const double weight : model) shares.push_back(weight / sum_of(model));
    const auto is_alike = [&](const std::vector<double>& weights) {
        constexpr double rounding = 1e-9;
        const double sum = sum_of(weights);
        for (std::size_t k = 0; k < weights.size(); ++k) {
            if (std::abs(weights[k] - shares[k] * sum) > rounding * sum) return false;
        }
        return true;
    };
    if (!std::all_of(pairs.begin(), pairs.end(),
                     [&](const PairWeights& pair) { return is_alike(pair.there) && is_alike(pair.back); })) {
        return;
    }
    HostMatrix joined = static_cast<float>(shares[0]) * planes[0];
    for (std::size_t k = 1; k < planes.size(); ++k) joined += static_cast<float>(shares[k]) * planes[k];
    planes = {std::move(joined)};
    for (PairWeights& pair : pairs) {
        pair.there = {sum_of(pair.there)};
        pair.back = {sum_of(pair.back)};
    }
}

}  // namespace

void Weighing::add_weights(const Flow& flow, std::vector<double>& weights) const {
    if (by == By::arcs) {
        weights.front() = 1;
        return;
    }
    if (by == By::bytes) {
        weights.front() += flow.messages * flow.length_bytes;
        return;
    }
    if (planes.size() > lengths.size()) weights.back() += flow.messages * flow.length_bytes;
    const auto after = std::lower_bound(lengths.begin(), lengths.end(), flow.length_bytes);
    const auto k = static_cast<std::size_t>(after - lengths.begin());
    if (k == 0 || k == lengths.size()) {
        weights[k == 0 ? 0 : k - 1] += flow.messages;
        return;
    }
    const double fraction = (flow.length_bytes - lengths[k - 1]) / (lengths[k] - lengths[k - 1]);
    weights[k - 1] += (1 - fraction) * flow.messages;
    weights[k] += fraction * flow.messages;
}

std::vector<double> planes_needed(const Pattern& pattern, const std::vector<std::int64_t>& measured) {
    std::set<double> own;
    for (const Flow& flow : pattern.flows) {
        own.insert(flow.length_bytes);
        if (own.size() > max_planes) break;
    }
    if (own.size() <= max_planes) return {own.begin(), own.end()};
    const auto [shortest, longest] = std::minmax_element(
        pattern.flows.begin(), pattern.flows.end(),
        [](const Flow& one, const Flow& other) { return one.length_bytes < other.length_bytes; });
    std::vector<double> inner;
    for (const std::int64_t length : measured) {
        const auto bytes = static_cast<double>(length);
        if (bytes > shortest->length_bytes && bytes < longest->length_bytes) inner.push_back(bytes);
    }
    std::vector<double> chosen{shortest->length_bytes};
    const std::size_t wanted = std::min(inner.size(), max_planes - 2);
    for (std::size_t number = 0; number < wanted; ++number)
        chosen.push_back(inner[(2 * number + 1) * inner.size() / (2 * wanted)]);
    chosen.push_back(longest->length_bytes);
    return chosen;
}

HostMatrix rows_and_columns(const HostMatrix& plane, const PerPlace<HostIndex>& hosts) {
    const std::vector<HostIndex>& chosen = hosts;
    return plane(chosen, chosen);
}

Weighing weigh_delays(const Pattern& pattern, const HostDelays& delays, const PerPlace<HostIndex>& hosts) {
    Weighing weighing;
    weighing.lengths = planes_needed(pattern, delays.lengths);
    for (const double length : weighing.lengths)
        weighing.planes.push_back(rows_and_columns(delays.plane(length), hosts));
    return weighing;
}

Problem problem_of(const Pattern& pattern, const Weighing& weighing, const PerPlace<int>& capacity) {
    std::vector<PairWeights> pairs = pair_weights(pattern, weighing);
    std::vector<HostMatrix> planes = weighing.planes;
    join_planes(pairs, planes);
    const bool is_symmetric =
        are_symmetric(planes) || std::all_of(pairs.begin(), pairs.end(),
                                             [](const PairWeights& pair) { return pair.there == pair.back; });
    Problem problem;
    problem.hosts = static_cast<int>(capacity.size());
    problem.ranks = pattern.ranks;
    problem.items = std::accumulate(capacity.begin(), capacity.end(), 0);
    problem.capacity = capacity;
    problem.channels = std::ssize(planes) * (is_symmetric ? 1 : 2);
    take_costs(problem, planes, is_symmetric);
    take_arcs(problem, pairs, is_symmetric);
    return problem;
}

}  // namespace fabricmap::placement
