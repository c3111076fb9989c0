// SPDX-License-Identifier: Apache-2.0
// What is open in a diagnosis, and what settles it: of a check another check, of a run the tester.
#include "base/host_list.hpp"
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/unfinished_check.hpp"
#include "base/units.hpp"
#include "diagnosis/model/collective_results.hpp"
#include "diagnosis/reports/leaf_text.hpp"
#include "diagnosis/reports/slowest_pairs.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// What suspects rest on, and how they are settled.
std::string_view ground_of(Doubt doubt, bool in_check) {
    struct Ground {
        std::string_view of_run;
        std::string_view of_check;
    };
    constexpr std::string_view unconfirmed_of_check =
        "on unconfirmed measurements: repeat fabricmap check with a larger --time, or while the machine is "
        "idle.";
    constexpr std::string_view shared =
        "on ranks that shared cores: measure again with a core for each rank.";
    constexpr std::array grounds{
        Ground{"on unconfirmed measurements: what --suspects FILE writes, network_test --resume --confirm "
               "FILE measures again; then diagnose again.",
               unconfirmed_of_check},
        Ground{
            "on unconfirmed measurements of the run in which both sides send: diagnose that run alone with "
            "--suspects FILE, measure again with network_test --resume --confirm FILE; then diagnose both "
            "again.",
            unconfirmed_of_check},
        Ground{shared, shared},
        Ground{"on values whose uncertainty exceeds the effect: measure again with a larger -n, or on a less "
               "loaded machine.",
               "on values whose uncertainty exceeds the effect: repeat fabricmap check with a larger --time, "
               "or on a less loaded machine."},
        Ground{"on few slow samples: of what --suspects FILE writes, network_test --resume --confirm FILE "
               "counts enough; then diagnose again.",
               "on few slow samples: repeat fabricmap check with a larger --time, which counts more."}};
    const Ground& ground = grounds[static_cast<std::size_t>(doubt)];
    return in_check ? ground.of_check : ground.of_run;
}

std::string suspects_text(const Diagnosis& diagnosis, const Language& in) {
    std::vector<std::string> sentences;
    for (const Doubt doubt : {Doubt::unconfirmed, Doubt::unconfirmed_both_ways, Doubt::shared_cores,
                              Doubt::imprecise, Doubt::few_slow_samples}) {
        const auto suspects = std::count_if(diagnosis.suspects.begin(), diagnosis.suspects.end(),
                                            [&](const Finding& suspect) { return suspect.doubt == doubt; });
        if (suspects == 0) continue;
        const std::string rest = suspects == 1
                                     ? in("1 suspect rests")
                                     : filled_phrase(in, "{} suspects rest", {std::to_string(suspects)});
        sentences.push_back(rest + ' ' + in(ground_of(doubt, is_of_check(diagnosis))));
    }
    return joined_by(sentences, " ");
}

/// What the run that did not end was started by, without what --resume excludes or is.
std::string command_of(const Diagnosis& diagnosis) {
    const std::string program = diagnosis.collectives ? "collective_test" : "network_test";
    const auto run = std::find_if(diagnosis.runs.begin(), diagnosis.runs.end(),
                                  [](const JudgedRun& judged) { return !judged.description.complete; });
    std::vector<std::string> words = split(run->description.command_line, ' ');
    std::erase_if(words, [](const std::string& word) { return word == "--overwrite" || word == "--resume"; });
    return words.empty() || words.front() != program ? program : joined_by(words, " ");
}

/// What of the run is missing, and what to do.
std::string cut_short_text(const Diagnosis& diagnosis, const Language& in) {
    if (std::all_of(diagnosis.runs.begin(), diagnosis.runs.end(),
                    [](const JudgedRun& run) { return run.description.complete; })) {
        return filled_phrase(in,
                             "{} of the values of pairs that were measured at other lengths are "
                             "missing: measure again.",
                             {format_share(diagnosis.basis.partly_missing_fraction)});
    }
    if (is_of_check(diagnosis))
        return in("A run of the check did not end: repeat fabricmap check with a larger --time.");
    return filled_phrase(in, "The run did not end: continue it with {} --resume, or measure again.",
                         {command_of(diagnosis)});
}

std::string hidden_hosts_text(const Diagnosis& diagnosis, const Language& in) {
    if (diagnosis.collectives) {
        return filled_phrase(in,
                             "A host that makes operations {} slower would not stand out from the noise of "
                             "this run: measure with a core for each rank, or on a less loaded machine.",
                             {slowdown_text(detectable_factor_of_hosts(diagnosis))});
    }
    return filled_phrase(
        in,
        is_of_check(diagnosis)
            ? "A host that is {} slower would not stand out from the noise of this check: repeat fabricmap "
              "check with a larger --time, or on a less loaded machine."
            : "A host that is {} slower would not stand out from the noise of this run: measure again with a "
              "larger -n, or on a less loaded machine.",
        {slowdown_text(detectable_factor_of_hosts(diagnosis))});
}

std::string slow_samples_text(const Diagnosis& diagnosis, const Language& in) {
    return filled_phrase(in,
                         "{} of the samples take more than 5 times their median, between most hosts: "
                         "packets are lost on what they share, or the machine is busy. Check the "
                         "counters of the switches, and measure again while it is idle.",
                         {format_share(diagnosis.unexplained_slow_fraction.value_or(0), 2)});
}

std::string short_messages_text(const Diagnosis& diagnosis, const Language& in) {
    return filled_phrase(
        in,
        is_of_check(diagnosis)
            ? "No message above {} was measured, and a slow rate shows in long ones: repeat "
              "fabricmap check with a larger --time."
            : "No message above {} was measured, and a slow rate shows in long ones: measure "
              "up to 1M, as with --lengths 0,1K,64K,1M.",
        {diagnosis.lengths.empty() ? "-" : format_size(diagnosis.lengths.back())});
}

std::string other_topology_text(const OtherTopology& other, const Language& in) {
    return filled_phrase(in,
                         "{} declares none of the run's hosts: it has {}, the run {}. Give the --topology of "
                         "this machine, or --names where its nodes have other names.",
                         {other.path, other.declared_host, other.measured_host});
}

std::string unjudged_hosts_text(const Diagnosis& diagnosis, const Language& in) {
    std::string text = filled_phrase(in,
                                     is_of_check(diagnosis)
                                         ? "Measured with too few other hosts to be judged: {}. Repeat "
                                           "fabricmap check with a larger --time."
                                         : "Measured with too few other hosts to be judged: {}. Measure more "
                                           "pairs (network_test: --sample-pairs).",
                                     {format_host_list(diagnosis.unjudged_hosts)});
    if (2 * diagnosis.unjudged_hosts.size() <= diagnosis.hosts.size()) return text;
    const std::string slowest = slowest_pairs_text(diagnosis, in);
    return slowest.empty() ? text : slowest + ' ' + text;
}

std::string imprecise_values_text(const Diagnosis& diagnosis, const Language& in) {
    return filled_phrase(in,
                         is_of_check(diagnosis)
                             ? "{} of the values are less precise than the check asked for: repeat fabricmap "
                               "check with a larger --time, or on a less loaded machine."
                             : "{} of the values are less precise than the run asked for: measure again with "
                               "a larger -n, or on a less loaded machine.",
                         {format_share(diagnosis.basis.imprecise_fraction)});
}

}  // namespace

bool is_of_check(const Diagnosis& diagnosis) {
    return std::any_of(diagnosis.runs.begin(), diagnosis.runs.end(), [](const JudgedRun& run) {
        return names_run_of_check(run.description.command_line) || names_run_of_check(run.label);
    });
}

std::string open_point_text(const Diagnosis& diagnosis, OpenPoint point, const Language& in) {
    switch (point) {
        case OpenPoint::cut_short:
            return cut_short_text(diagnosis, in);
        case OpenPoint::one_host:
            return in("All ranks are on one host: start them on four hosts or more.");
        case OpenPoint::few_hosts:
            return in(
                is_of_check(diagnosis)
                    ? "Fewer than four hosts cannot be compared: check more, or accept an earlier check "
                      "of them when they were healthy (fabricmap accept)."
                    : "Fewer than four hosts cannot be compared: measure more, or give --baseline.");
        case OpenPoint::unknown_hosts:
            return in(
                "The run has no host names: each rank is treated as a host. Measure with network_test, which "
                "records them.");
        case OpenPoint::unjudged_hosts:
            return unjudged_hosts_text(diagnosis, in);
        case OpenPoint::shared_cores:
            return shared_cores_text(diagnosis, in) + ' ' + in("Measure with a core for each rank.");
        case OpenPoint::imprecise_values:
            return imprecise_values_text(diagnosis, in);
        case OpenPoint::hidden_hosts:
            return hidden_hosts_text(diagnosis, in);
        case OpenPoint::slow_samples:
            return slow_samples_text(diagnosis, in);
        case OpenPoint::short_messages:
            return short_messages_text(diagnosis, in);
        case OpenPoint::suspects:
            return suspects_text(diagnosis, in);
        case OpenPoint::order_of_posting:
            return in(
                "Hosts look like a ring, as where each posts its messages to one after another, which hides "
                "slow hosts: measure with one_to_one.");
        case OpenPoint::kinds_of_switches:
            return in(
                "Each kind of --kinds is below one switch, so that a slow switch passes for its kind: leave "
                "racks and rows out of the features.");
        case OpenPoint::other_topology:
            return other_topology_text(diagnosis.other_topology.value(), in);
        case OpenPoint::late_starts:
            return filled_phrase(in,
                                 "Of {} of the values the starts err by more than what is measured: measure "
                                 "with a core for each rank.",
                                 {format_share(diagnosis.collectives->start_error_fraction())});
        case OpenPoint::waiting_together:
            return in(
                "In the operations measured all hosts are late where one is: measure with --find-slow, or "
                "gather or scatter with --roots all.");
        case OpenPoint::few_flows:
        case OpenPoint::few_leaves:
        case OpenPoint::hidden_uplinks:
            return leaf_point_text(*diagnosis.leaf_matrix, point, in);
    }
    return {};
}

std::string open_points_text(const Diagnosis& diagnosis, const Language& in) {
    std::vector<std::string> sentences;
    for (const OpenPoint point : open_points_of(diagnosis))
        sentences.push_back(open_point_text(diagnosis, point, in));
    return joined_by(sentences, " ");
}

}  // namespace fabricmap::diagnosis
