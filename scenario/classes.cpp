// SPDX-License-Identifier: Apache-2.0
#include "scenario/classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fabricmap {
namespace {

struct PathCounts {
    int local;   ///< most local cables, or levels
    int global;  ///< most global cables
};

PathCounts paths_in(const SingleHost& /*shape*/) {
    return {1, 0};
}
PathCounts paths_in(const FatTree& tree) {
    return {static_cast<int>(tree.children.size()) + 1, 0};
}
PathCounts paths_in(const Torus& torus) {
    return {std::accumulate(torus.size.begin(), torus.size.end(), 0,
                            [](int sum, int size) { return sum + size / 2; }),
            0};
}
PathCounts paths_in(const Dragonfly& /*dragonfly*/) {
    return {4, 1};
}

std::string name_of_path(const Fabric& fabric, const Route& path) {
    if (std::holds_alternative<SingleHost>(fabric.shape)) return "other host";
    if (std::holds_alternative<FatTree>(fabric.shape))
        return path.local == 1 ? "same leaf" : fmt::format("level {}", path.local);
    if (std::holds_alternative<Torus>(fabric.shape))
        return path.local == 1 ? "1 hop" : fmt::format("{} hops", path.local);
    if (path.local + path.global == 0) return "same router";
    return path.global == 0 ? fmt::format("same group, {} cables", path.local)
                            : fmt::format("other group, {} cables", path.local + path.global);
}

double latency_of_path(const Scenario& scenario, const Route& path) {
    const Latencies& latencies = scenario.latencies;
    const auto own = latencies.by_level.find(path.local);
    if (own != latencies.by_level.end()) return own->second;
    const bool is_tree = std::holds_alternative<FatTree>(scenario.fabric.shape);
    const int cables = is_tree ? 2 * path.local : path.local;
    return latencies.base + latencies.hop * cables + latencies.global * path.global;
}

}  // namespace

PairClasses::PairClasses(const Scenario& scenario) : fabric_(scenario.fabric) {
    const Latencies& latencies = scenario.latencies;
    const Bandwidths& bandwidths = scenario.bandwidths;
    classes_.push_back(
        {fabric_.sockets > 1 ? "same socket" : "same host", false, latencies.socket, bandwidths.socket});
    classes_.push_back({"other socket", false, latencies.host, bandwidths.host});
    add_paths_between_hosts(scenario);
}

void PairClasses::add_paths_between_hosts(const Scenario& scenario) {
    const PathCounts counts = std::visit([](const auto& shape) { return paths_in(shape); }, fabric_.shape);
    local_paths_ = counts.local + 1;
    of_route_.assign(static_cast<std::size_t>(local_paths_) * static_cast<std::size_t>(counts.global + 1), 0);
    for (Route path; path.global <= counts.global; ++path.global) {
        for (path.local = 0; path.local <= counts.local; ++path.local) {
            of_route_[index_of(path)] = static_cast<int>(classes_.size());
            classes_.push_back({name_of_path(fabric_, path), true, latency_of_path(scenario, path),
                                scenario.bandwidths.link});
        }
    }
}

std::size_t PairClasses::index_of(const Route& path) const {
    return static_cast<std::size_t>(path.global) * static_cast<std::size_t>(local_paths_) +
           static_cast<std::size_t>(path.local);
}

int PairClasses::of(int sender, int receiver) const {
    const int host = fabric_.host_of(sender);
    const int other = fabric_.host_of(receiver);
    if (host != other) return of_hosts(host, other);
    return fabric_.socket_of(sender) == fabric_.socket_of(receiver) ? 0 : 1;
}

int PairClasses::of_hosts(int sender, int receiver) const {
    const Route path = route(fabric_, sender, receiver);
    return of_route_[index_of(path)];
}

double protocol_jumps(const Scenario& scenario, bool between_hosts, std::int64_t bytes) {
    double jumps = 0;
    for (const Break& step : scenario.breaks) {
        const bool concerns = between_hosts ? step.between_hosts : step.within_hosts;
        if (concerns && bytes >= step.at_bytes) jumps += step.jump_s;
    }
    return jumps;
}

}  // namespace fabricmap
