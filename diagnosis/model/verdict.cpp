// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/verdict.hpp"

#include "diagnosis/model/collective_results.hpp"

#include <algorithm>
#include <array>

namespace fabricmap::diagnosis {
namespace {

/// Which of fewer hosts is slow cannot be told: of three, the pair of the other two is the only witness.
constexpr std::size_t min_hosts_to_judge = 4;
/// Of ranks that share a core, of values that are imprecise.
constexpr double max_fraction_in_doubt = 0.5;
/// Of the values of pairs that were measured at other lengths.
constexpr double max_fraction_missing = 0.05;
/// Where the longest message is shorter, its delay is latency and overhead rather than rate.
constexpr std::int64_t min_long_message = std::int64_t{64} << 10;

/// A host that is slower than that must show in a run that calls the machine healthy, and one that makes an
/// operation for which all wait so much longer.
constexpr double max_hidden_factor = 1.5;
constexpr double max_hidden_factor_of_operations = 2;
/// More than that where only more is asked for, and where most values are less precise than was asked for
/// this alone.
constexpr double beyond_what_is_asked = 1.25;

bool is_of_collectives(const Diagnosis& diagnosis) {
    return diagnosis.collectives != nullptr;
}

bool is_compared(const Diagnosis& diagnosis) {
    return is_of_collectives(diagnosis) ? !diagnosis.collectives->baseline_labels.empty()
                                        : diagnosis.comparison.has_value();
}

/// Those that were not excluded.
std::size_t measured_hosts(const Diagnosis& diagnosis) {
    if (diagnosis.runs.empty()) return diagnosis.hosts.size();
    const std::vector<std::string>& excluded = diagnosis.runs.front().description.excluded_hosts;
    return static_cast<std::size_t>(
        std::count_if(diagnosis.hosts.begin(), diagnosis.hosts.end(), [&](const std::string& host) {
            return std::find(excluded.begin(), excluded.end(), host) == excluded.end();
        }));
}

/// A baseline is something that even one link can be compared with.
bool has_few_hosts(const Diagnosis& diagnosis) {
    return measured_hosts(diagnosis) < min_hosts_to_judge && !is_compared(diagnosis);
}

bool have_shared_cores(const Diagnosis& diagnosis) {
    return static_cast<double>(diagnosis.basis.ranks_sharing_cores) >
           max_fraction_in_doubt * static_cast<double>(diagnosis.ranks);
}

bool are_hosts_hidden(const Diagnosis& diagnosis, double max_hidden) {
    const double limit = std::max(max_hidden, beyond_what_is_asked * (1 + diagnosis.min_effect));
    // What an archive may hide is stated, and was accepted by whoever made it.
    return !(detectable_factor_of_hosts(diagnosis) <= limit * (1 + diagnosis.archive_error));
}

bool is_hidden_what_is_asked(const Diagnosis& diagnosis) {
    return are_hosts_hidden(
        diagnosis, is_of_collectives(diagnosis) ? max_hidden_factor_of_operations : max_hidden_factor);
}

/// What scatters much may still show slow hosts, by many values.
bool is_too_imprecise(const Diagnosis& diagnosis) {
    return diagnosis.basis.imprecise_fraction > max_fraction_in_doubt &&
           (diagnosis.detectable.empty() || are_hosts_hidden(diagnosis, 1));
}

bool is_open(const Diagnosis& diagnosis, OpenPoint point) {
    switch (point) {
        case OpenPoint::cut_short:
            return diagnosis.basis.partly_missing_fraction > max_fraction_missing ||
                   std::any_of(diagnosis.runs.begin(), diagnosis.runs.end(),
                               [](const JudgedRun& run) { return !run.description.complete; });
        case OpenPoint::one_host:
            return measured_hosts(diagnosis) == 1 && has_few_hosts(diagnosis);
        case OpenPoint::few_hosts:
            return measured_hosts(diagnosis) > 1 && has_few_hosts(diagnosis);
        case OpenPoint::unknown_hosts:
            return !diagnosis.basis.hosts_known;
        case OpenPoint::unjudged_hosts:
            return !diagnosis.unjudged_hosts.empty();
        case OpenPoint::shared_cores:
            return have_shared_cores(diagnosis);
        case OpenPoint::imprecise_values:
            return is_too_imprecise(diagnosis);
        case OpenPoint::hidden_hosts:
            return !has_few_hosts(diagnosis) && is_hidden_what_is_asked(diagnosis);
        case OpenPoint::slow_samples:
            return diagnosis.unexplained_slow_fraction.has_value();
        case OpenPoint::short_messages:
            return !is_of_collectives(diagnosis) && !diagnosis.lengths.empty() &&
                   diagnosis.lengths.back() < min_long_message;
        case OpenPoint::order_of_posting:
            return diagnosis.basis.may_be_posted_in_order;
        case OpenPoint::suspects:
            return !diagnosis.suspects.empty();
        case OpenPoint::kinds_of_switches:
            return diagnosis.kinds_follow_switches;
        case OpenPoint::other_topology:
            return diagnosis.other_topology.has_value();
        case OpenPoint::late_starts:
            return is_of_collectives(diagnosis) &&
                   diagnosis.collectives->start_error_fraction() > max_fraction_in_doubt;
        case OpenPoint::waiting_together:
            return is_of_collectives(diagnosis) && !diagnosis.collectives->hosts_are_distinguished &&
                   !is_compared(diagnosis);
        case OpenPoint::few_flows:
            return diagnosis.leaf_matrix && !diagnosis.leaf_matrix->has_enough_flows();
        case OpenPoint::few_leaves:
            return diagnosis.leaf_matrix && !diagnosis.leaf_matrix->has_enough_leaves();
        case OpenPoint::hidden_uplinks:
            return diagnosis.leaf_matrix && diagnosis.leaf_matrix->has_enough_flows() &&
                   diagnosis.leaf_matrix->has_enough_leaves() && diagnosis.leaf_matrix->hides_an_uplink();
    }
    return false;
}

struct NameOfOpenPoint {
    OpenPoint point;
    std::string_view name;
};

/// A row for each, in the order of the enumeration.
constexpr std::array open_points{
    NameOfOpenPoint{OpenPoint::cut_short, "cut_short"},
    NameOfOpenPoint{OpenPoint::one_host, "one_host"},
    NameOfOpenPoint{OpenPoint::few_hosts, "few_hosts"},
    NameOfOpenPoint{OpenPoint::unknown_hosts, "unknown_hosts"},
    NameOfOpenPoint{OpenPoint::unjudged_hosts, "unjudged_hosts"},
    NameOfOpenPoint{OpenPoint::shared_cores, "shared_cores"},
    NameOfOpenPoint{OpenPoint::imprecise_values, "imprecise_values"},
    NameOfOpenPoint{OpenPoint::hidden_hosts, "hidden_hosts"},
    NameOfOpenPoint{OpenPoint::slow_samples, "slow_samples"},
    NameOfOpenPoint{OpenPoint::short_messages, "short_messages"},
    NameOfOpenPoint{OpenPoint::order_of_posting, "order_of_posting"},
    NameOfOpenPoint{OpenPoint::suspects, "suspects"},
    NameOfOpenPoint{OpenPoint::kinds_of_switches, "kinds_of_switches"},
    NameOfOpenPoint{OpenPoint::other_topology, "other_topology"},
    NameOfOpenPoint{OpenPoint::late_starts, "late_starts"},
    NameOfOpenPoint{OpenPoint::waiting_together, "waiting_together"},
    NameOfOpenPoint{OpenPoint::few_flows, "few_flows"},
    NameOfOpenPoint{OpenPoint::few_leaves, "few_leaves"},
    NameOfOpenPoint{OpenPoint::hidden_uplinks, "hidden_uplinks"},
};

}  // namespace

std::string_view name_of(Verdict verdict) noexcept {
    constexpr std::array<std::string_view, 4> names{"healthy", "faults", "undecided", "not_sought"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string_view name_of(OpenPoint point) noexcept {
    return open_points[static_cast<std::size_t>(point)].name;
}

std::vector<OpenPoint> open_points_of(const Diagnosis& diagnosis) {
    std::vector<OpenPoint> points;
    if (!diagnosis.faults_sought) return points;
    for (const NameOfOpenPoint& row : open_points) {
        if (is_open(diagnosis, row.point)) points.push_back(row.point);
    }
    return points;
}

double detectable_factor_of_hosts(const Diagnosis& diagnosis) noexcept {
    const auto hosts =
        std::find_if(diagnosis.detectable.begin(), diagnosis.detectable.end(),
                     [](const Detectable& effect) { return effect.part == DetectablePart::host; });
    return hosts == diagnosis.detectable.end() ? 1 : hosts->all_messages;
}

Verdict verdict_of(const Diagnosis& diagnosis) {
    if (diagnosis.fault_count() > 0) return Verdict::faults;
    if (!diagnosis.faults_sought) return Verdict::not_sought;
    const bool is_decided = !diagnosis.hosts.empty() && open_points_of(diagnosis).empty();
    return is_decided ? Verdict::healthy : Verdict::undecided;
}

}  // namespace fabricmap::diagnosis
