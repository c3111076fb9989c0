// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/reported_causes.hpp"

#include "diagnosis/explanation/settled_effects.hpp"
#include "diagnosis/residual/groups.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <tuple>

namespace fabricmap::diagnosis {
namespace {

// What is called many faults, and what a make of hosts.
constexpr double max_fraction_of_slow_groups = 0.3;
constexpr std::size_t few_slow_hosts = 5;
constexpr double max_fraction_of_few = 1.0 / 3;
constexpr std::size_t max_slow_hosts = 7;
constexpr double max_fraction_of_slow_hosts = 1.0 / 6;

// Seconds: what longer cables add, all told and constantly.
constexpr double max_added_by_cables = 350e-9;
constexpr float max_constant_by_cables = 200e-9F;
/// A long message that is announced and answered first passes them so many times; where what an empty one
/// takes is halved between the two directions, that shows as so many times what is added to it.
constexpr double passes_of_announced = 3;
constexpr double passes_of_announced_by_half = 5;

/// By the structure that explains most, and by the topology, where there are more than two.
std::vector<HostList> all_groups(const Fit& fit, const Case& subject) {
    std::vector<HostList> all;
    for (const GroupLabels& labels : fit.structure().groups) {
        for (int group = 0; group_count(labels) > 2 && group < group_count(labels); ++group)
            all.push_back(hosts_of_group(labels, group));
    }
    for (const Groups& groups : subject.partitions) all.insert(all.end(), groups.begin(), groups.end());
    return all;
}

/// Few pairs show which hosts are below one switch: one of them may be taken for a leaf of its own.
bool is_a_leaf_of_a_sample(const Cause& kind, const Fit& fit) {
    return fit.is_sampled() &&
           std::any_of(kind.members.begin(), kind.members.end(),
                       [](const HostList& hosts) { return hosts.size() == 1; }) &&
           std::any_of(kind.members.begin(), kind.members.end(),
                       [](const HostList& hosts) { return hosts.size() > 1; });
}

/// Rather than hosts of another make.
bool are_so_many_faults(std::size_t hosts, const Fit& fit) {
    const double fraction = static_cast<double>(hosts) / static_cast<double>(fit.hosts());
    return hosts < 2 || (hosts <= few_slow_hosts && fraction < max_fraction_of_few) ||
           (hosts <= max_slow_hosts && fraction < max_fraction_of_slow_hosts);
}

/// Kinds that are a few hosts or groups are as many faults.
std::vector<Cause> with_few_taken_apart(const Fit& fit, const Case& subject) {
    std::vector<Cause> causes;
    const std::vector<GroupLabels>& groups = fit.structure().groups;
    const int leaves = groups.empty() ? 0 : group_count(groups.front());
    std::optional<std::vector<HostList>> switches;
    for (const Cause& cause : settled_causes(fit)) {
        const auto members = static_cast<double>(cause.members.size());
        const auto take = [&](CauseKind kind, const HostList& hosts) {
            causes.push_back(cause);
            causes.back().kind = kind;
            causes.back().hosts = hosts;
            causes.back().members.clear();
        };
        const auto take_each = [&](CauseKind kind) {
            for (const HostList& hosts : cause.members)
                take(hosts.size() == 1 ? CauseKind::host : kind, hosts);
        };
        const auto is_a_leaf = [&] {
            if (!switches) switches = all_groups(fit, subject);
            return cause.hosts.size() > 1 &&
                   std::find(switches->begin(), switches->end(), cause.hosts) != switches->end();
        };
        const bool are_few_groups =
            cause.kind == CauseKind::kind_of_groups && members <= max_fraction_of_slow_groups * leaves;
        const bool are_single_hosts = cause.members.size() == cause.hosts.size();
        if (cause.is_kind() && are_single_hosts && is_a_leaf()) {
            take(CauseKind::leaf, cause.hosts);
        } else if (are_few_groups && !is_a_leaf_of_a_sample(cause, fit)) {
            take_each(CauseKind::uplink);
        } else if (are_few_groups) {
            take(CauseKind::uplink, cause.hosts);
        } else if (cause.kind == CauseKind::kind_of_hosts && are_so_many_faults(cause.members.size(), fit)) {
            take_each(CauseKind::host);
        } else {
            causes.push_back(cause);
        }
    }
    return causes;
}

/// Where all messages between two groups of leaves take one cable, the ends of which are the only two leaves
/// that are nearer to each other than all others of these groups: that cable.
void name_the_only_cable(Cause& path, const Fit& fit) {
    constexpr float clearly = 0.05F;
    if (path.kind != CauseKind::path || fit.structure().groups.empty()) return;
    const GroupLabels& leaf_of = fit.structure().groups.front();
    const auto leaves_of = [&](const HostList& hosts) {
        std::map<int, HostIndex> leaves;
        for (const HostIndex host : hosts) leaves.emplace(leaf_of[static_cast<std::size_t>(host)], host);
        return leaves;
    };
    const std::map<int, HostIndex> senders = leaves_of(path.hosts);
    const std::map<int, HostIndex> receivers = leaves_of(path.others);
    if (senders.size() < 2 || receivers.size() < 2) return;
    std::vector<std::tuple<float, int, int>> nearest;
    for (const auto& [from, sender] : senders) {
        for (const auto& [to, receiver] : receivers)
            nearest.emplace_back(fit.class_centres()(0, fit.class_of(fit.pair(sender, receiver))), from, to);
    }
    std::partial_sort(nearest.begin(), nearest.begin() + 2, nearest.end());
    const auto [time, from, to] = nearest.front();
    if (std::get<0>(nearest[1]) - time < clearly) return;
    path.kind = CauseKind::cable;
    path.hosts = hosts_of_group(leaf_of, from);
    path.others = hosts_of_group(leaf_of, to);
    path.paths = nearest.size() * (path.side == Side::both ? 2 : 1);
}

/// Whether most of its single values are within what their own samples leave open.
bool are_open(const Cause& cause, const Fit& fit, const HostLogs& logs, const Case& subject) {
    constexpr std::size_t max_looked_at = 64;
    constexpr float deviations_when_sure = 3;
    if (cause.kind != CauseKind::flapping) return false;
    std::size_t looked_at = 0;
    std::size_t open = 0;
    const std::size_t stride = std::max<std::size_t>(1, cause.values.size() / max_looked_at);
    for (std::size_t at = 0; at < cause.values.size(); at += stride) {
        const ValueEffect& value = cause.values[at];
        const std::vector<float> of_lengths = uncertainties_of_pairs(
            subject, {{HostIndex(fit.sender_of(value.pair)), HostIndex(fit.receiver_of(value.pair))}});
        const auto first =
            of_lengths.begin() + static_cast<std::ptrdiff_t>(logs.bands[value.band].first_length);
        const float uncertainty = median_of_numbers(std::span(first, logs.bands[value.band].lengths));
        const float deviation = std::hypot(fit.noise(value.band, value.pair), uncertainty);
        ++looked_at;
        if (value.effect < deviations_when_sure * deviation) ++open;
    }
    return 2 * open > looked_at;
}

PairList all_pairs_of(const Cause& cause) {
    PairList pairs = cause.pairs;
    for (const ValueEffect& value : cause.values) pairs.push_back(value.pair);
    return pairs;
}

/// Whether nearly all pairs of what seems to be a fraction of all are those of a part, or lead the other way:
/// it is what the part's factor leaves of them.
bool is_left_by(const Cause& part, const Cause& cause, const Fit& fit) {
    constexpr double nearly_all = 0.8;
    if (!cause.hosts.empty() || part.hosts.empty()) return false;
    std::vector<bool> is_of_part(static_cast<std::size_t>(fit.hosts() * fit.hosts()));
    for (const std::uint32_t pair : all_pairs_of(part)) {
        is_of_part[pair] = true;
        is_of_part[fit.pair(fit.receiver_of(pair), fit.sender_of(pair))] = true;
    }
    const PairList pairs = all_pairs_of(cause);
    const auto own =
        std::count_if(pairs.begin(), pairs.end(), [&](std::uint32_t pair) { return is_of_part[pair]; });
    return static_cast<double>(own) >= nearly_all * static_cast<double>(pairs.size());
}

/// By how much a fraction of all routes is slower, at most; a logarithm, 0 where there is none such.
float slowest_route(const std::vector<Cause>& causes) {
    float slowest = 0;
    for (const Cause& cause : causes) {
        if (cause.kind == CauseKind::routes) slowest = std::max(slowest, cause.largest_effect());
    }
    return slowest;
}

/// The largest effect that a host's own slowness has where the link's is; a logarithm.
float effect_of_host(HostIndex host, const Cause& link, const std::vector<Cause>& causes) {
    float largest = 0;
    for (const Cause& cause : causes) {
        if (cause.kind != CauseKind::host || !cause.is_plain() || cause.hosts.front() != host) continue;
        const std::size_t end = std::min(cause.window.end, link.window.end);
        const std::size_t first = std::max(cause.window.first, link.window.first);
        for (std::size_t band = first; band < end; ++band) largest = std::max(largest, cause.effect[band]);
    }
    return largest;
}

/// How two slow hosts add up on the path between them is not known: what is little beside either of them is
/// no link's.
bool is_between_slower_hosts(const Cause& cause, const std::vector<Cause>& causes) {
    constexpr float little = 0.5F;
    if (cause.kind != CauseKind::link) return false;
    const float lesser = std::min(effect_of_host(cause.hosts.front(), cause, causes),
                                  effect_of_host(cause.hosts.back(), cause, causes));
    return cause.largest_effect() < little * lesser;
}

}  // namespace

std::vector<Cause> causes_to_report(const Fit& fit, const HostLogs& logs, const Case& subject) {
    std::vector<Cause> causes = with_few_taken_apart(fit, subject);
    settle_sides_of_uplinks(fit, causes);
    std::erase_if(causes, [&](const Cause& cause) { return are_open(cause, fit, logs, subject); });
    const std::vector<Cause> all = causes;
    std::erase_if(causes, [&](const Cause& cause) {
        return std::any_of(all.begin(), all.end(),
                           [&](const Cause& part) { return is_left_by(part, cause, fit); });
    });
    for (Cause& cause : causes) name_the_only_cable(cause, fit);
    // A link that is no slower than some routes is one of them.
    const float slowest = slowest_route(causes);
    std::erase_if(causes, [&](const Cause& cause) {
        return cause.kind == CauseKind::link && cause.largest_effect() <= slowest;
    });
    std::erase_if(causes, [&](const Cause& cause) { return is_between_slower_hosts(cause, all); });
    return causes;
}

namespace {

/// What the farthest pairs between other hosts take in each band; logarithms.
Eigen::ArrayXf farthest_of_others(const Cause& cause, const Fit& fit) {
    std::vector<bool> is_own(static_cast<std::size_t>(fit.hosts()));
    for (const HostIndex host : cause.hosts) is_own[static_cast<std::size_t>(host)] = true;
    std::vector<bool> is_of_others(static_cast<std::size_t>(fit.classes()));
    for (const std::uint32_t pair : fit.sample()) {
        if (!is_own[static_cast<std::size_t>(fit.sender_of(pair))] &&
            !is_own[static_cast<std::size_t>(fit.receiver_of(pair))])
            is_of_others[fit.class_of(pair)] = true;
    }
    Eigen::ArrayXf farthest = fit.class_centres().rowwise().minCoeff();
    for (std::size_t number = 0; number < is_of_others.size(); ++number) {
        if (is_of_others[number])
            farthest = farthest.max(fit.class_centres().col(static_cast<Eigen::Index>(number)));
    }
    return farthest;
}

/// Seconds.
double added_beyond(const Cause& cause, const Eigen::ArrayXf& farthest, std::size_t band) {
    return std::expm1(static_cast<double>(cause.effect[band])) *
           std::exp(static_cast<double>(farthest(static_cast<Eigen::Index>(band))));
}

/// What a group adds to the longest messages is what it adds to the shortest, although these are much
/// shorter, and more than any switch would.
bool is_at_another_site(const Cause& cause, const Fit& fit, const Eigen::ArrayXf& farthest) {
    constexpr double min_added_by_kilometres = 5e-6;
    constexpr double max_ratio = 1.3;
    constexpr float much_longer = 0.7F;
    if (cause.side != Side::both || cause.window != fit.all_bands()) return false;
    if (farthest.maxCoeff() - farthest.minCoeff() < much_longer) return false;
    double smallest = std::numeric_limits<double>::max();
    double largest = 0;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        const double added_s = added_beyond(cause, farthest, band);
        smallest = std::min(smallest, added_s);
        largest = std::max(largest, added_s);
    }
    return smallest >= min_added_by_kilometres && largest < max_ratio * smallest;
}

}  // namespace

bool is_as_longer_cables(const Cause& cause, const Fit& fit) {
    constexpr std::array of_groups{CauseKind::uplink,       CauseKind::leaf,  CauseKind::inside_leaf,
                                   CauseKind::path,         CauseKind::cable, CauseKind::kind_of_groups,
                                   CauseKind::kind_of_hosts};
    if (std::find(of_groups.begin(), of_groups.end(), cause.kind) == of_groups.end()) return false;
    const Eigen::ArrayXf farthest = farthest_of_others(cause, fit);
    if (is_at_another_site(cause, fit, farthest)) return true;
    if (cause.time_is_constant && cause.added_s[cause.window.first] < max_constant_by_cables) return true;
    const double passes = fit.halves_empty_messages() ? passes_of_announced_by_half : passes_of_announced;
    const double max_added_to_long =
        std::clamp(passes * added_beyond(cause, farthest, 0), max_added_by_cables,
                   passes_of_announced * max_added_by_cables);
    // Of a long message noise alone adds more.
    const float little = fit.min_effect() / 2;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        const double max_s = band == 0 ? max_added_by_cables : max_added_to_long;
        const double unexplained_s = added_beyond(cause, farthest, band) - max_s;
        const double little_s = std::expm1(static_cast<double>(little) / 2) *
                                std::exp(static_cast<double>(farthest(static_cast<Eigen::Index>(band))));
        if (cause.effect[band] > little && unexplained_s >= little_s) return false;
    }
    return true;
}

}  // namespace fabricmap::diagnosis
