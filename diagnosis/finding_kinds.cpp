// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/finding_kinds.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

/// A message whose bytes, not its way, take the time.
constexpr std::int64_t long_message = std::int64_t{16} * 1024;

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

/// What has two ends neither sends nor receives, nor does the whole machine.
std::string_view verb_of(const Finding& finding) {
    const bool is_whole = std::holds_alternative<part::Machine>(finding.part);
    return is_whole || ends_of(finding.part) ? "is" : verb_of(finding.side);
}

double factor_of(const Finding& finding) {
    return finding.effect.value_or(Effect{}).factor;
}

std::string slower(const Finding& finding) {
    return format_plain(factor_of(finding)) + " times slower";
}

/// Names of the two ends of a link or cable.
std::string ends_in_words(const Finding& finding) {
    return fmt::format("{}", fmt::join(hosts_of(finding.part), " and "));
}

std::string sends_or_receives_slower(const Finding& finding) {
    return fmt::format("{} {}", verb_of(finding.side), slower(finding));
}

std::string is_slower_between_ends(const Finding& finding) {
    return fmt::format("{}{}", slower(finding),
                       finding.side == Side::both ? " both ways" : " that way alone");
}

std::string is_slower_below_or_between(const Finding& finding) {
    return ends_of(finding.part) ? slower(finding) : sends_or_receives_slower(finding);
}

std::string is_slower_when_both_send(const Finding& finding) {
    return fmt::format("{} when both sides send", slower(finding));
}

std::string is_slower_than_back(const Finding& finding) {
    return fmt::format("{} than the way back", slower(finding));
}

std::string spreads_more(const Finding& finding) {
    return fmt::format("delays spread {} times more than elsewhere", format_plain(factor_of(finding)));
}

std::string was_not_measured(const Finding&) {
    return "nothing was measured";
}

std::string is_slower_than_before(const Finding& finding) {
    return fmt::format("{} {} than in the baseline", verb_of(finding), slower(finding));
}

std::string is_faster_than_before(const Finding& finding) {
    return fmt::format("{} {} times faster than in the baseline", verb_of(finding),
                       format_plain(1 / factor_of(finding)));
}

std::string sits_elsewhere(const Finding&) {
    return "sits elsewhere than declared";
}

std::string are_slower_alike(const Finding& finding) {
    return fmt::format("{} of a kind whose messages take {} times as long",
                       hosts_of(finding.part).size() == 1 ? "is" : "are", format_plain(factor_of(finding)));
}

std::string has_slower_places(const Finding& finding) {
    return fmt::format("has places on its hosts between which messages take {} times as long",
                       format_plain(factor_of(finding)));
}

std::string has_slower_routes(const Finding& finding) {
    return fmt::format("has {} of its pairs on routes {}",
                       format_share(finding.evidence.numbers.at("share_of_pairs")), slower(finding));
}

std::string is_farther_away(const Finding& finding) {
    return fmt::format("{} farther away", format_delay(finding.evidence.extra_s));
}

std::string misses_pairs(const Finding& finding) {
    return fmt::format("lacks {} of its pairs, scattered",
                       format_share(finding.evidence.numbers.at("share_of_pairs")));
}

std::string look_at_host(const Finding& finding) {
    const std::string host = hosts_of(finding.part).front();
    // Latency faults show at short messages, bandwidth faults at long ones alone.
    if (finding.from_length_bytes >= long_message) {
        return fmt::format(
            "Only long messages are slow: look at the rate and width at which {}'s adapter, cable and slot "
            "run.",
            host);
    }
    return fmt::format(
        "Look at {}'s adapter and cable for errors, and at its load, power settings and interrupts.", host);
}

std::string look_at_core(const Finding&) {
    return "Look at what else runs on its core, and whether its memory and adapter are near the core.";
}

std::string look_at_route(const Finding& finding) {
    return std::holds_alternative<part::Cable>(finding.part)
               ? fmt::format("Look at the cable between {} and its error counters.", ends_in_words(finding))
               : fmt::format(
                     "Both hosts are well otherwise: look at the route between {} for a bad cable or port.",
                     ends_in_words(finding));
}

std::string look_at_switch(const Finding& finding) {
    return ends_of(finding.part)
               ? "Look at the cables between the switches of these hosts, and at the routes over them."
               : "Look at the switch of these hosts and at its uplinks: one may be down or slow.";
}

std::string look_at_duplex(const Finding&) {
    return "Look whether a port negotiated half duplex, or whether both directions share one lane.";
}

std::string look_at_other_work(const Finding& finding) {
    return fmt::format("Look for other work, daemons and frequency changes on {}, and for retransmissions.",
                       hosts_of(finding.part).front());
}

std::string look_at_failure(const Finding& finding) {
    return ends_of(finding.part) ? "Look at firewall and routes between the two hosts."
                                 : "Look whether the host is up and its network interface in use.";
}

std::string look_at_changes(const Finding&) {
    return "Look at what was changed there since the baseline was measured.";
}

std::string keep_as_baseline(const Finding&) {
    return "Nothing to do; take a new baseline if this is to stay.";
}

std::string look_at_plugs(const Finding&) {
    return "Look where its cable is plugged in, or mend the declared topology.";
}

std::string look_what_they_share(const Finding&) {
    return "If they are of another make, nothing is wrong; else look at what they have in common: adapter, "
           "firmware, power settings.";
}

std::string look_at_places(const Finding&) {
    return "Look which adapter, socket or rail serves these places, and bind ranks accordingly.";
}

std::string look_at_routing(const Finding&) {
    return "Look at how routes are chosen, and at the switches that only some of them pass.";
}

std::string look_at_cable_lengths(const Finding&) {
    return "Nothing to do where its cables are that much longer: 5 ns a metre.";
}

std::string measure_the_rest(const Finding&) {
    return "Measure all pairs (network_test --resume) to judge those that are missing.";
}

// One line a kind: its name and meaning; whether it rests on delays, is drawn, takes its host out of service;
// what is said of the part, and advised.
using K = FindingKind;
constexpr auto fault = Meaning::fault;
constexpr std::array table{
    KindOfFinding{K::slow_node, "slow_node", fault, true, true, true, sends_or_receives_slower, look_at_host},
    KindOfFinding{K::slow_rank, "slow_rank", fault, true, true, false, sends_or_receives_slower,
                  look_at_core},
    KindOfFinding{K::slow_link, "slow_link", fault, true, true, false, is_slower_between_ends, look_at_route},
    KindOfFinding{K::slow_switch, "slow_switch", fault, true, true, false, is_slower_below_or_between,
                  look_at_switch},
    KindOfFinding{K::half_duplex_link, "half_duplex_link", fault, false, true, true, is_slower_when_both_send,
                  look_at_duplex},
    KindOfFinding{K::asymmetric_link, "asymmetric_link", fault, true, true, false, is_slower_than_back,
                  look_at_route},
    KindOfFinding{K::noisy_node, "noisy_node", fault, true, true, true, spreads_more, look_at_other_work},
    KindOfFinding{K::failed_pair, "failed_pair", fault, false, true, true, was_not_measured, look_at_failure},
    KindOfFinding{K::regression, "regression", fault, true, true, true, is_slower_than_before,
                  look_at_changes},
    KindOfFinding{K::improvement, "improvement", Meaning::better, false, false, false, is_faster_than_before,
                  keep_as_baseline},
    KindOfFinding{K::topology_mismatch, "topology_mismatch", fault, false, false, false, sits_elsewhere,
                  look_at_plugs},
    KindOfFinding{K::mixed_hosts, "mixed_hosts", Meaning::structure, false, false, false, are_slower_alike,
                  look_what_they_share},
    KindOfFinding{K::mixed_slots, "mixed_slots", Meaning::structure, false, false, false, has_slower_places,
                  look_at_places},
    KindOfFinding{K::mixed_routes, "mixed_routes", Meaning::structure, false, false, false, has_slower_routes,
                  look_at_routing},
    KindOfFinding{K::longer_cables, "longer_cables", Meaning::structure, false, false, false, is_farther_away,
                  look_at_cable_lengths},
    KindOfFinding{K::missing_pairs, "missing_pairs", Meaning::structure, false, false, false, misses_pairs,
                  measure_the_rest},
};
static_assert(table.size() == all_finding_kinds.size());

}  // namespace

const KindOfFinding& about(FindingKind kind) {
    return *std::find_if(table.begin(), table.end(),
                         [&](const KindOfFinding& one) { return one.kind == kind; });
}

std::string_view name_of(FindingKind kind) {
    return about(kind).name;
}

bool is_fault(FindingKind kind) {
    return about(kind).meaning == Meaning::fault;
}

std::string advice_on(const Finding& finding) {
    return about(finding.kind).advice(finding);
}

}  // namespace fabricmap::diagnosis
