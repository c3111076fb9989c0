// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/findings.hpp"
#include "statistics/evenness.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace fabricmap::diagnosis {
namespace {

constexpr float max_missing_of_a_sweep = 0.05F;
constexpr float missing_of_a_failed_pair = 0.5F;
constexpr double fraction_of_a_failed_host = 0.75;
constexpr std::size_t min_of_a_block = 3;  // hosts on either side

bool has_failed(const Survey& survey, HostIndex from, HostIndex to) {
    return from != to && survey.missing_fraction(from, to) >= missing_of_a_failed_pair;
}

/// In how much of the paths from a host to others nothing was measured that was to be, or with `receives` to
/// it; NaN where there is none.
double failed_fraction(const Survey& survey, HostIndex host, bool receives) {
    int paths = 0;
    int failures = 0;
    for (const HostIndex other : survey.machine.hosts.indices()) {
        const HostIndex from = receives ? other : host;
        const HostIndex to = receives ? host : other;
        if (host == other || std::isnan(survey.missing_fraction(from, to))) continue;
        ++paths;
        if (has_failed(survey, from, to)) ++failures;
    }
    return failures / static_cast<double>(paths);
}

/// From this fraction of missing paths on a host has failed: nearly all, and far more than chance takes away
/// where most hosts lack many.
double fraction_of_failure(const Survey& survey) {
    constexpr double deviations = 5;
    std::vector<float> fractions;
    for (const HostIndex host : survey.machine.hosts.indices())
        fractions.push_back(static_cast<float>(failed_fraction(survey, host, false)));
    const double usual = median_of_numbers(fractions);
    const double deviation =
        std::sqrt(usual * (1 - usual) / static_cast<double>(survey.machine.host_count()));
    return std::clamp(usual + deviations * deviation, fraction_of_a_failed_host, 1.0);
}

/// Rounds end with the job at a pair that fails; where some of them were drawn, every host lacks paths to
/// others that were measured.
bool looks_like_a_sample(const Survey& survey) {
    HostList measured;
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (failed_fraction(survey, host, false) < 1) measured.push_back(host);
    }
    return std::all_of(measured.begin(), measured.end(), [&](HostIndex from) {
        return std::any_of(measured.begin(), measured.end(),
                           [&](HostIndex to) { return has_failed(survey, from, to); });
    });
}

/// Whether pairs were left out on purpose.
bool is_sample_of_pairs(const Case& subject) {
    const std::optional<Schedule>& schedule = subject.run->description().schedule;
    if (!schedule) return false;
    if (schedule->sample) return !schedule->sample->is_whole();
    return schedule->kind == ScheduleKind::rounds && looks_like_a_sample(*subject.survey);
}

std::int64_t ranks_on(const Survey& survey, HostIndex host) {
    return std::ssize(survey.machine.ranks_of[host]);
}

Finding failure(const Survey& survey) {
    Finding finding;
    finding.kind = FindingKind::failed_pair;
    finding.from_length_bytes = survey.lengths.front();
    finding.to_length_bytes = survey.lengths.back();
    return finding;
}

using FailedPaths = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// From each host to each other, but for hosts that failed themselves.
FailedPaths failed_paths(const Survey& survey, const PerHost<bool>& failed_hosts) {
    FailedPaths paths =
        FailedPaths::Constant(survey.machine.host_count(), survey.machine.host_count(), false);
    for (const HostIndex to : failed_hosts.indices()) {
        for (const HostIndex from : failed_hosts.indices()) {
            paths(from, to) = has_failed(survey, from, to) && !failed_hosts[from] && !failed_hosts[to];
        }
    }
    return paths;
}

HostList marked_in(const auto& line) {
    HostList hosts;
    for (const HostIndex host : IndexRange<HostIndex>(line.size())) {
        if (line(host)) hosts.push_back(host);
    }
    return hosts;
}

/// Hosts that all miss the same partners, several of each: the paths between them are reported once, and
/// taken away.
void add_failed_blocks(std::vector<Finding>& findings, FailedPaths& paths, const Survey& survey) {
    std::map<HostList, HostList> hosts_by_partners;
    for (const HostIndex host : survey.machine.hosts.indices()) {
        const HostList partners = marked_in(paths.row(host));
        if (partners.size() >= min_of_a_block) hosts_by_partners[partners].push_back(host);
    }
    for (const auto& [partners, hosts] : hosts_by_partners) {
        if (hosts.size() < min_of_a_block || !paths(hosts.front(), partners.front())) continue;
        Finding& finding = findings.emplace_back(failure(survey));
        const bool is_both_ways = paths(partners, hosts).all();
        finding.side = is_both_ways ? Side::both : Side::sender;
        const bool is_turned = is_both_ways && partners.front() < hosts.front();
        name_path(finding, survey.machine, is_turned ? partners : hosts, is_turned ? hosts : partners);
        std::int64_t pairs = 0;
        for (const HostIndex host : hosts) {
            for (const HostIndex partner : partners)
                pairs += 2 * ranks_on(survey, host) * ranks_on(survey, partner);
        }
        weigh_failure(finding, pairs, survey.machine);
        paths(hosts, partners).setConstant(false);
        if (is_both_ways) paths(partners, hosts).setConstant(false);
    }
}

/// Many pairs, about as many of each host: no part has failed, but not all was measured.
bool are_scattered(const FailedPaths& paths) {
    constexpr Eigen::Index few_pairs = 20;
    return paths.count() > 2 * few_pairs && are_spread_evenly(paths);
}

Finding missing_pairs_finding(const FailedPaths& paths, const Survey& survey) {
    Finding finding = failure(survey);
    finding.kind = FindingKind::missing_pairs;
    finding.part = part::Machine{survey.machine.hosts};
    std::int64_t pairs = 0;
    for (const HostIndex host : survey.machine.hosts.indices()) {
        for (const HostIndex partner : marked_in(paths.row(host)))
            pairs += ranks_on(survey, host) * ranks_on(survey, partner);
    }
    weigh_failure(finding, pairs, survey.machine);
    return finding;
}

void add_failed_links(std::vector<Finding>& findings, const FailedPaths& paths, const Survey& survey) {
    for (const HostIndex one : survey.machine.hosts.indices()) {
        for (const HostIndex other : IndexRange<HostIndex>(one + 1, paths.cols())) {
            const bool there = paths(one, other);
            const bool back = paths(other, one);
            if (!there && !back) continue;
            Finding& finding = findings.emplace_back(failure(survey));
            finding.side = there && back ? Side::both : Side::sender;
            name_link(finding, survey.machine, there ? one : other, there ? other : one);
            weigh_failure(finding, 2 * ranks_on(survey, one) * ranks_on(survey, other), survey.machine);
        }
    }
}

std::optional<std::string> missing_whole_sweeps(const Case& subject) {
    const Survey& survey = *subject.survey;
    if (survey.machine.host_count() < 2) return std::string(reason_one_host);
    if (is_sample_of_pairs(subject)) {
        return "only a sample of the pairs was measured";
    }
    // Paths on which nothing arrived have failed; what is left out of a sweep is left out of all of them.
    std::vector<float> partly;
    for (const HostIndex to : survey.machine.hosts.indices()) {
        for (const HostIndex from : survey.machine.hosts.indices()) {
            if (from != to && survey.missing_fraction(from, to) < 1)
                partly.push_back(survey.missing_fraction(from, to));
        }
    }
    const float usual = median_of_numbers(partly);
    if (!(usual > max_missing_of_a_sweep)) return std::nullopt;
    return fmt::format("{:.0f} % of the values of most pairs are missing", 100 * usual);
}

Detection find_failed_pairs(const Case& subject, Residual residual) {
    const Survey& survey = *subject.survey;
    std::vector<Finding> findings;
    PerHost<bool> failed(survey.machine.hosts.size(), false);
    const bool hosts_differ = survey.machine.host_count() - std::ssize(survey.machine.left_out) > 2;
    const double failure_fraction = fraction_of_failure(survey);
    for (const HostIndex host : survey.machine.hosts.indices()) {
        if (!hosts_differ) break;
        const bool sends = !(failed_fraction(survey, host, false) >= failure_fraction);
        const bool receives = !(failed_fraction(survey, host, true) >= failure_fraction);
        if (sends && receives) continue;
        failed[host] = true;
        findings.push_back(failure(survey));
        findings.back().side = sends ? Side::receiver : receives ? Side::sender : Side::both;
        name_host(findings.back(), survey.machine, host);
        const auto ranks = ranks_on(survey, host);
        weigh_failure(findings.back(), 2 * ranks * (survey.machine.rank_count() - ranks), survey.machine);
    }
    FailedPaths paths = failed_paths(survey, failed);
    add_failed_blocks(findings, paths, survey);
    if (are_scattered(paths)) {
        findings.push_back(missing_pairs_finding(paths, survey));
    } else {
        add_failed_links(findings, paths, survey);
    }
    return {std::move(findings), std::move(residual)};
}

}  // namespace

extern constinit const Detector failed_pairs_detector{"failed pairs", missing_whole_sweeps,
                                                      find_failed_pairs};

}  // namespace fabricmap::diagnosis
