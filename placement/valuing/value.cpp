// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/value.hpp"

#include "base/quantities.hpp"
#include "diagnosis/topology/group_names.hpp"
#include "placement/problem/weighing.hpp"
#include "placement/valuing/adapters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::placement {

std::string_view name_of(Goal goal) noexcept {
    switch (goal) {
        case Goal::delay:
            return "delay";
        case Goal::slowest:
            return "slowest";
        case Goal::crossing:
            return "crossing";
    }
    return "";
}

double Value::of(Goal goal) const noexcept {
    if (goal == Goal::delay) return delay_s;
    return goal == Goal::slowest ? slowest_s : crossing_bytes;
}

Valuer::Valuer(const Pattern& pattern, const HostDelays& delays, By by)
    : pattern_(&pattern), delays_(&delays), lengths_(planes_needed(pattern, delays.lengths)) {
    for (const double length : lengths_) {
        planes_.push_back(by == By::model ? delays.plane(length) : delays.plane_as_measured(length));
        distinct_planes_.push_back(delays.distinct_plane(length));
    }
    if (delays.topology.shape == diagnosis::Shape::grid) hops_ = diagnosis::hops_of(delays.topology);
}

double Valuer::delay_of(const Flow& flow, HostIndex from, HostIndex to,
                        const std::vector<HostMatrix>& planes) const {
    const auto after = std::lower_bound(lengths_.begin(), lengths_.end(), flow.length_bytes);
    const auto k = static_cast<std::size_t>(after - lengths_.begin());
    if (k == 0 || k == lengths_.size()) return planes[k == 0 ? 0 : k - 1](from, to);
    const double fraction = (flow.length_bytes - lengths_[k - 1]) / (lengths_[k] - lengths_[k - 1]);
    return (1 - fraction) * planes[k - 1](from, to) + fraction * planes[k](from, to);
}

Value Valuer::value(const PerRank<HostIndex>& host_of) const {
    Value value;
    const Eigen::Index hosts = delays_->host_count();
    ByteMatrix bytes = ByteMatrix::Zero(hosts, hosts);
    for (const Flow& flow : pattern_->flows) {
        const HostIndex from = host_of[flow.sender];
        const HostIndex to = host_of[flow.receiver];
        value.delay_s += flow.messages * delay_of(flow, from, to, planes_);
        value.slowest_s = std::max(value.slowest_s, delay_of(flow, from, to, distinct_planes_));
        bytes(from, to) += flow.messages * flow.length_bytes;
    }
    add_crossing(value, bytes);
    add_levels(value, bytes);
    add_adapters(value, bytes, host_of);
    return value;
}

void Valuer::add_crossing(Value& value, const ByteMatrix& bytes) const {
    const diagnosis::Topology& topology = delays_->topology;
    if (topology.shape == diagnosis::Shape::grid && !topology.coordinates.empty()) {
        value.crossing_bytes = busiest_cable(bytes, topology);
        value.crossing_where = "a cable";
        return;
    }
    const auto look_at = [&](const std::vector<int>& group, const std::string& name) {
        const auto within = bytes(group, group).sum();
        const auto out = bytes(group, Eigen::all).sum() - within;
        const auto in = bytes(Eigen::all, group).sum() - within;
        const double of_host = std::max(out, in) / static_cast<double>(group.size());
        if (of_host > value.crossing_bytes || value.crossing_where.empty()) {
            value.crossing_bytes = of_host;
            value.crossing_where = name;
        }
    };
    for (std::size_t level = 0; level < topology.levels.size(); ++level) {
        for (const std::vector<int>& group : topology.levels[level].groups)
            look_at(group, fmt::format("a {}", kind_of_group(topology, level)));
    }
    if (!topology.levels.empty()) return;
    for (int host = 0; host < delays_->host_count(); ++host) look_at({host}, "a host");
}

void Valuer::add_levels(Value& value, const ByteMatrix& bytes) const {
    const diagnosis::Topology& topology = delays_->topology;
    value.levels.push_back({"within hosts", bytes.matrix().diagonal().sum()});
    if (hops_.size() > 0) {
        std::map<int, double> by_hops;
        for (Eigen::Index from = 0; from < bytes.rows(); ++from) {
            for (Eigen::Index to = 0; to < bytes.cols(); ++to) {
                if (from != to && bytes(from, to) > 0) by_hops[hops_(from, to)] += bytes(from, to);
            }
        }
        for (const auto& [hops, sum] : by_hops)
            value.levels.push_back({hops < 0 ? "hops unknown" : counted(hops, "hop"), sum});
        return;
    }
    double below = value.levels.front().bytes;
    for (std::size_t level = 0; level < topology.levels.size(); ++level) {
        double within = 0;
        for (const std::vector<int>& group : topology.levels[level].groups)
            within += bytes(group, group).sum();
        value.levels.push_back({fmt::format("same {}", kind_of_group(topology, level)), within - below});
        below = within;
    }
    const std::string name = topology.levels.empty() ? "between hosts" : "across";
    value.levels.push_back({name, bytes.sum() - below});
}

void Valuer::add_adapters(Value& value, const ByteMatrix& bytes, const PerRank<HostIndex>& host_of) const {
    PerHost<int> ranks_on(delays_->host_count(), 0);
    for (const HostIndex host : host_of) ++ranks_on[host];
    const double of_byte = adapter_seconds_a_byte(*delays_);
    for (const HostIndex from : ranks_on.indices()) {
        const double leaving = bytes.row(from).sum() - bytes(from, from);
        value.leaving_bytes += leaving;
        value.adapter_s += leaving * of_byte * std::max(0, ranks_on[from] - 1);
    }
}

}  // namespace fabricmap::placement
