// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/host_state.hpp"

#include "diagnosis/model/finding_kinds.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// Of the finite values beside the host's own; NaN where there is none.
float median_beside(const auto& line, Eigen::Index own) {
    std::vector<float> values;
    for (Eigen::Index other = 0; other < line.size(); ++other) {
        if (other != own && std::isfinite(line(other))) values.push_back(line(other));
    }
    return upper_median_of(values, no_value);
}

void add_plane(const HostPlane& plane, std::vector<HostState>& states) {
    const auto hosts = static_cast<Eigen::Index>(states.size());
    if (plane.factor.rows() != hosts || plane.factor.cols() != hosts) return;
    for (Eigen::Index host = 0; host < hosts; ++host) {
        HostState& state = states[static_cast<std::size_t>(host)];
        // fmax leaves out what is NaN.
        state.send_factor = std::fmax(state.send_factor, median_beside(plane.factor.row(host), host));
        state.receive_factor = std::fmax(state.receive_factor, median_beside(plane.factor.col(host), host));
        state.send_delays_s.push_back(median_beside(plane.delay_s.row(host), host));
        state.receive_delays_s.push_back(median_beside(plane.delay_s.col(host), host));
    }
}

void add_finding(const Finding& finding, HostState& state) {
    ++state.faults;
    if (!lies_in_host(finding)) return;
    state.faulty = true;
    // The spread of a noisy host is no ratio of delays, and that of a regression is one to the baseline.
    if (finding.kind != FindingKind::slow_node) return;
    const double factor = finding.effect->factor;
    if (finding.side != Side::receiver) state.send_factor = std::fmax(state.send_factor, factor);
    if (finding.side != Side::sender) state.receive_factor = std::fmax(state.receive_factor, factor);
}

}  // namespace

bool lies_in_host(const Finding& finding) noexcept {
    return about(finding.kind).drains_host && std::holds_alternative<part::Host>(finding.part);
}

std::unordered_map<std::string, std::size_t> host_indices(const Diagnosis& diagnosis) {
    std::unordered_map<std::string, std::size_t> indices;
    for (std::size_t host = 0; host < diagnosis.hosts.size(); ++host) {
        indices.emplace(diagnosis.hosts[host], host);
    }
    return indices;
}

std::vector<HostState> host_states(const Diagnosis& diagnosis) {
    std::vector<HostState> states(diagnosis.hosts.size());
    for (const HostPlane& plane : diagnosis.planes) add_plane(plane, states);
    const auto indices = host_indices(diagnosis);
    for (const Finding& finding : diagnosis.findings) {
        if (!is_fault(finding.kind)) continue;
        for (const std::string& host : hosts_of(finding.part)) {
            const auto found = indices.find(host);
            if (found != indices.end()) add_finding(finding, states[found->second]);
        }
    }
    return states;
}

}  // namespace fabricmap::diagnosis
