// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/host_pairs.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace fabricmap::clusterizer {
namespace {

constexpr std::size_t max_hosts = 4096;
constexpr std::size_t max_intervals = 3;
constexpr std::size_t max_groups = 4;
constexpr std::size_t max_examples = 3;

std::size_t count_of(const std::vector<bool>& hosts) {
    return static_cast<std::size_t>(std::count(hosts.begin(), hosts.end(), true));
}

bool meet(const std::vector<bool>& one, const std::vector<bool>& other) {
    for (std::size_t host = 0; host < one.size(); ++host) {
        if (one[host] && other[host]) return true;
    }
    return false;
}

bool are_consecutive(const std::vector<std::size_t>& ascending) {
    return ascending.back() - ascending.front() + 1 == ascending.size();
}

}  // namespace

HostPairs::HostPairs(const std::vector<std::string>& names)
    : names_(&names), pairs_(names.size() <= max_hosts ? names.size() * names.size() : 0) {}

void HostPairs::add(int sender, int receiver) {
    if (!pairs_.empty())
        pairs_[static_cast<std::size_t>(sender) * names_->size() + static_cast<std::size_t>(receiver)] = true;
}

HostPairs::Hosts HostPairs::senders() const {
    Hosts hosts(names_->size());
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
        if (pairs_[pair]) hosts[pair / names_->size()] = true;
    }
    return hosts;
}

HostPairs::Hosts HostPairs::receivers() const {
    Hosts hosts(names_->size());
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
        if (pairs_[pair]) hosts[pair % names_->size()] = true;
    }
    return hosts;
}

std::string HostPairs::name_of(const Hosts& hosts) const {
    std::string text;
    std::size_t intervals = 0;
    for (std::size_t first = 0; first < hosts.size(); ++first) {
        if (!hosts[first]) continue;
        std::size_t last = first;
        while (last + 1 < hosts.size() && hosts[last + 1]) ++last;
        if (++intervals > max_intervals) return {};
        text += fmt::format("{}{}", text.empty() ? "" : ", ", (*names_)[first]);
        if (last > first) text += fmt::format("{}{}", last > first + 1 ? "…" : ", ", (*names_)[last]);
        first = last;
    }
    return text;
}

std::string HostPairs::words() const {
    if (pairs_.empty()) return "between hosts";
    const Hosts from = senders();
    const Hosts to = receivers();
    if (!meet(from, to)) return text_of_pairs_between(from, to, true);

    std::vector<int> sides(names_->size(), -1);
    std::vector<std::vector<std::size_t>> groups;
    bool two_sided = true;
    for (std::size_t host = 0; host < names_->size(); ++host) {
        if (sides[host] < 0 && (from[host] || to[host]))
            groups.push_back(component_of(host, sides, two_sided));
    }
    return groups.size() == 1 ? text_of_one_group(groups.front(), sides, two_sided) : text_of_groups(groups);
}

/// Hosts that are joined with one, directly or through others, ascending. Gives every host a side, so that
/// pairs have their ends on different ones, as long as that can be.
std::vector<std::size_t> HostPairs::component_of(std::size_t host, std::vector<int>& sides,
                                                 bool& two_sided) const {
    std::vector<std::size_t> found{host};
    sides[host] = 0;
    for (std::size_t next = 0; next < found.size(); ++next) {
        const std::size_t here = found[next];
        for (std::size_t there = 0; there < names_->size(); ++there) {
            if (!joined(here, there)) continue;
            if (sides[there] < 0) {
                sides[there] = 1 - sides[here];
                found.push_back(there);
            }
            two_sided = two_sided && sides[there] != sides[here];
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string HostPairs::text_of_one_group(const std::vector<std::size_t>& group, const std::vector<int>& sides,
                                         bool two_sided) const {
    if (two_sided) {
        Hosts one(names_->size());
        Hosts other(names_->size());
        for (const std::size_t host : group) (sides[host] == 0 ? one : other)[host] = true;
        return text_of_pairs_between(one, other, false);
    }
    if (group.size() == names_->size()) return "between hosts";
    Hosts inside(names_->size());
    for (const std::size_t host : group) inside[host] = true;
    Hosts outside = inside;
    outside.flip();
    const std::string name = name_of(inside);
    const std::string rest = name_of(outside);
    if (!rest.empty() && 2 * group.size() >= names_->size()) return fmt::format("between hosts but {}", rest);
    return name.empty() ? text_of_examples() : fmt::format("between {}", name);
}

std::string HostPairs::text_of_groups(const std::vector<std::vector<std::size_t>>& groups) const {
    const bool consecutive = std::all_of(groups.begin(), groups.end(), are_consecutive);
    const bool large =
        std::all_of(groups.begin(), groups.end(), [](const auto& group) { return group.size() > 2; });
    if (!consecutive || !large) return text_of_examples();
    std::string text = fmt::format("within {} groups of hosts:", groups.size());
    for (std::size_t i = 0; i < std::min(max_groups, groups.size()); ++i) {
        text += fmt::format("{} {}…{} ({})", i == 0 ? "" : ",", (*names_)[groups[i].front()],
                            (*names_)[groups[i].back()], groups[i].size());
    }
    return groups.size() > max_groups ? text + ", …" : text;
}

std::string HostPairs::text_of_examples() const {
    const std::size_t all = count_of(pairs_);
    std::string text = counted(static_cast<std::int64_t>(all), "pair") + " of hosts";
    std::size_t shown = 0;
    for (std::size_t pair = 0; pair < pairs_.size() && shown < max_examples; ++pair) {
        if (!pairs_[pair]) continue;
        const std::string_view before = shown > 0 ? ", " : all > max_examples ? ", such as " : ": ";
        text += fmt::format("{}{} to {}", before, (*names_)[pair / names_->size()],
                            (*names_)[pair % names_->size()]);
        ++shown;
    }
    return text;
}

std::string HostPairs::text_of_pairs_between(const Hosts& one, const Hosts& other, bool directed) const {
    std::string first = name_of(one);
    std::string second = name_of(other);
    // List the smaller set: what is all the rest needs no list.
    if (count_of(one) + count_of(other) == names_->size() && count_of(one) != count_of(other)) {
        (count_of(one) > count_of(other) ? first : second) = "the other hosts";
    }
    if (first.empty() || second.empty()) return text_of_examples();
    if (directed) return fmt::format("from {} to {}", first, second);
    if (first == "the other hosts") std::swap(first, second);
    return fmt::format("between {} and {}", first, second);
}

}  // namespace fabricmap::clusterizer
