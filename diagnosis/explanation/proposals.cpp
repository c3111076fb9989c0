// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/proposals.hpp"

#include "diagnosis/explanation/cables.hpp"
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/hidden_uplinks.hpp"
#include "diagnosis/explanation/link_evidence.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/screening.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::array all_sides{Side::sender, Side::receiver, Side::both};

/// Collects proposals.
class Proposer {
  public:
    explicit Proposer(const Fit& fit) : fit_(fit), screen_(fit), gains_(gains_of_pairs(fit)) {}

    [[nodiscard]] std::vector<Cause> propose() {
        if (fit_.hosts() >= 3) propose_hosts();
        for (std::size_t level = 0; level < fit_.structure().groups.size(); ++level) {
            const GroupLabels& labels = fit_.structure().groups[level];
            propose_groups(labels, screen_.sums_of_level(level));
            propose_paths(labels, screen_.sums_of_level(level));
        }
        for (Cause& uplink : propose_hidden_uplinks(fit_)) proposals_.push_back(std::move(uplink));
        for (Cause& cable : propose_cables(fit_, screen_)) proposals_.push_back(std::move(cable));
        for (Cause& cable : propose_cables_of_grid(fit_, gains_)) proposals_.push_back(std::move(cable));
        propose_kinds();
        propose_links();
        propose_fractions();
        propose_flapping();
        return std::move(proposals_);
    }

  private:
    void take(std::optional<Cause> cause) {
        if (cause) proposals_.push_back(std::move(*cause));
    }

    /// In that window, and in all bands.
    void take_in_windows(Cause draft, BandRange window, double cost) {
        draft.window = window;
        take(evaluate(fit_, draft, cost));
        if (window == fit_.all_bands()) return;
        draft.window = fit_.all_bands();
        take(evaluate(fit_, std::move(draft), cost));
    }

    void propose_hosts() {
        for (const Side side : all_sides) {
            for (const Screened& found : screen_.best_hosts(side)) {
                const auto host = HostIndex(found.member);
                Cause draft = host_cause(host, side);
                draft.pairs = pairs_of_host(fit_, host, side);
                take_in_windows(std::move(draft), found.window, cost_of_host(fit_));
            }
        }
    }

    void propose_groups(const GroupLabels& labels, const GroupSums& sums) {
        const int groups = group_count(labels);
        const auto take_group = [&](const Screened& found, CauseKind kind, Side side) {
            HostList hosts = hosts_of_group(labels, static_cast<int>(found.member));
            if (hosts.size() < 2) return;
            PairList pairs = pairs_of_group(fit_, hosts, kind, side);
            Cause draft = group_cause(kind, std::move(hosts), side);
            draft.pairs = std::move(pairs);
            take_in_windows(std::move(draft), found.window, cost_of_group(fit_, groups));
        };
        for (const Side side : all_sides) {
            if (groups < 3) break;
            for (const Screened& found : screen_.best_uplinks(sums, side)) {
                take_group(found, CauseKind::uplink, side);
                if (side == Side::both) take_group(found, CauseKind::leaf, side);
            }
        }
        for (const Screened& found : screen_.best_insides(sums))
            take_group(found, CauseKind::inside_leaf, Side::both);
    }

    void propose_paths(const GroupLabels& labels, const GroupSums& sums) {
        const int groups = group_count(labels);
        if (groups <= 3) return;
        for (const Side side : {Side::sender, Side::both}) {
            for (const Screened& found : screen_.best_paths(sums, side)) {
                Cause draft;
                draft.kind = CauseKind::path;
                draft.side = side;
                draft.hosts = hosts_of_group(labels, static_cast<int>(found.member) / groups);
                draft.others = hosts_of_group(labels, static_cast<int>(found.member) % groups);
                draft.pairs = pairs_of_path(fit_, draft.hosts, draft.others, side);
                draft.window = found.window;
                take(evaluate(fit_, std::move(draft), cost_of_path(fit_, groups)));
            }
        }
    }

    void propose_kinds() {
        constexpr Eigen::Index min_hosts_alike = 6;
        if (fit_.hosts() < min_hosts_alike) return;
        const std::vector<HostList> hosts = members_of_kinds(fit_, CauseKind::kind_of_hosts);
        for (const Side side : all_sides)
            propose_kinds_of(CauseKind::kind_of_hosts, hosts, screen_.mean_of_hosts(side), side);
        if (fit_.structure().groups.empty()) return;
        const std::vector<HostList> groups = members_of_kinds(fit_, CauseKind::kind_of_groups);
        if (groups.size() <= 3) return;
        propose_kinds_of(CauseKind::kind_of_groups, groups, screen_.mean_of_uplinks(screen_.sums_of_level(0)),
                         Side::both);
    }

    /// Sets of hosts or groups that lie apart from the others by their means: bands × members.
    void propose_kinds_of(CauseKind kind, const std::vector<HostList>& members, const Eigen::ArrayXXd& means,
                          Side side) {
        const std::size_t bands = fit_.bands();
        const std::vector<BandRange> windows{{0, bands},
                                             {0, std::max<std::size_t>(1, bands / 2)},
                                             {bands / 2, bands},
                                             {bands - 1, bands},
                                             {0, 1}};
        std::set<std::vector<bool>> tried;
        for (const BandRange& window : windows) {
            if (window.size() == 0) continue;
            const Eigen::ArrayXd values = means
                                              .middleRows(static_cast<Eigen::Index>(window.first),
                                                          static_cast<Eigen::Index>(window.size()))
                                              .colwise()
                                              .mean();
            for (const auto& chosen : best_cuts(values)) {
                if (tried.insert(chosen).second)
                    take(evaluate_kind(fit_, kind, members, chosen, side != Side::both));
            }
        }
    }

    void propose_links() {
        LinkEvidence evidence(fit_);
        const std::vector<BandRange> windows = windows_of(fit_);
        const double cost = cost_of_link(fit_);
        const auto draft_of = [&](std::uint32_t pair, Side side, std::uint16_t window) {
            Cause draft = link_cause(fit_, pair, side);
            draft.window = windows[window];
            return draft;
        };
        const auto take_link = [&](Cause draft) {
            for (Cause& link : causes_of_link(fit_, std::move(draft), cost, evidence))
                proposals_.push_back(std::move(link));
        };
        for (const PairGain& one : best_pairs(gains_, max_links)) {
            if (one.gain > min_gain_of_link) take_link(draft_of(one.pair, Side::sender, one.window));
        }
        for (const PairGain& both : best_links(fit_, gains_, max_links_both_ways)) {
            if (both.gain > min_gain_of_link) take_link(draft_of(both.pair, Side::both, both.window));
        }
    }

    void propose_fractions() {
        constexpr double min_evidence = 20;
        constexpr double min_evidence_of_part = 15;
        constexpr Eigen::Index min_hosts_alike = 6;
        const HostEvidence evidence = evidence_of(fit_, gains_);
        if (evidence.sum <= min_evidence || fit_.hosts() < min_hosts_alike) return;
        for (const Side side : all_sides) {
            for (const Screened& found : two_best(evidence.of_hosts(side))) {
                if (found.gain <= min_evidence_of_part) continue;
                const auto host = HostIndex(found.member);
                take(evaluate_fraction(fit_, host_cause(host, side), pairs_of_host(fit_, host, side), gains_,
                                       cost_of_host(fit_) + 1));
            }
        }
        for (const GroupLabels& labels : fit_.structure().groups) {
            const int groups = group_count(labels);
            if (groups < 3) continue;
            for (const Side side : all_sides) {
                const Screened found = two_best(evidence.of_uplinks(labels, side)).front();
                if (found.gain <= min_evidence_of_part) continue;
                HostList hosts = hosts_of_group(labels, static_cast<int>(found.member));
                if (hosts.size() < 2) continue;
                const PairList pairs = pairs_of_group(fit_, hosts, CauseKind::uplink, side);
                take(evaluate_fraction(fit_, group_cause(CauseKind::uplink, std::move(hosts), side), pairs,
                                       gains_, cost_of_group(fit_, groups) + 1));
            }
        }
        propose_routes();
    }

    void propose_routes() {
        Cause draft;
        draft.kind = CauseKind::routes;
        take(evaluate_routes(fit_, draft, nullptr, gains_, cost_of_routes(fit_)));
        if (fit_.structure().groups.empty()) return;
        take(evaluate_routes(fit_, draft, &fit_.structure().groups.back(), gains_, cost_of_routes(fit_)));
    }

    void propose_flapping() {
        constexpr double min_evidence = 20;
        const std::vector<SlowValue> slow_values = slow_values_of(fit_);
        const HostEvidence evidence = evidence_of_values(fit_, slow_values);
        if (evidence.sum <= min_evidence || fit_.hosts() < 3) return;
        for (const Side side : all_sides) {
            const Screened found = two_best(evidence.of_hosts(side)).front();
            if (found.gain <= min_evidence) continue;
            const auto host = HostIndex(found.member);
            Cause draft = host_cause(host, side);
            draft.kind = CauseKind::flapping;
            take(evaluate_flapping(fit_, std::move(draft), pairs_of_host(fit_, host, side), slow_values,
                                   cost_of_host(fit_) + 1));
        }
        propose_flapping_uplinks(evidence, slow_values);
        Cause draft;
        draft.kind = CauseKind::flapping;
        take(evaluate_flapping(fit_, std::move(draft), slow_values, naming_cost(fit_) + 2));
    }

    /// What goes up comes down by the same cables.
    void propose_flapping_uplinks(const HostEvidence& evidence, const std::vector<SlowValue>& slow_values) {
        constexpr double min_evidence = 20;
        for (const GroupLabels& labels : fit_.structure().groups) {
            const int groups = group_count(labels);
            if (groups < 3) continue;
            const Screened found = two_best(evidence.of_uplinks(labels, Side::both)).front();
            HostList hosts = hosts_of_group(labels, static_cast<int>(found.member));
            if (found.gain <= min_evidence || hosts.size() < 2) continue;
            const PairList pairs = pairs_of_group(fit_, hosts, CauseKind::uplink, Side::both);
            Cause draft = group_cause(CauseKind::uplink, std::move(hosts), Side::both);
            draft.kind = CauseKind::flapping;
            take(evaluate_flapping(fit_, std::move(draft), pairs, slow_values,
                                   cost_of_group(fit_, groups) + 1));
        }
    }

    static constexpr std::size_t max_links = 12;
    static constexpr std::size_t max_links_both_ways = 8;

    const Fit& fit_;
    Screen screen_;
    PairGains gains_;
    std::vector<Cause> proposals_;
};

void add_pairs(const Fit& fit, PairList& pairs, const HostList& senders, const HostList& receivers) {
    for (const HostIndex sender : senders) {
        for (const HostIndex receiver : receivers) {
            const std::uint32_t pair = fit.pair(sender, receiver);
            if (fit.is_measured(pair)) pairs.push_back(pair);
        }
    }
}

HostList all_but(const Fit& fit, const HostList& hosts) {
    HostList others;
    std::size_t at = 0;
    for (Eigen::Index host = 0; host < fit.hosts(); ++host) {
        if (at < hosts.size() && hosts[at] == HostIndex(host)) {
            ++at;
        } else {
            others.push_back(HostIndex(host));
        }
    }
    return others;
}

}  // namespace

std::vector<Cause> propose_causes(const Fit& fit) {
    return Proposer(fit).propose();
}

PairList pairs_of_path(const Fit& fit, const HostList& senders, const HostList& receivers, Side side) {
    PairList pairs;
    if (side != Side::receiver) add_pairs(fit, pairs, senders, receivers);
    if (side != Side::sender) add_pairs(fit, pairs, receivers, senders);
    return pairs;
}

PairList pairs_of_host(const Fit& fit, HostIndex host, Side side) {
    return pairs_of_path(fit, {host}, all_but(fit, {host}), side);
}

PairList pairs_of_group(const Fit& fit, const HostList& hosts, CauseKind kind, Side side) {
    PairList pairs;
    if (kind != CauseKind::inside_leaf) pairs = pairs_of_path(fit, hosts, all_but(fit, hosts), side);
    if (kind != CauseKind::uplink) add_pairs(fit, pairs, hosts, hosts);
    return pairs;
}

std::vector<Cause> causes_of_link(const Fit& fit, Cause draft, double cost, LinkEvidence& evidence) {
    std::vector<Cause> causes;
    std::optional<Cause> link = evaluate(fit, draft, cost);
    if (link) {
        link->gain = std::max(link->gain, evidence.gain_of(*link));
        causes.push_back(std::move(*link));
    }
    if (draft.window == fit.all_bands()) return causes;
    draft.window = fit.all_bands();
    link = evaluate(fit, std::move(draft), cost);
    if (link) {
        link->gain = evidence.gain_of(*link);
        causes.push_back(std::move(*link));
    }
    return causes;
}

Cause link_cause(const Fit& fit, std::uint32_t pair, Side side) {
    const Eigen::Index sender = fit.sender_of(pair);
    const Eigen::Index receiver = fit.receiver_of(pair);
    Cause cause;
    cause.kind = CauseKind::link;
    cause.side = side;
    cause.hosts = {HostIndex(sender), HostIndex(receiver)};
    cause.pairs = {pair};
    if (side == Side::both) cause.pairs.push_back(fit.pair(receiver, sender));
    return cause;
}

Cause host_cause(HostIndex host, Side side) {
    Cause cause;
    cause.kind = CauseKind::host;
    cause.hosts = {host};
    cause.side = side;
    return cause;
}

Cause group_cause(CauseKind kind, HostList hosts, Side side) {
    Cause cause;
    cause.kind = kind;
    cause.hosts = std::move(hosts);
    cause.side = side;
    return cause;
}

double cost_of_host(const Fit& fit) {
    return naming_cost(fit) + choice_cost(3.0 * static_cast<double>(fit.hosts()));
}

double cost_of_group(const Fit& fit, int groups) {
    return naming_cost(fit) + choice_cost(9.0 * groups);
}

double cost_of_path(const Fit& fit, int groups) {
    return naming_cost(fit) + choice_cost(1.5 * groups * (groups - 1));
}

double cost_of_link(const Fit& fit) {
    constexpr double cost_among_routes = 15;
    const auto n = static_cast<double>(fit.hosts());
    const bool routes_differ = std::any_of(fit.causes().begin(), fit.causes().end(), [](const Cause& cause) {
        return cause.kind == CauseKind::routes;
    });
    return naming_cost(fit) + choice_cost(1.5 * n * (n - 1)) + (routes_differ ? cost_among_routes : 0);
}

double cost_of_routes(const Fit& fit) {
    return naming_cost(fit) + 2;
}

}  // namespace fabricmap::diagnosis
