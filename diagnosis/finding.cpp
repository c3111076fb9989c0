// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/finding.hpp"

#include "diagnosis/topology/host_list.hpp"
#include "netcdf_schema/message_lengths.hpp"
#include "netcdf_schema/quantities.hpp"
#include "netcdf_schema/units.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {
namespace {

std::string ranks_of(const Finding& finding) {
    return finding.ranks.size() == 1 ? fmt::format("rank {}", finding.ranks.front())
                                     : fmt::format("ranks {}", fmt::join(finding.ranks, ", "));
}

std::string_view verb_of(Side side) noexcept {
    switch (side) {
        case Side::sender:
            return "sends";
        case Side::receiver:
            return "receives";
        case Side::both:
            break;
    }
    return "sends and receives";
}

/// Ways neither send nor receive.
std::string_view verb_of(const Finding& finding) noexcept {
    return finding.is_whole_machine || is_link(finding) ? "is" : verb_of(finding.side);
}

std::string slower(const Finding& finding) {
    return format_plain(finding.factor) + " times slower";
}

std::string what_is_wrong(const Finding& finding) {
    switch (finding.kind) {
        case FindingKind::slow_node:
        case FindingKind::slow_rank:
            return fmt::format("{} {}", verb_of(finding.side), slower(finding));
        case FindingKind::slow_switch:
            return finding.to_hosts.empty() ? fmt::format("{} {}", verb_of(finding.side), slower(finding))
                                            : slower(finding);
        case FindingKind::slow_link:
            return fmt::format("{}{}", slower(finding),
                               finding.side == Side::both ? " both ways" : " that way alone");
        case FindingKind::half_duplex_link:
            return fmt::format("{} when both sides send", slower(finding));
        case FindingKind::asymmetric_link:
            return fmt::format("{} than the way back", slower(finding));
        case FindingKind::noisy_node:
            return fmt::format("delays spread {} times more than elsewhere", format_plain(finding.factor));
        case FindingKind::failed_pair:
            return "nothing was measured";
        case FindingKind::regression:
            return fmt::format("{} {} than in the baseline", verb_of(finding), slower(finding));
        case FindingKind::improvement:
            return fmt::format("{} {} times faster than in the baseline", verb_of(finding),
                               format_plain(1 / finding.factor));
        case FindingKind::topology_mismatch:
            return "sits elsewhere than declared";
    }
    return {};
}

}  // namespace

std::string_view name_of(FindingKind kind) noexcept {
    switch (kind) {
        case FindingKind::slow_node:
            return "slow_node";
        case FindingKind::slow_rank:
            return "slow_rank";
        case FindingKind::slow_link:
            return "slow_link";
        case FindingKind::slow_switch:
            return "slow_switch";
        case FindingKind::half_duplex_link:
            return "half_duplex_link";
        case FindingKind::asymmetric_link:
            return "asymmetric_link";
        case FindingKind::noisy_node:
            return "noisy_node";
        case FindingKind::failed_pair:
            return "failed_pair";
        case FindingKind::regression:
            return "regression";
        case FindingKind::improvement:
            return "improvement";
        case FindingKind::topology_mismatch:
            return "topology_mismatch";
    }
    return "unknown";
}

std::string_view name_of(Side side) noexcept {
    switch (side) {
        case Side::sender:
            return "sender";
        case Side::receiver:
            return "receiver";
        case Side::both:
            break;
    }
    return "both";
}

bool is_link(const Finding& finding) noexcept {
    return !finding.is_whole_machine && finding.to_hosts.empty() && finding.hosts.size() == 2 &&
           (finding.kind == FindingKind::slow_link || finding.kind == FindingKind::half_duplex_link ||
            finding.kind == FindingKind::asymmetric_link || finding.kind == FindingKind::failed_pair ||
            finding.kind == FindingKind::regression || finding.kind == FindingKind::improvement);
}

std::string part_of(const Finding& finding) {
    if (finding.is_whole_machine) return "the machine as a whole";
    if (finding.kind == FindingKind::slow_rank) {
        return fmt::format("{} on {}", ranks_of(finding), fmt::join(finding.hosts, ", "));
    }
    if (!finding.to_hosts.empty()) {
        return fmt::format("{} -> {}", format_host_list(finding.hosts), format_host_list(finding.to_hosts));
    }
    if (is_link(finding)) {
        const bool directed = finding.side != Side::both;
        return fmt::format("link {} {} {}", finding.hosts[0], directed ? "->" : "<->", finding.hosts[1]);
    }
    if (finding.kind == FindingKind::slow_switch) {
        return fmt::format("switch of {}", format_host_list(finding.hosts));
    }
    return format_host_list(finding.hosts);
}

std::string sentence_of(const Finding& finding) {
    std::string sentence = fmt::format("{} {}", part_of(finding), what_is_wrong(finding));
    if (finding.from_length_bytes > 0 && !finding.evidence.curve.empty()) {
        sentence += fmt::format(" from {} on", format_size(finding.from_length_bytes));
    }
    return sentence;
}

}  // namespace fabricmap::diagnosis
