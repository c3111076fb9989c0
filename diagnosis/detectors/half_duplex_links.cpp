// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/findings.hpp"
#include "diagnosis/detectors/groups.hpp"
#include "diagnosis/detectors/host_means.hpp"
#include "diagnosis/detectors/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// Where bytes, not the way, take the time.
constexpr std::int64_t shortest_length = std::int64_t{64} * 1024;
constexpr float min_half_duplex_ratio = 1.5F;
/// A class that is slower than this as a whole is not full duplex anywhere.
constexpr float full_duplex = 1.25F;
constexpr std::size_t max_half_duplex_lengths = 8;

/// Long lengths that both runs have: their indices in each.
std::vector<std::pair<std::size_t, std::size_t>> common_lengths(const Case& subject) {
    std::vector<std::pair<std::size_t, std::size_t>> common;
    const std::vector<std::int64_t>& here = subject.survey->lengths;
    const std::vector<std::int64_t>& there = subject.both_ways->description().message_lengths;
    for (std::size_t k = 0; k < here.size(); ++k) {
        const auto found = std::lower_bound(there.begin(), there.end(), here[k]);
        if (here[k] < shortest_length || found == there.end() || *found != here[k]) continue;
        common.emplace_back(k, static_cast<std::size_t>(found - there.begin()));
    }
    if (common.size() > max_half_duplex_lengths)
        common.erase(common.begin(), common.end() - max_half_duplex_lengths);
    return common;
}

Eigen::ArrayXXf slowdown_both_ways(const Case& subject) {
    const auto other = subject.both_ways->stack(subject.both_ways->preferred());
    HostMeans means(subject.survey->machine);
    for (const auto& [one_way, both_ways] : common_lengths(subject)) {
        means.add(other->plane(both_ways), subject.stack->plane(one_way));
    }
    const Eigen::ArrayXXf ratios = means.folded();
    return (ratios + ratios.transpose()) / 2;  // both directions are in use either way
}

Finding half_duplex_finding(const Case& subject, float ratio, const Call& call) {
    Finding finding;
    finding.kind = FindingKind::half_duplex_link;
    finding.side = Side::both;
    tell_effect(finding, ratio, call);
    const auto lengths = common_lengths(subject);
    finding.from_length_bytes = subject.survey->lengths[lengths.front().first];
    finding.to_length_bytes = subject.survey->lengths[lengths.back().first];
    finding.evidence.curve.assign(subject.survey->lengths.size(), std::numeric_limits<double>::quiet_NaN());
    for (const auto& [one_way, both_ways] : lengths) finding.evidence.curve[one_way] = finding.effect->factor;
    return finding;
}

}  // namespace

std::optional<std::string> lack_of_both_ways(const Case& subject) {
    if (subject.run->description().mode != Mode::one_to_one) {
        return "they show between a one_to_one and an async_one_to_one run; give both";
    }
    if (subject.both_ways == nullptr) return "no async_one_to_one run was given beside the one_to_one run";
    if (subject.survey->machine.host_count() < 2) return "all ranks are on one host";
    if (common_lengths(subject).empty()) return "the two runs have no length from 64K on in common";
    const float usual = median_of_numbers(slowdown_both_ways(subject).reshaped());
    if (usual > std::log(full_duplex)) {
        return fmt::format("all pairs are slower when both sides send ({:.2g} times in the middle)",
                           std::exp(usual));
    }
    return std::nullopt;
}

Detection find_half_duplex_links(const Case& subject, Residue residue) {
    const Machine& machine = subject.survey->machine;
    Eigen::ArrayXXf ratios = slowdown_both_ways(subject);
    const float floor = std::log(min_half_duplex_ratio);
    std::vector<Finding> findings;

    std::vector<Eigen::ArrayXf> of_hosts{Eigen::ArrayXf(ratios.rows())};
    for (Eigen::Index host = 0; host < ratios.rows(); ++host) {
        const Eigen::ArrayXf row = ratios.row(host).transpose();
        const bool is_known = subject.survey->partners.suffice_for_host(host);
        of_hosts.front()(host) = is_known ? lower_quartile({row.begin(), row.end()}) : no_value;
    }
    const bool hosts_compare = machine.host_count() >= 3;
    for (const Call& call : hosts_compare ? call_parts(of_hosts, floor) : std::vector<Call>{}) {
        findings.push_back(
            half_duplex_finding(subject, of_hosts.front()(static_cast<Eigen::Index>(call.part)), call));
        findings.back().evidence.notes.emplace_back(
            "All ways to and from this host are affected: its own port.");
        name_host(findings.back(), machine, call.part);
        weigh(findings.back(), pairs_of_host(*subject.survey, call.part), subject);
        ratios.row(static_cast<Eigen::Index>(call.part)).setConstant(no_value);
        ratios.col(static_cast<Eigen::Index>(call.part)).setConstant(no_value);
    }
    const std::vector<Eigen::ArrayXf> of_links{ratios.reshaped()};
    const auto hosts = static_cast<std::size_t>(machine.host_count());
    for (const Call& call : call_parts(of_links, floor)) {
        const std::size_t one = call.part % hosts;
        const std::size_t other = call.part / hosts;
        if (one > other) continue;  // the matrix is symmetric
        findings.push_back(
            half_duplex_finding(subject, of_links.front()(static_cast<Eigen::Index>(call.part)), call));
        name_link(findings.back(), machine, one, other);
        weigh(findings.back(), pairs_of_link(*subject.survey, one, other), subject);
    }
    return {std::move(findings), std::move(residue)};
}

}  // namespace fabricmap::diagnosis
