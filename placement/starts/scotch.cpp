// SPDX-License-Identifier: Apache-2.0
#include "placement/starts/scotch.hpp"

#include "placement/starts/start.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::placement {
namespace {

/// Architectures of distances between all hosts take hosts² of text.
constexpr int max_hosts_of_deco = 1024;

struct Candidate {
    ScotchMachine machine;
    List<PlaceIndex> host_of_terminal;
};

/// The mean cost between hosts whose smallest common group is of that level; the level above the last holds
/// all.
int cost_of_level(const HostMatrix& distances, const std::vector<PerPlace<int>>& group_of,
                  std::size_t level) {
    double sum = 0;
    double count = 0;
    for (const PlaceIndex from : IndexRange<PlaceIndex>(distances.rows())) {
        for (const PlaceIndex to : IndexRange<PlaceIndex>(distances.cols())) {
            if (from == to) continue;
            std::size_t meets = 0;
            while (meets < group_of.size() && group_of[meets][from] != group_of[meets][to]) ++meets;
            if (meets != level) continue;
            sum += distances(from, to);
            ++count;
        }
    }
    const double most = distances.maxCoeff();
    constexpr double scale = 1000;
    return count == 0 ? 1 : std::max(1, static_cast<int>(std::lround(scale * sum / count / most)));
}

/// The tree of slots, hosts, leaves, ... where each of a kind holds as many.
std::optional<Candidate> even_tree(const StartCase& subject) {
    const auto& levels = subject.surroundings.levels;
    const PerPlace<int>& capacity = subject.problem.capacity;
    const bool is_even =
        std::all_of(capacity.begin(), capacity.end(), [&](int slots) { return slots == capacity.front(); });
    if (!is_even) return std::nullopt;
    std::vector<PerPlace<int>> group_of;
    Candidate candidate;
    std::vector<int>& sons = candidate.machine.sons;
    if (capacity.front() > 1) sons.push_back(capacity.front());
    int below = 1;
    for (const auto& level : levels) {
        const auto size = static_cast<int>(level.front().size());
        const bool same = std::all_of(level.begin(), level.end(),
                                      [&](const PlaceList& group) { return std::ssize(group) == size; });
        if (!same || size % below != 0) return std::nullopt;
        if (size == below) continue;
        sons.push_back(size / below);
        below = size;
        group_of.emplace_back(subject.problem.hosts);
        int number = 0;
        for (const PlaceList& group : level) {
            for (const PlaceIndex host : group) group_of.back()[host] = number;
            ++number;
        }
    }
    if (subject.problem.hosts % below != 0) return std::nullopt;
    const int top = subject.problem.hosts / below;
    if (top > 1) sons.push_back(top);
    std::reverse(sons.begin(), sons.end());
    const std::size_t host_levels = group_of.size() + (top > 1 ? 1 : 0);
    for (std::size_t level = host_levels; level-- > 0;)
        candidate.machine.costs.push_back(cost_of_level(subject.surroundings.distances, group_of, level));
    if (capacity.front() > 1) {
        const double within = subject.surroundings.distances.matrix().diagonal().mean();
        constexpr double scale = 1000;
        candidate.machine.costs.push_back(std::max(
            1, static_cast<int>(std::lround(scale * within / subject.surroundings.distances.maxCoeff()))));
    }
    PlaceList hosts = subject.problem.all_hosts().list();
    std::stable_sort(hosts.begin(), hosts.end(), [&](PlaceIndex one, PlaceIndex other) {
        for (std::size_t level = group_of.size(); level-- > 0;) {
            const int here = group_of[level][one];
            const int there = group_of[level][other];
            if (here != there) return here < there;
        }
        return false;
    });
    for (const PlaceIndex host : hosts) {
        for (int slot = 0; slot < capacity.front(); ++slot) candidate.host_of_terminal.push_back(host);
    }
    return candidate;
}

/// A torus with a host at each crossing.
std::optional<Candidate> torus(const StartCase& subject) {
    const Surroundings& around = subject.surroundings;
    if (around.coordinates.empty()) return std::nullopt;
    Candidate candidate;
    candidate.machine.torus = around.dimensions;
    candidate.host_of_terminal = List<PlaceIndex>(subject.problem.hosts, nowhere);
    for (const PlaceIndex host : around.coordinates.indices()) {
        std::ptrdiff_t terminal = 0;
        for (std::size_t axis = around.dimensions.size(); axis-- > 0;)
            terminal = terminal * around.dimensions[axis] + around.coordinates[host][axis];
        if (terminal >= std::ssize(candidate.host_of_terminal)) return std::nullopt;
        candidate.host_of_terminal[terminal] = host;
    }
    const bool is_whole = std::none_of(candidate.host_of_terminal.begin(), candidate.host_of_terminal.end(),
                                       [](PlaceIndex host) { return host == nowhere; });
    return is_whole ? std::optional(std::move(candidate)) : std::nullopt;
}

std::optional<Candidate> halves(const StartCase& subject) {
    if (subject.problem.hosts > max_hosts_of_deco || subject.problem.hosts < 2) return std::nullopt;
    Candidate candidate;
    candidate.machine.halved_order = subject.surroundings.order;
    candidate.machine.distances = &subject.problem;
    candidate.host_of_terminal = List<PlaceIndex>(subject.surroundings.order);
    return candidate;
}

}  // namespace

std::optional<Mapping> map_by_scotch(const StartCase& subject) {
    if (!has_scotch() || subject.problem.others.empty() || subject.problem.hosts < 2) return std::nullopt;
    std::optional<Candidate> candidate = torus(subject);
    if (!candidate && !subject.surroundings.levels.empty()) candidate = even_tree(subject);
    if (!candidate) candidate = halves(subject);
    if (!candidate) return std::nullopt;
    const auto terminals = scotch_mapping(subject.problem, candidate->machine, subject.seed);
    if (!terminals) return std::nullopt;
    PerRank<PlaceIndex> host_of;
    for (const int terminal : *terminals) {
        const bool is_one = terminal >= 0 && terminal < std::ssize(candidate->host_of_terminal);
        host_of.push_back(is_one ? candidate->host_of_terminal[terminal] : nowhere);
    }
    return completed(subject.problem, std::move(host_of));
}

}  // namespace fabricmap::placement
