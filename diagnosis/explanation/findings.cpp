// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/findings.hpp"

#include "base/units.hpp"
#include "diagnosis/explanation/explain.hpp"
#include "diagnosis/explanation/length_curves.hpp"
#include "diagnosis/explanation/reported_causes.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// Of each band, a logarithm: what the causes of one part add together.
std::vector<float> effects_of(const std::vector<const Cause*>& causes) {
    std::vector<float> effects(causes.front()->effect.size(), 0.0F);
    for (const Cause* const cause : causes) {
        for (std::size_t band = 0; band < effects.size(); ++band) effects[band] += cause->effect[band];
    }
    return effects;
}

/// What shows of one side's empty messages on the other.
std::vector<float> leaks_of(const std::vector<const Cause*>& causes, const Fit& fit) {
    std::vector<float> leaks;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        float effect = 0;
        for (const Cause* const cause : causes) {
            std::vector<float> effects;
            for (const std::uint32_t pair : cause->leaked) effects.push_back(fit.leak_on(*cause, band, pair));
            if (!effects.empty()) effect += median_of(effects);
        }
        leaks.push_back(effect);
    }
    return leaks;
}

/// Those of one part, as one over all their lengths.
Cause taken_together(const std::vector<const Cause*>& causes) {
    Cause whole = *causes.front();
    if (causes.size() == 1) return whole;
    whole.effect = effects_of(causes);
    whole.time_is_constant = false;
    for (const Cause* const cause : causes) {
        whole.window = {std::min(whole.window.first, cause->window.first),
                        std::max(whole.window.end, cause->window.end)};
    }
    return whole;
}

/// The largest of several estimates is too large by chance: by how much its interval must be wider.
float widening_of_largest(std::size_t bands) {
    constexpr std::array widenings{1.0F, 1.14F, 1.22F, 1.27F, 1.31F, 1.35F};
    return widenings.at(std::clamp<std::size_t>(bands, 1, widenings.size()) - 1);
}

/// Of the median over pairs, among values that differ by noise and permanently.
double variance_of_noise(const Cause& cause, const Fit& fit, std::size_t band) {
    constexpr double of_a_median = 1.57;
    double sum = 0;
    double pairs = 0;
    const auto add = [&](std::uint32_t pair) {
        sum += static_cast<double>(fit.noise(band, pair)) * static_cast<double>(fit.noise(band, pair));
        ++pairs;
    };
    for (const std::uint32_t pair : cause.pairs) add(pair);
    if (cause.is_kind()) {
        for (const HostIndex host : cause.hosts) add(fit.pair(host, (host + 1) % fit.hosts()));
    }
    return sum * (pairs > 2 ? of_a_median : 1) / std::max(1.0, pairs * pairs);
}

/// Of the mean of the part's hosts, which differ anyway, against that of the others.
double variance_of_hosts(const Cause& cause, const Fit& fit, std::size_t band) {
    const auto own = static_cast<double>(std::max<std::size_t>(1, cause.hosts.size()));
    const double others = std::max(1.0, static_cast<double>(fit.hosts()) - own);
    // The shortest interval of few hosts is shorter than it should be.
    constexpr double bias = 1.5;
    const auto spread =
        static_cast<double>(fit.host_spread(band)) * (1 + bias / std::sqrt(static_cast<double>(fit.hosts())));
    return spread * spread * (1 / own + 1 / others);
}

/// The last of those in which the mean of the curve is about largest.
std::size_t strongest_window(const std::vector<float>& curve, const Survey& survey) {
    constexpr float about = 0.9F;
    const std::vector<Window> windows = windows_of(survey);
    std::vector<float> means;
    for (const Window& window : windows) {
        const auto first = curve.begin() + static_cast<std::ptrdiff_t>(window.first_length);
        const auto lengths = static_cast<std::ptrdiff_t>(window.lengths);
        means.push_back(std::accumulate(first, first + lengths, 0.0F) / static_cast<float>(lengths));
    }
    const float limit = about * *std::max_element(means.begin(), means.end());
    const auto last = std::find_if(means.rbegin(), means.rend(), [&](float mean) { return mean >= limit; });
    return last == means.rend() ? windows.size() - 1 : static_cast<std::size_t>(means.rend() - last) - 1;
}

/// How sure the effect is, where it is largest.
Outlier certainty_of(const Cause& cause, const Fit& fit) {
    const auto largest = std::max_element(cause.effect.begin(), cause.effect.end());
    const auto band = static_cast<std::size_t>(largest - cause.effect.begin());
    const bool is_of_hosts = cause.kind != CauseKind::link && cause.kind != CauseKind::routes;
    double variance = variance_of_noise(cause, fit, band);
    if (is_of_hosts) variance += variance_of_hosts(cause, fit, band);
    Outlier outlier;
    outlier.effect = *largest;
    outlier.deviation = static_cast<float>(std::sqrt(variance)) *
                        (cause.varies ? widening_of_largest(cause.window.size()) : 1);
    outlier.z = static_cast<double>(outlier.effect) / std::max(1e-6, std::sqrt(variance));
    outlier.chance = std::min(1.0, std::exp(-cause.net()));
    return outlier;
}

/// Whether the hosts of each leaf are all of the kind, or none.
bool is_of_whole_leaves(const Cause& kind, const Fit& fit) {
    if (kind.kind != CauseKind::kind_of_hosts || fit.structure().groups.empty()) return false;
    const GroupLabels& leaves = fit.structure().groups.front();
    std::vector<std::size_t> own(static_cast<std::size_t>(group_count(leaves)));
    for (const HostIndex host : kind.hosts)
        ++own[static_cast<std::size_t>(leaves[static_cast<std::size_t>(host)])];
    for (std::size_t leaf = 0; leaf < own.size(); ++leaf) {
        if (own[leaf] > 0 && own[leaf] < hosts_of_group(leaves, static_cast<int>(leaf)).size()) return false;
    }
    return true;
}

/// Between two groups alone, or of many groups, what longer cables would add is how the network is built.
bool is_one_more_hop(const Cause& cause, const Fit& fit) {
    const bool is_between_some =
        !cause.others.empty() || cause.kind == CauseKind::kind_of_groups || is_of_whole_leaves(cause, fit);
    return is_between_some && is_as_longer_cables(cause, fit);
}

FindingKind kind_of(const Cause& cause, const Fit& fit) {
    switch (cause.kind) {
        case CauseKind::host:
            return cause.fraction ? FindingKind::partly_slow_node : FindingKind::slow_node;
        case CauseKind::uplink:
        case CauseKind::leaf:
        case CauseKind::inside_leaf:
        case CauseKind::path:
        case CauseKind::cable:
            if (static_cast<double>(cause.hosts.size()) >=
                fraction_without_majority * static_cast<double>(fit.hosts()))
                return FindingKind::mixed_hosts;
            return is_as_longer_cables(cause, fit) ? FindingKind::longer_cables : FindingKind::slow_switch;
        case CauseKind::link:
        case CauseKind::cable_of_grid:
            return FindingKind::slow_link;
        case CauseKind::kind_of_hosts:
        case CauseKind::kind_of_groups:
            return FindingKind::mixed_hosts;
        case CauseKind::routes:
            return FindingKind::mixed_routes;
        case CauseKind::flapping:
            if (cause.hosts.size() > 1) return FindingKind::slow_switch;
            return cause.hosts.empty() ? FindingKind::mixed_routes : FindingKind::partly_slow_node;
    }
    return FindingKind::slow_node;
}

void name_part(Finding& finding, const Cause& cause, const Machine& machine) {
    if (cause.hosts.empty()) {
        finding.part = part::Machine{machine.hosts};
    } else if (finding.kind == FindingKind::mixed_hosts) {
        name_kind(finding, machine, cause.hosts);
    } else if (cause.kind == CauseKind::link || cause.kind == CauseKind::cable_of_grid) {
        name_link(finding, machine, cause.hosts.front(), cause.hosts.back());
        if (cause.kind == CauseKind::cable_of_grid) {
            const part::Link ends = std::get<part::Link>(finding.part);
            finding.part = part::Cable{ends.sender, ends.receiver, static_cast<std::int64_t>(cause.paths)};
        }
    } else if (cause.kind == CauseKind::path || cause.kind == CauseKind::cable) {
        name_path(finding, machine, cause.hosts, cause.others);
    } else if (cause.hosts.size() == 1) {
        name_host(finding, machine, cause.hosts.front());
    } else {
        name_switch(finding, machine, cause.hosts);
    }
}

/// By their names, where either end may be the sender.
void order_ends(Part& part) {
    const auto order = [](auto& named) {
        if constexpr (requires { named.sender; }) {
            if (named.receiver < named.sender) std::swap(named.sender, named.receiver);
        } else if constexpr (requires { named.senders; }) {
            if (named.receivers < named.senders) std::swap(named.senders, named.receivers);
        }
    };
    std::visit(order, part);
}

/// Ordered pairs of ranks of both directions of the part.
std::int64_t pairs_of(const Finding& finding, const Cause& cause, const Survey& survey) {
    switch (finding.kind) {
        case FindingKind::slow_link:
            return pairs_of_link(survey, cause.hosts.front(), cause.hosts.back()) *
                   static_cast<std::int64_t>(std::max<std::size_t>(1, cause.paths));
        case FindingKind::mixed_routes:
            return std::llround(cause.fraction.value_or(1) *
                                static_cast<double>(survey.classes.pairs_measured()));
        default:
            return pairs_of_hosts(survey, cause.hosts);
    }
}

std::size_t partners_in(const Cause& cause, const Fit& fit) {
    std::set<Eigen::Index> partners;
    const auto take = [&](std::uint32_t pair) {
        const Eigen::Index sender = fit.sender_of(pair);
        partners.insert(HostIndex(sender) == cause.hosts.front() ? fit.receiver_of(pair) : sender);
    };
    for (const std::uint32_t pair : cause.pairs) take(pair);
    for (const ValueEffect& value : cause.values) take(value.pair);
    return partners.size();
}

void describe_fraction(Finding& finding, const Cause& cause, const Fit& fit) {
    const std::size_t direct_paths = cause.side == Side::both ? 2 : 1;
    if (cause.kind == CauseKind::cable && cause.paths > direct_paths) {
        finding.evidence.notes.push_back(
            {"{} paths to and from other groups of hosts are slower as well: those over this cable.",
             {std::to_string(cause.paths - direct_paths)}});
    }
    if (cause.kind == CauseKind::cable_of_grid) {
        finding.evidence.numbers["pairs_of_hosts_behind"] = static_cast<double>(cause.paths);
        finding.evidence.notes.push_back(
            {"{} slow pairs of hosts are all routed over the cable between these neighbours.",
             {std::to_string(cause.paths)}});
        return;
    }
    if (!cause.fraction || cause.hosts.empty() || cause.kind == CauseKind::cable) return;
    finding.evidence.numbers["fraction_of_values"] = *cause.fraction;
    finding.predicate = {cause.values.empty() ? "is {} times slower for {} of its pairs"
                                              : "is {} times slower in {} of its values",
                         {format_factor(finding.effect->factor), format_share(*cause.fraction, 2)}};
    if (cause.hosts.size() > 1) return;
    finding.evidence.notes.push_back(
        {cause.values.empty()
             ? "Always with the same {} of its partners: as where one of several cables or routes is bad."
             : "Scattered over {} partners and all lengths: as where a link flaps or packets are lost.",
         {std::to_string(partners_in(cause, fit))}});
}

bool is_between_ends(const Cause& cause) {
    return cause.kind == CauseKind::link || cause.kind == CauseKind::path || cause.kind == CauseKind::cable ||
           cause.kind == CauseKind::cable_of_grid;
}

/// Half of a round trip, less half of an empty one, is the same in both directions where messages are short.
bool hides_direction(const Cause& cause, const Fit& fit) {
    return fit.halves_empty_messages() && is_between_ends(cause) && !cause.pairs.empty() &&
           fit.takes_hardly_longer(fit.bands() - 1, cause.pairs.front());
}

std::string name_of_alternative(const Cause& cause, const Fit& fit, const Machine& machine) {
    Finding finding;
    name_part(finding, cause, machine);
    if (hides_direction(cause, fit)) {
        order_ends(finding.part);
    } else {
        finding.side = cause.side;
    }
    return part_of(finding);
}

Finding finding_of(const std::vector<const Cause*>& causes, const Fit& fit, const HostLogs& logs,
                   const Case& subject) {
    const Survey& survey = *subject.survey;
    const Cause& cause = *causes.front();
    Finding finding;
    finding.kind = kind_of(taken_together(causes), fit);
    name_part(finding, cause, survey.machine);
    const std::vector<float> curve = curve_over_lengths(effects_of(causes), cause.pairs, fit, logs, subject);
    Outlier certainty = certainty_of(cause, fit);
    certainty.window = strongest_window(curve, survey);
    const std::vector<float> none = over_lengths(logs, leaks_of(causes, fit));
    const bool may_be_either = hides_direction(cause, fit);
    if (may_be_either) order_ends(finding.part);
    const TwoSides curves{cause.side == Side::receiver && !may_be_either ? none : curve,
                          cause.side == Side::sender && !may_be_either ? none : curve, !may_be_either};
    describe(finding, subject, curves, certainty);
    if (finding.kind == FindingKind::mixed_hosts)
        note_missing_majority(finding, cause.hosts.size(), survey.machine.hosts.size());
    if (is_between_ends(cause) && !may_be_either) finding.side = cause.side;
    weigh(finding, pairs_of(finding, cause, survey), subject);
    describe_fraction(finding, cause, fit);
    for (const Cause& other : cause.alternatives) {
        const std::string name = name_of_alternative(other, fit, survey.machine);
        if (name != part_of(finding))
            finding.evidence.notes.push_back({"{} would explain it nearly as well.", {name}});
    }
    return finding;
}

/// Whether they are single values all over the machine: noise. A slower route shows at neighbouring lengths
/// too, or at the longest.
bool are_single_values(const Cause& cause, const Fit& fit) {
    if (!cause.hosts.empty()) return false;
    const auto slow = std::count_if(cause.effect.begin(), cause.effect.end(),
                                    [&](float effect) { return effect >= fit.min_effect(); });
    const bool is_of_one_band =
        slow == 1 && cause.effect.size() > 2 && cause.effect.back() < fit.min_effect();
    return cause.kind == CauseKind::flapping || (cause.kind == CauseKind::routes && is_of_one_band);
}

}  // namespace

std::vector<Finding> findings_of(const Fit& fit, const HostLogs& logs, const Case& subject) {
    using Key = std::tuple<CauseKind, HostList, HostList, Side, bool>;
    std::vector<Cause> causes = causes_to_report(fit, logs, subject);
    std::stable_sort(causes.begin(), causes.end(),
                     [](const Cause& one, const Cause& other) { return one.net() > other.net(); });
    std::vector<Key> order;
    std::map<Key, std::vector<const Cause*>> of_part;
    for (const Cause& cause : causes) {
        const Key key{cause.kind, cause.hosts, cause.others, cause.side, cause.fraction.has_value()};
        if (!of_part.contains(key)) order.push_back(key);
        of_part[key].push_back(&cause);
    }
    std::vector<Finding> findings;
    findings.reserve(order.size());
    for (const Key& key : order) {
        const std::vector<const Cause*>& of_one = of_part.at(key);
        if (are_single_values(*of_one.front(), fit)) continue;
        if (is_one_more_hop(taken_together(of_one), fit)) continue;
        findings.push_back(finding_of(of_one, fit, logs, subject));
    }
    return findings;
}

}  // namespace fabricmap::diagnosis
