// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/pair_curves.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "diagnosis/residual/uncertain_medians.hpp"
#include "diagnosis/structure/structure.hpp"
#include "statistics/robust.hpp"
#include "statistics/two_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t min_hosts_of_two_kinds = 12;
/// Fewer hosts that are slow alike are each a fault.
constexpr std::size_t min_hosts_of_a_kind = 6;
constexpr double min_fraction_of_a_kind = 0.08;
constexpr std::size_t min_of_quicker_hosts = 2;
/// Below, places in the fabric differ as much.
constexpr float min_factor_without_majority = 1.25F;
/// Of a 95 % interval, in deviations.
constexpr double half_width = 1.96;

std::size_t min_of_a_kind(std::size_t hosts) {
    const double fraction = std::ceil(min_fraction_of_a_kind * static_cast<double>(hosts));
    return std::max(min_hosts_of_a_kind, static_cast<std::size_t>(fraction));
}

/// What a host adds to a message that it sends or receives, on average: lengths × hosts.
Eigen::ArrayXXf added_by_hosts(const Survey& survey) {
    return (shared_by_hosts(survey.effects.sending, survey.machine) +
            shared_by_hosts(survey.effects.receiving, survey.machine)) /
           2;
}

struct Kinds {
    PerHost<bool> is_slower;
    std::size_t slower = 0;
    std::size_t window = 0;
    TwoModes modes;
    std::vector<float> curve;  ///< see Structure
};

/// What the quickest message takes that a host sends to another, and that it receives: logarithms, lengths ×
/// hosts. Where most hosts are slow, what most pairs take is no measure, but a healthy host still has quick
/// paths to others.
struct QuickestPaths {
    Eigen::ArrayXXf sent;
    Eigen::ArrayXXf received;
};

QuickestPaths quickest_paths(const Case& subject) {
    const Machine& machine = subject.survey->machine;
    QuickestPaths quickest;
    quickest.sent.setConstant(std::ssize(subject.survey->lengths), machine.host_count(), no_value);
    quickest.received = quickest.sent;
    for (const HostIndex host : machine.hosts.indices()) {
        const Matrix row = subject.stack->row(machine.ranks_of[host].front());
        for (Eigen::Index k = 0; k < row.rows(); ++k) {
            for (const HostIndex other : machine.hosts.indices()) {
                const double delay_s = row(k, machine.ranks_of[other].front());
                if (other == host || !(delay_s > 0)) continue;
                const auto delay = static_cast<float>(std::log(delay_s));
                float& sent = quickest.sent(k, host);
                float& received = quickest.received(k, other);
                sent = std::fmin(sent, delay);
                received = std::fmin(received, delay);
            }
        }
    }
    return quickest;
}

/// `added`: lengths × hosts, logarithms. `min_of_kind`: hosts of a kind.
std::optional<Kinds> kinds_of(const Eigen::ArrayXXf& added, const Case& subject, std::size_t min_of_kind) {
    const std::vector<Window> windows = windows_of(*subject.survey);
    const std::vector<float> steps = time_steps(subject, windows);
    std::optional<Kinds> best;
    for (std::size_t number = 0; number < windows.size(); ++number) {
        const Eigen::ArrayXf values = mean_over(added, windows[number]);
        const float smallest = subject.floor() / 2 + steps[number];
        const auto modes = two_modes_of(std::span(values.data(), static_cast<std::size_t>(values.size())),
                                        min_of_kind, smallest);
        if (!modes || modes->high - modes->low < subject.floor()) continue;
        if (best && best->modes.high - best->modes.low >= modes->high - modes->low) continue;
        best = Kinds{{}, 0, number, *modes, {}};
        for (const float value : values) {
            best->is_slower.push_back(value > modes->boundary);
            if (best->is_slower.back()) ++best->slower;
        }
    }
    return best;
}

/// By how much the slower hosts' values are larger than the others': logarithms, by length.
std::vector<float> distances_of(const Eigen::ArrayXXf& values, const PerHost<bool>& is_slower) {
    std::vector<float> distances;
    for (Eigen::Index k = 0; k < values.rows(); ++k) {
        std::array<std::vector<float>, 2> kinds;
        for (const HostIndex host : is_slower.indices())
            kinds.at(is_slower[host] ? 1 : 0).push_back(values(k, host));
        distances.push_back(median_of_numbers(kinds[1]) - median_of_numbers(kinds[0]));
    }
    return distances;
}

/// Whether one side is well at some length: then it is the hosts, and not where they stand.
bool is_one_sided(const std::vector<float>& sent, const std::vector<float>& received, float floor) {
    constexpr float fraction_when_well = 0.35F;
    for (std::size_t k = 0; k < sent.size(); ++k) {
        const auto [less, more] = std::minmax(sent[k], received[k]);
        if (more >= floor && less < fraction_when_well * more) return true;
    }
    return false;
}

/// Means over the window, logarithms, of messages between two hosts: of the quicker ones, of one of each
/// kind, and of the slower ones. Some senders stand for all.
std::array<std::vector<float>, 3> delays_by_kind(const Case& subject, const Kinds& kinds) {
    constexpr std::size_t senders_looked_at = 256;
    const Machine& machine = subject.survey->machine;
    const Window window = windows_of(*subject.survey)[kinds.window];
    const auto first = static_cast<Eigen::Index>(window.first_length);
    const auto lengths = static_cast<Eigen::Index>(window.lengths);
    const std::size_t step = (machine.hosts.size() + senders_looked_at - 1) / senders_looked_at;
    std::array<std::vector<float>, 3> delays;
    for (std::size_t number = 0; number < machine.hosts.size(); number += step) {
        const auto host = HostIndex(number);
        const Matrix row = subject.stack->row(machine.ranks_of[host].front());
        const Eigen::ArrayXd means = row.middleRows(first, lengths).array().log().colwise().mean();
        for (const HostIndex other : machine.hosts.indices()) {
            const auto delay = static_cast<float>(means(machine.ranks_of[other].front()));
            if (other == host || !std::isfinite(delay)) continue;
            const std::size_t slower = (kinds.is_slower[host] ? 1U : 0U) + (kinds.is_slower[other] ? 1U : 0U);
            delays.at(slower).push_back(delay);
        }
    }
    return delays;
}

/// Whether most messages between two of the quicker hosts are quick. In a sample of the pairs the quickest of
/// a host may be that to a neighbour, which others were not measured with.
bool are_quick_to_each_other(const std::vector<float>& delays, const Kinds& kinds) {
    const auto quick = std::count_if(delays.begin(), delays.end(),
                                     [&](float delay) { return delay <= kinds.modes.boundary; });
    return 2 * quick > std::ssize(delays);
}

/// Whether the slower hosts reach each other sooner than they reach the quicker ones: then they stand
/// together, and are not slow.
bool are_neighbours(const std::array<std::vector<float>, 3>& delays, float floor) {
    const auto& [quick, mixed, slow] = delays;
    return !slow.empty() && !mixed.empty() && median_of_numbers(slow) < median_of_numbers(mixed) - floor;
}

/// How uncertain the mean over the window is of what the quickest message takes that a host sends or
/// receives: the deviation of its logarithm.
double uncertainty_of_quickest(const Case& subject, HostIndex host, const Window& window) {
    const Machine& machine = subject.survey->machine;
    const RankIndex own = machine.ranks_of[host].front();
    std::vector<double> quickest_s(window.lengths, std::numeric_limits<double>::infinity());
    std::vector<double> uncertainty(window.lengths, 0);
    for (const Line& line : {Line{own, {}}, Line{{}, own}}) {
        const Matrix delays_s = subject.stack->line(line);
        const Matrix uncertainties = are_deviations_alone(*subject.run)
                                         ? uncertainties_of_even_samples(*subject.run, line) / half_width
                                         : uncertainties_of_line(*subject.run, line, delays_s);
        for (std::size_t n = 0; n < window.lengths; ++n) {
            const auto k = static_cast<Eigen::Index>(window.first_length + n);
            for (const HostIndex other : machine.hosts.indices()) {
                const RankIndex partner = machine.ranks_of[other].front();
                const double delay_s = delays_s(k, partner);
                if (other == host || !(delay_s > 0) || delay_s >= quickest_s[n]) continue;
                quickest_s[n] = delay_s;
                uncertainty[n] = uncertainties(k, partner);
            }
        }
    }
    const double squares =
        std::inner_product(uncertainty.begin(), uncertainty.end(), uncertainty.begin(), 0.0);
    return std::sqrt(squares) / static_cast<double>(window.lengths);
}

/// Whether the quickest message of most of the quicker hosts is less certain than the kinds are apart. Of
/// many delays that scatter some are short by chance.
bool are_quick_by_chance(const Case& subject, const Kinds& kinds) {
    const Window window = windows_of(*subject.survey)[kinds.window];
    const double tolerated = (kinds.modes.high - kinds.modes.low) / 2;
    std::size_t uncertain = 0;
    for (const HostIndex host : subject.survey->machine.hosts.indices()) {
        if (kinds.is_slower[host]) continue;
        if (half_width * uncertainty_of_quickest(subject, host, window) > tolerated) ++uncertain;
    }
    return 2 * uncertain > subject.survey->machine.hosts.size() - kinds.slower;
}

/// The slower hosts where they are so many that their pairs are most of all, or where there are only three.
std::optional<Kinds> kinds_without_majority(const Case& subject) {
    const std::size_t hosts = subject.survey->machine.hosts.size();
    if (hosts < 3) return std::nullopt;
    const auto [sent, received] = quickest_paths(subject);
    const Eigen::ArrayXXf nearest = (sent < received || received.isNaN()).select(sent, received);
    const std::size_t min_of_kind = hosts == 3 ? 1 : std::max(min_of_quicker_hosts, hosts / 10);
    auto kinds = kinds_of(nearest, subject, min_of_kind);
    if (!kinds || kinds->modes.high - kinds->modes.low < std::log(min_factor_without_majority))
        return std::nullopt;
    // A step of the clock makes two groups of any hosts.
    constexpr double steps_apart = 1.5;
    if (std::exp(kinds->modes.high) - std::exp(kinds->modes.low) < steps_apart * subject.time_step_s)
        return std::nullopt;
    const double fraction = static_cast<double>(kinds->slower) / static_cast<double>(hosts);
    if (hosts > 3 && fraction < fraction_without_majority) return std::nullopt;
    if (is_one_sided(distances_of(sent, kinds->is_slower), distances_of(received, kinds->is_slower),
                     subject.floor()))
        return std::nullopt;
    const std::array<std::vector<float>, 3> delays = delays_by_kind(subject, *kinds);
    if (is_sampled(*subject.survey) && !are_quick_to_each_other(delays.front(), *kinds)) return std::nullopt;
    if (are_neighbours(delays, subject.floor()) || are_quick_by_chance(subject, *kinds)) return std::nullopt;
    kinds->curve = distances_of(nearest, kinds->is_slower);
    return kinds;
}

/// Whether the hosts are all those below one switch, whose matter it is then.
bool are_one_group(const PerHost<bool>& chosen, std::size_t count, const Topology& topology) {
    return std::any_of(topology.levels.begin(), topology.levels.end(), [&](const TopologyLevel& level) {
        return std::any_of(level.groups.begin(), level.groups.end(), [&](const std::vector<int>& group) {
            return group.size() == count &&
                   std::all_of(group.begin(), group.end(), [&](int host) { return chosen[HostIndex(host)]; });
        });
    });
}

Finding mixed_hosts_finding(const Case& subject, const Kinds& kinds) {
    const Machine& machine = subject.survey->machine;
    Finding finding;
    finding.kind = FindingKind::mixed_hosts;
    HostList slower;
    for (const HostIndex host : machine.hosts.indices()) {
        if (kinds.is_slower[host]) slower.push_back(host);
    }
    name_kind(finding, machine, slower);
    weigh(finding, pairs_of_hosts(*subject.survey, slower), subject);
    finding.evidence.numbers["hosts_of_this_kind"] = static_cast<double>(kinds.slower);
    note_missing_majority(finding, kinds.slower, machine.hosts.size());
    return finding;
}

}  // namespace

std::optional<Structure> find_mixed_hosts(const Case& subject) {
    const Survey& survey = *subject.survey;
    if (!survey.partners.suffice_for_majority_of_hosts()) return std::nullopt;
    const std::size_t hosts = survey.machine.hosts.size();
    std::optional<Kinds> kinds;
    if (hosts >= min_hosts_of_two_kinds) {
        kinds = kinds_of(added_by_hosts(survey), subject, min_of_a_kind(hosts));
        if (kinds && are_one_group(kinds->is_slower, kinds->slower, survey.classes.topology)) kinds.reset();
    }
    if (!kinds && subject.declared_kinds.empty()) kinds = kinds_without_majority(subject);
    if (!kinds) return std::nullopt;
    Structure structure;
    structure.finding = mixed_hosts_finding(subject, *kinds);
    structure.curve = kinds->curve;
    structure.names = {"", "to slower kind", "from slower kind", "within slower kind"};
    structure.part_of = [is_slower = kinds->is_slower, host_of = survey.machine.host_of](RankIndex sender,
                                                                                         RankIndex receiver) {
        return std::size_t{2} * (is_slower[host_of[sender]] ? 1 : 0) + (is_slower[host_of[receiver]] ? 1 : 0);
    };
    return structure;
}

std::optional<Structure> find_mixed_hosts_of_few(const Case& subject) {
    constexpr std::size_t few = 8;
    return subject.survey->machine.hosts.size() <= few ? find_mixed_hosts(subject) : std::nullopt;
}

}  // namespace fabricmap::diagnosis
