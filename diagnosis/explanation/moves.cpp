// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/moves.hpp"

#include "diagnosis/explanation/cables.hpp"
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/link_evidence.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "diagnosis/explanation/replacing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_links_of_a_host = 3;
constexpr std::size_t max_causes_to_question = 25;

bool is_among(const std::vector<Cause>& causes, const Cause& cause) {
    return std::any_of(causes.begin(), causes.end(),
                       [&](const Cause& other) { return other.number == cause.number; });
}

bool is_plain_host(const Cause& cause) {
    return cause.kind == CauseKind::host && cause.is_plain();
}

void put_hosts_into_groups(Fit& fit) {
    for (const GroupLabels& labels : fit.structure().groups) {
        const int groups = group_count(labels);
        if (groups < 3) continue;
        for (int group = 0; group < groups; ++group) {
            const Picked is_of_group = [&](const Cause& cause) {
                return cause.kind == CauseKind::host &&
                       labels[static_cast<std::size_t>(cause.hosts.front())] == group;
            };
            const HostList hosts = hosts_of_group(labels, group);
            const auto of_group = std::count_if(fit.causes().begin(), fit.causes().end(), is_of_group);
            if (of_group < 2 || hosts.size() < 2) continue;
            for (const Side side : {Side::both, Side::sender, Side::receiver}) {
                const MakeCause make = [&](const Fit& tried) {
                    Cause draft = group_cause(CauseKind::uplink, hosts, side);
                    draft.pairs = pairs_of_group(tried, hosts, CauseKind::uplink, side);
                    draft.window = tried.all_bands();
                    return evaluate(tried, std::move(draft), cost_of_group(tried, groups));
                };
                if (replace_by(fit, is_of_group, make)) break;
            }
        }
    }
}

void put_links_into_hosts(Fit& fit) {
    for (Eigen::Index number = 0; number < fit.hosts(); ++number) {
        const auto host = HostIndex(number);
        const Picked is_of_host = [&](const Cause& cause) {
            return cause.kind == CauseKind::link &&
                   std::find(cause.hosts.begin(), cause.hosts.end(), host) != cause.hosts.end();
        };
        const auto links = std::count_if(fit.causes().begin(), fit.causes().end(), is_of_host);
        if (static_cast<std::size_t>(links) < min_links_of_a_host) continue;
        replace_by(fit, is_of_host, [&](const Fit& tried) {
            return evaluate_fraction(tried, host_cause(host, Side::both),
                                     pairs_of_host(tried, host, Side::both), gains_of_pairs(tried),
                                     cost_of_host(tried) + 1);
        });
    }
}

/// What a host adds to each message shows on its near pairs alone, and at other lengths on others.
void join_fractions_of_hosts(Fit& fit) {
    const std::vector<Cause> all = fit.causes();
    for (const Cause& cause : all) {
        if (cause.kind != CauseKind::host || !cause.fraction || !is_among(fit.causes(), cause)) continue;
        const Picked is_of_host = [&](const Cause& other) {
            return other.kind == CauseKind::host && other.hosts == cause.hosts;
        };
        for (const Side side : {Side::both, Side::sender, Side::receiver}) {
            const bool is_shorter = replace_by(fit, is_of_host, [&](const Fit& tried) {
                Cause draft = host_cause(cause.hosts.front(), side);
                draft.pairs = pairs_of_host(tried, cause.hosts.front(), side);
                draft.window = tried.all_bands();
                return evaluate(tried, std::move(draft), cost_of_host(tried));
            });
            if (is_shorter) break;
        }
    }
}

/// Several paths may be those over one cable.
void put_paths_into_a_cable(Fit& fit) {
    const Picked is_of_paths = [](const Cause& cause) {
        return cause.kind == CauseKind::path || cause.kind == CauseKind::cable;
    };
    if (std::count_if(fit.causes().begin(), fit.causes().end(), is_of_paths) < 2) return;
    replace_by(fit, is_of_paths, [](const Fit& tried) { return find_cable_by_routes(tried); });
}

/// Puts the best causes that `best` finds, one after the other, in the place of the chosen ones.
void replace_by_the_best(Fit& fit, const Picked& is_chosen, int most, const MakeCause& best) {
    replace(fit, is_chosen, [&](Fit& tried) {
        int added = 0;
        for (; added < most; ++added) {
            std::optional<Cause> cause = best(tried);
            if (!cause) break;
            tried.add(std::move(*cause));
            tried.refit(Fit::Noise::held);
        }
        return added > 0;
    });
}

/// The best of the paths between a group and another one; nothing where none is worth its name.
std::optional<Cause> best_path_of(const Fit& fit, const GroupLabels& labels, int group) {
    const int groups = group_count(labels);
    const HostList own = hosts_of_group(labels, group);
    std::optional<Cause> best;
    for (int other = 0; other < groups; ++other) {
        if (other == group) continue;
        for (const Side side : {Side::sender, Side::receiver, Side::both}) {
            Cause draft;
            draft.kind = CauseKind::path;
            draft.side = side == Side::both ? Side::both : Side::sender;
            draft.hosts = side == Side::receiver ? hosts_of_group(labels, other) : own;
            draft.others = side == Side::receiver ? own : hosts_of_group(labels, other);
            draft.pairs = pairs_of_path(fit, draft.hosts, draft.others, draft.side);
            draft.window = fit.all_bands();
            std::optional<Cause> path = evaluate(fit, std::move(draft), cost_of_path(fit, groups));
            if (path && path->net() > (best ? best->net() : min_net)) best = std::move(path);
        }
    }
    return best;
}

/// A fraction of an uplink's pairs may be all those to some groups.
void take_fractions_apart(Fit& fit) {
    constexpr int max_paths = 6;
    const std::vector<Cause> all = fit.causes();
    for (const Cause& cause : all) {
        if (cause.kind != CauseKind::uplink || !cause.fraction || !is_among(fit.causes(), cause)) continue;
        for (const GroupLabels& labels : fit.structure().groups) {
            const int group = labels[static_cast<std::size_t>(cause.hosts.front())];
            if (group_count(labels) <= 3 || hosts_of_group(labels, group) != cause.hosts) continue;
            const Picked is_of_group = [&](const Cause& other) {
                return other.number == cause.number ||
                       (other.kind == CauseKind::path &&
                        (other.hosts == cause.hosts || other.others == cause.hosts));
            };
            replace_by_the_best(fit, is_of_group, max_paths,
                                [&, labels](const Fit& tried) { return best_path_of(tried, labels, group); });
            break;
        }
    }
}

/// The best of the hosts of a group, on either side or both; nothing where none is worth its name.
std::optional<Cause> best_host_of(const Fit& fit, const HostList& hosts) {
    std::optional<Cause> best;
    for (const HostIndex host : hosts) {
        for (const Side side : {Side::sender, Side::receiver, Side::both}) {
            Cause draft = host_cause(host, side);
            draft.pairs = pairs_of_host(fit, host, side);
            draft.window = fit.all_bands();
            std::optional<Cause> slow = evaluate(fit, std::move(draft), cost_of_host(fit));
            if (slow && slow->net() > (best ? best->net() : min_net)) best = std::move(slow);
        }
    }
    return best;
}

/// Or all those of some hosts below it.
void take_fractions_to_hosts(Fit& fit) {
    constexpr int max_hosts = 4;
    const std::vector<Cause> all = fit.causes();
    for (const Cause& cause : all) {
        if (cause.kind != CauseKind::uplink || !cause.fraction || !is_among(fit.causes(), cause)) continue;
        const Picked is_of_group = [&](const Cause& other) {
            const bool is_below =
                other.kind == CauseKind::host && other.fraction &&
                std::find(cause.hosts.begin(), cause.hosts.end(), other.hosts.front()) != cause.hosts.end();
            return other.number == cause.number || is_below;
        };
        replace_by_the_best(fit, is_of_group, max_hosts,
                            [&](const Fit& tried) { return best_host_of(tried, cause.hosts); });
    }
}

/// To name the part of a cause.
double cost_of_part(const Fit& fit, const Cause& cause) {
    const auto hosts = static_cast<std::size_t>(fit.hosts());
    if (cause.kind == CauseKind::kind_of_hosts) {
        return cost_of_kind(fit, hosts, cause.members.size(), false) +
               choice_cost(3.0 * static_cast<double>(hosts));
    }
    constexpr double more_than_a_host = 3;
    return cost_of_host(fit) + more_than_a_host;
}

/// What crosses the border of a group and what does not may be slow for one reason.
void join_insides(Fit& fit) {
    const std::vector<Cause> all = fit.causes();
    for (const Cause& inside : all) {
        if (inside.kind != CauseKind::inside_leaf || !is_among(fit.causes(), inside)) continue;
        const Picked is_of_group = [&](const Cause& cause) {
            return (cause.kind == CauseKind::uplink || cause.kind == CauseKind::inside_leaf) &&
                   cause.is_plain() && cause.hosts == inside.hosts;
        };
        if (std::count_if(fit.causes().begin(), fit.causes().end(), is_of_group) < 2) continue;
        replace_by(fit, is_of_group, [&](const Fit& tried) {
            Cause draft = group_cause(CauseKind::leaf, inside.hosts, Side::both);
            draft.pairs = pairs_of_group(tried, inside.hosts, CauseKind::leaf, Side::both);
            draft.window = tried.all_bands();
            return evaluate(tried, std::move(draft), inside.cost);
        });
    }
}

void join_windows(Fit& fit) {
    const std::vector<Cause> all = fit.causes();
    for (const Cause& cause : all) {
        if (!cause.is_plain() || cause.kind == CauseKind::link || !is_among(fit.causes(), cause)) continue;
        const Picked is_the_same = [&](const Cause& other) {
            // A group may be taken for slow with the pairs inside in some windows, without in others.
            const bool is_alike =
                other.kind == cause.kind || (other.crosses_border() && cause.crosses_border());
            return is_alike && other.hosts == cause.hosts && other.others == cause.others &&
                   other.side == cause.side && other.is_plain();
        };
        BandRange window = cause.window;
        std::size_t windows = 0;
        for (const Cause& other : fit.causes()) {
            if (!is_the_same(other)) continue;
            ++windows;
            window = {std::min(window.first, other.window.first), std::max(window.end, other.window.end)};
        }
        if (windows < 2) continue;
        replace_by(fit, is_the_same, [&](const Fit& tried) {
            Cause draft = group_cause(cause.kind, cause.hosts, cause.side);
            draft.others = cause.others;
            draft.pairs = cause.pairs;
            draft.window = window;
            return evaluate(tried, std::move(draft), cost_of_part(tried, cause));
        });
    }
}

void question_each(Fit& fit) {
    std::vector<Cause> all = fit.causes();
    std::stable_sort(all.begin(), all.end(),
                     [](const Cause& one, const Cause& other) { return one.net() < other.net(); });
    for (const Cause& cause : all) {
        const bool is_a_part =
            cause.kind != CauseKind::link && cause.kind != CauseKind::routes && cause.values.empty();
        if (!is_a_part || fit.causes().size() >= max_causes_to_question) continue;
        replace(
            fit, [&](const Cause& other) { return other.number == cause.number; }, [](Fit&) { return true; });
    }
}

/// Both sides of a host, or one too much: only one where that is clear.
void settle_sides(Fit& fit) {
    constexpr double cost_of_a_single_side = 3;
    const std::vector<Cause> all = fit.causes();
    for (const Cause& cause : all) {
        if (!is_plain_host(cause) || !is_among(fit.causes(), cause)) continue;
        const Picked is_of_host = [&](const Cause& other) {
            return is_plain_host(other) && other.hosts == cause.hosts;
        };
        const bool has_several = std::count_if(fit.causes().begin(), fit.causes().end(), is_of_host) > 1;
        for (const Side side : {Side::both, Side::sender, Side::receiver}) {
            if (side == cause.side && !has_several) continue;
            const bool is_shorter = replace_by(fit, is_of_host, [&](const Fit& tried) {
                Cause draft = host_cause(cause.hosts.front(), side);
                draft.pairs = pairs_of_host(tried, cause.hosts.front(), side);
                draft.window = has_several ? tried.all_bands() : cause.window;
                return evaluate(tried, std::move(draft),
                                cost_of_host(tried) + (side == Side::both ? 0 : cost_of_a_single_side));
            });
            if (is_shorter) break;
        }
    }
}

/// What the description gains by the cause as all the others stand.
double gain_of(const Fit& fit, const Cause& cause) {
    double gain = 0;
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
        for (const std::uint32_t pair : cause.pairs) {
            const float without = fit.residual(band, pair) + fit.effect_on(cause, band, pair);
            gain += static_cast<double>(fit.tail().misfit(without / fit.noise(band, pair)) -
                                        fit.tail().misfit(fit.deviations(band, pair)));
        }
    }
    return std::max(gain * fit.weight_of(cause.window.size()), LinkEvidence(fit).gain_of_added(cause));
}

}  // namespace

void drop_needless(Fit& fit) {
    std::vector<Cause> all = fit.causes();
    std::stable_sort(all.begin(), all.end(),
                     [](const Cause& one, const Cause& other) { return one.gain < other.gain; });
    for (const Cause& asked : all) {
        const auto found = std::find_if(fit.causes().begin(), fit.causes().end(),
                                        [&](const Cause& cause) { return cause.number == asked.number; });
        if (found == fit.causes().end() || !found->is_plain()) continue;
        // Once it is found, what hosts are taken to differ by is in it.
        const float needed = found->kind == CauseKind::path || found->kind == CauseKind::inside_leaf
                                 ? fit.min_effect_of_cause()
                             : found->kind == CauseKind::link ? fit.min_effect_of_pairs()
                                                              : fit.min_effect();
        if (gain_of(fit, *found) >= found->cost && found->largest_effect() >= needed) continue;
        std::vector<Cause> kept = fit.causes();
        std::erase_if(kept, [&](const Cause& cause) { return cause.number == asked.number; });
        fit.set_causes(std::move(kept));
        fit.refit();
    }
}

void merge_causes(Fit& fit) {
    choose_kinds_anew(fit);
    put_hosts_into_groups(fit);
    put_links_into_hosts(fit);
    join_fractions_of_hosts(fit);
    take_fractions_apart(fit);
    take_fractions_to_hosts(fit);
    put_paths_into_a_cable(fit);
    join_insides(fit);
    join_windows(fit);
    question_each(fit);
    settle_sides(fit);
}

}  // namespace fabricmap::diagnosis
