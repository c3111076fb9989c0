// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/finding_kinds.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// What has two ends neither sends nor receives.
std::string verb_of(const Finding& finding, const Language& in) {
    constexpr std::array<std::string_view, 3> verbs{"sends", "receives", "sends and receives"};
    return ends_of(finding.part) ? "" : in(verbs[static_cast<std::size_t>(finding.side)]);
}

/// Latency faults show at short messages, bandwidth faults at long ones alone.
bool meets_long_messages_alone(const Finding& finding) {
    constexpr std::int64_t long_message = std::int64_t{16} * 1024;
    return finding.from_length_bytes >= long_message && spares_short_messages(finding);
}

/// Between the eager limits of two libraries, one of them uses the slower protocol.
bool changes_protocol_elsewhere(const Finding& finding) {
    constexpr std::int64_t min_limit = 128;
    return finding.from_length_bytes >= min_limit && spares_long_messages(finding);
}

/// Where the curve grows with the length before it falls, it is not the time of each message.
bool adds_latency_alone(const Finding& finding) {
    return finding.from_length_bytes < 128 && spares_long_messages(finding) &&
           finding.evidence.curve.front() >= std::sqrt(finding.effect->factor);
}

bool is_of_a_cable(const Finding& finding) {
    return std::holds_alternative<part::Cable>(finding.part);
}

bool has_two_ends(const Finding& finding) {
    return ends_of(finding.part).has_value();
}

double number_of(const Finding& finding, const char* name) {
    const auto found = finding.evidence.numbers.find(name);
    return found == finding.evidence.numbers.end() ? 0 : found->second;
}

/// What is carried of what others carry: "0.876 (0.869 to 0.882)".
std::string kept_text(const Finding& finding, const Language& in) {
    const Effect effect = finding.effect.value_or(Effect{});
    const auto inverse = [](double factor) { return fmt::format("{:.3f}", 1 / factor); };
    return filled_phrase(
        in, "{} ({} to {})",
        {inverse(effect.factor), inverse(effect.interval.high), inverse(effect.interval.low)});
}

std::string others_text(const Finding& finding, const Language& in) {
    if (has_two_ends(finding)) return in("the other paths of these leaves");
    return filled_phrase(in, "the other {} leaves", {format_plain(number_of(finding, "other_leaves"))});
}

/// What is missing above a leaf, as far as the number of its uplinks is known.
std::string lost_text(const Finding& finding, const Language& in) {
    if (has_two_ends(finding)) return in("a cable between them is missing or idle");
    const auto count = [&](const char* name) { return fmt::format("{:.0f}", number_of(finding, name)); };
    const std::string uplinks = count("uplinks");
    const double missing = number_of(finding, "missing_uplinks");
    if (uplinks == "0") {
        return filled_phrase(in, "as with 1 of {} uplinks missing or idle",
                             {count("uplinks_if_one_is_missing")});
    }
    if (missing < 1)
        return filled_phrase(in, "less than 1 of {} uplinks; one may run at a lower rate", {uplinks});
    if (missing < 2) return filled_phrase(in, "1 of {} uplinks is missing or idle", {uplinks});
    return filled_phrase(in, "{} of {} uplinks are missing or idle", {count("missing_uplinks"), uplinks});
}

/// Puts the finding's words for those in braces.
std::string filled(std::string_view text, const Finding& finding, const Language& in) {
    const std::string verb = verb_of(finding, in);
    const bool is_active = !verb.empty() && !std::holds_alternative<part::Machine>(finding.part);
    const std::vector<std::string> hosts = hosts_of(finding.part);
    const auto fraction = finding.evidence.numbers.find("fraction_of_pairs");
    const double factor = finding.effect.value_or(Effect{}).factor;
    const std::string factor_text = format_factor(factor);
    return fmt::format(
        fmt::runtime(in(text)), fmt::arg("does", fmt::format("{}{}", verb, verb.empty() ? "" : " ")),
        fmt::arg("is", is_active ? verb : in("is")), fmt::arg("are", in(hosts.size() == 1 ? "is" : "are")),
        fmt::arg("factor", factor_text),
        fmt::arg("slower", filled_phrase(in, "{} times slower", {factor_text})),
        fmt::arg("faster", filled_phrase(in, "{} times faster", {format_factor(1 / factor)})),
        fmt::arg("ways", in(finding.side == Side::both ? "in both directions" : "in this direction only")),
        fmt::arg("share", fraction == finding.evidence.numbers.end() ? "" : format_share(fraction->second)),
        fmt::arg("carries", verb.empty() ? in("carries ") : verb + ' '),
        fmt::arg("kept", kept_text(finding, in)), fmt::arg("others", others_text(finding, in)),
        fmt::arg("lost", lost_text(finding, in)), fmt::arg("extra", format_delay(finding.evidence.extra_s)),
        fmt::arg("host", hosts.empty() ? "" : hosts.front()),
        fmt::arg("ends", joined_by(hosts, in(" and "))));
}

constexpr std::string_view sends_slower = "{does}{slower}";
constexpr std::string_view look_at_route =
    "Both hosts are healthy otherwise: check the route between {ends} for a bad cable or port.";
constexpr OtherAdvice cable_instead{is_of_a_cable, "Check the cable between {ends} and its error counters."};

// One line a kind: its name and meaning; whether it rests on delays, is drawn, takes its host out of service;
// what is said of the part, and advised.
using K = FindingKind;
using M = Meaning;
constexpr std::array table{
    KindOfFinding{
        K::slow_node,
        "slow_node",
        M::fault,
        true,
        true,
        true,
        sends_slower,
        "Check {host}'s adapter and cable for errors, and its load, power settings and interrupts.",
        {OtherAdvice{changes_protocol_elsewhere,
                     "Only messages of a middle length are slow: its MPI library may change its protocol "
                     "elsewhere; compare {host}'s versions, eager limits and environment with another "
                     "host's."},
         OtherAdvice{meets_long_messages_alone,
                     "Only long messages are slow: check the rate and width at which {host}'s "
                     "adapter, cable and slot run."},
         OtherAdvice{adds_latency_alone,
                     "Each message takes a little longer, long ones hardly: check {host}'s power saving, "
                     "interrupt moderation and the adapter's place near the core."}}},
    KindOfFinding{K::slow_rank, "slow_rank", M::fault, true, true, false, sends_slower,
                  "Check what else runs on its core, and whether its memory and adapter are near the core."},
    KindOfFinding{K::slow_link,
                  "slow_link",
                  M::fault,
                  true,
                  true,
                  false,
                  "{slower} {ways}",
                  look_at_route,
                  {cable_instead}},
    KindOfFinding{
        K::slow_switch,
        "slow_switch",
        M::fault,
        true,
        true,
        false,
        sends_slower,
        "Check the switch of these hosts and its uplinks: one may be down or slow.",
        {OtherAdvice{has_two_ends,
                     "Check the cables between the switches of these hosts, and the routes over them."}}},
    KindOfFinding{K::half_duplex_link, "half_duplex_link", M::fault, false, true, true,
                  "{slower} when both sides send",
                  "Check whether a port negotiated half duplex, or whether both directions share one lane."},
    KindOfFinding{K::asymmetric_link,
                  "asymmetric_link",
                  M::fault,
                  true,
                  true,
                  false,
                  "{slower} than the reverse direction",
                  look_at_route,
                  {cable_instead}},
    KindOfFinding{K::noisy_node, "noisy_node", M::fault, true, true, true,
                  "delays spread {factor} times more than elsewhere",
                  "Check {host} for other load, daemons, frequency changes and retransmissions."},
    KindOfFinding{K::failed_pair,
                  "failed_pair",
                  M::fault,
                  false,
                  true,
                  true,
                  "nothing was measured",
                  "Check whether the host is up and its network interface in use.",
                  {OtherAdvice{has_two_ends, "Check firewall and routes between the two hosts."}}},
    KindOfFinding{K::regression, "regression", M::fault, true, true, true,
                  "{is} {slower} than in the baseline",
                  "Check what was changed there since the baseline was measured."},
    KindOfFinding{K::improvement, "improvement", M::better, false, false, false,
                  "{is} {faster} than in the baseline",
                  "Nothing to do; make a new baseline if this is permanent."},
    KindOfFinding{K::topology_mismatch, "topology_mismatch", M::fault, false, false, false,
                  "is not on its declared switch",
                  "Check where its cable is plugged in, or correct the declared topology."},
    KindOfFinding{K::mixed_hosts, "mixed_hosts", M::structure, false, false, false,
                  "{are} of a kind whose messages take {factor} times as long",
                  "If their hardware differs, nothing is wrong; otherwise check what they have in common: "
                  "adapter, firmware, power settings."},
    KindOfFinding{K::mixed_slots, "mixed_slots", M::structure, false, false, false,
                  "has slots on its hosts between which messages take {factor} times as long",
                  "Check which adapter, socket or rail serves these slots, and bind ranks accordingly."},
    KindOfFinding{K::mixed_routes, "mixed_routes", M::structure, false, false, false,
                  "has {share} of its pairs on routes {slower}",
                  "Check how routes are chosen, and the switches that only some of them pass."},
    KindOfFinding{K::longer_cables, "longer_cables", M::structure, false, false, false,
                  "{extra} farther away",
                  "Nothing to do where its cables are that much longer: 5 ns a metre."},
    KindOfFinding{K::missing_pairs, "missing_pairs", M::structure, false, false, false,
                  "lacks {share} of its pairs, scattered",
                  "To judge those that are missing, continue the run (--resume), or repeat the check with a "
                  "larger --time."},
    KindOfFinding{
        K::partly_slow_node, "partly_slow_node", M::fault, true, true, true,
        "is {factor} times slower in a part of its values",
        "Check the counters of {host}'s links for errors and changes of state, and each of its cables."},
    KindOfFinding{
        K::swapped_slots, "swapped_slots", M::fault, false, false, false, "has two slots exchanged",
        "Check which adapters their cables are plugged into, and to which core, socket or rail the ranks of "
        "these slots are bound."},
    KindOfFinding{
        K::intermittent_delay,
        "intermittent_delay",
        M::fault,
        true,
        true,
        true,
        "has samples that take far longer than the others",
        "Check the error and drop counters of {host}'s adapter, cable and switch port, its changes of "
        "link state and its retransmissions.",
        {OtherAdvice{has_two_ends, look_at_route}}},
    KindOfFinding{K::slow_adapter, "slow_adapter", M::fault, true, true, true,
                  "{does}{slower} over one of its adapters",
                  "Check the adapter that serves these ranks, its cable and slot: error counters, rate and "
                  "width, and its place near their cores."},
    KindOfFinding{K::slow_memory, "slow_memory", M::fault, true, false, true,
                  "passes messages between its own ranks {slower}",
                  "Check {host}'s memory modules and channels, its power settings, to which cores its ranks "
                  "are bound, and what its MPI library uses within a host."},
    KindOfFinding{K::shared_adapter, "shared_adapter", M::fault, false, false, false,
                  "sends from several ranks by one adapter",
                  "Check how these ranks choose their adapters (UCX_NET_DEVICES, btl_tcp_if_include, cores "
                  "they are bound "
                  "to), and whether another adapter of {host} is down."},
    KindOfFinding{K::degraded_adapter, "degraded_adapter", M::fault, false, false, false,
                  "has an adapter that is not as on other hosts",
                  "Check the adapter's cable, its port at the switch and its slot."},
    KindOfFinding{K::broken_rule, "broken_rule", M::site_rule, false, false, false,
                  "breaks a rule of the site", "Read what the rule says."},
    KindOfFinding{
        K::missing_uplink,
        "missing_uplink",
        M::fault,
        false,
        true,
        false,
        "{carries}{kept} of what {others} do: {lost}",
        "Check the state, rate and error counters of the switch's uplinks, and whether the routes use "
        "all of them.",
        {OtherAdvice{has_two_ends,
                     "Check the cables between the switches of these hosts, and the routes over "
                     "them."}}},
};

constexpr bool is_in_order() {
    for (std::size_t at = 0; at < table.size(); ++at) {
        if (static_cast<std::size_t>(table.at(at).kind) != at) return false;
    }
    return true;
}
static_assert(is_in_order(), "a row for each kind, in the order of FindingKind");

}  // namespace

std::span<const KindOfFinding> all_kinds_of_findings() noexcept {
    return table;
}

const KindOfFinding& about(FindingKind kind) {
    return table.at(static_cast<std::size_t>(kind));
}

std::string_view name_of(FindingKind kind) {
    return about(kind).name;
}

bool is_fault(FindingKind kind) {
    return about(kind).meaning == Meaning::fault;
}

bool comes_first(const Finding& one, const Finding& other) {
    const Meaning meaning = about(one.kind).meaning;
    const Meaning other_meaning = about(other.kind).meaning;
    return meaning != other_meaning ? meaning < other_meaning : one.severity > other.severity;
}

std::string predicate_text(const Finding& finding, const Language& in) {
    return filled(about(finding.kind).predicate, finding, in);
}

std::string advice_on(const Finding& finding, const Language& in) {
    if (finding.advice) return finding.advice->text(in);
    for (const auto& [applies, instead] : about(finding.kind).other_advice) {
        if (applies != nullptr && applies(finding)) return filled(instead, finding, in);
    }
    return filled(about(finding.kind).advice, finding, in);
}

}  // namespace fabricmap::diagnosis
