// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/compatible_runs.hpp"

#include "base/errors.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/stages/other_memories.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

std::string mode_of(const Run& run) {
    const auto mode = run.description().mode;
    return mode ? std::string(name_of(*mode)) : "an unknown mode";
}

bool is_level(Statistic statistic) {
    return statistic != Statistic::deviation && statistic != Statistic::count;
}

void require_pairs(const Run& run) {
    if (run.description().rank_count() < 2) {
        throw UsageError(
            fmt::format("{}: a single rank has no pairs to judge; measure two or more", run.label()));
    }
    if (!is_level(run.preferred())) {
        throw UsageError(fmt::format(
            "{}: the {} is not a delay; give the run's prefix, or its median, average, min or max",
            run.label(), name_of(run.preferred())));
    }
}

void require_a_length(const Run& run) {
    if (run.stack(run.preferred())->message_lengths().empty()) {
        throw FileError(fmt::format("{}: {}", run.label(), without_a_length));
    }
}

bool share_a_host(const Run& one, const Run& other) {
    const Machine first = machine_of(one.description());
    const Machine second = machine_of(other.description());
    return std::any_of(first.hosts.begin(), first.hosts.end(), [&](const std::string& host) {
        return std::find(second.hosts.begin(), second.hosts.end(), host) != second.hosts.end();
    });
}

bool share_a_length(const Run& one, const Run& other) {
    const auto& here = one.description().message_lengths;
    const auto& there = other.description().message_lengths;
    return std::any_of(here.begin(), here.end(), [&](std::int64_t length) {
        return std::binary_search(there.begin(), there.end(), length);
    });
}

void require_the_same_machine(const Run& judged, const Run& other) {
    const bool repeats = judged.description().mode == other.description().mode;
    if (repeats ? share_a_host(judged, other) : have_same_ranks(judged.description(), other.description()))
        return;
    throw UsageError(
        fmt::format("{}: it was measured on other hosts or with other ranks than {}; diagnose them apart, or "
                    "compare them with --baseline",
                    other.label(), judged.label()));
}

bool timings_differ(const Run& one, const Run& other) {
    const auto here = one.description().timing;
    const auto there = other.description().timing;
    return here && there && *here != *there;
}

void require_comparable(const Run& judged, const Run& baseline) {
    if (judged.description().mode != baseline.description().mode) {
        throw UsageError(fmt::format("--baseline {}: it measured {}, the run {}; compare runs of one mode",
                                     baseline.label(), mode_of(baseline), mode_of(judged)));
    }
    if (judged.preferred() != baseline.preferred()) {
        throw UsageError(fmt::format(
            "--baseline {}: its {} would be compared with the {} of {}; name the same of both",
            baseline.label(), name_of(baseline.preferred()), name_of(judged.preferred()), judged.label()));
    }
    if (timings_differ(judged, baseline)) {
        throw UsageError(fmt::format("--baseline {}: it was timed {}, the run {}; compare runs of one timing",
                                     baseline.label(), name_of(*baseline.description().timing),
                                     name_of(*judged.description().timing)));
    }
    if (!have_same_memory(judged, baseline)) {
        throw UsageError(
            fmt::format("--baseline {}: its messages lay {}, those of the run {}; compare runs of one "
                        "memory, or give both "
                        "without --baseline to see them side by side",
                        baseline.label(), memory_text(memory_of(baseline.description())),
                        memory_text(memory_of(judged.description()))));
    }
    if (are_hosts_together(judged.description()) != are_hosts_together(baseline.description())) {
        throw UsageError(fmt::format(
            "--baseline {}: one of the two was measured with all ranks of two hosts at once (--together) and "
            "the other was not; compare runs of one kind",
            baseline.label()));
    }
    if (!share_a_host(judged, baseline)) {
        throw UsageError(
            fmt::format("--baseline {}: it has no host in common with {}", baseline.label(), judged.label()));
    }
    if (!share_a_length(judged, baseline)) {
        throw UsageError(fmt::format("--baseline {}: it has no message length in common with {}",
                                     baseline.label(), judged.label()));
    }
}

}  // namespace

bool ended_before_a_length(const Run& run) {
    return !run.description().complete && run.stack(run.preferred())->message_lengths().empty();
}

void require_compatible_runs(const Run& judged, const Request& request) {
    // What is wanted of the values, or compared with others, is not there.
    const bool needs_lengths = request.only || !request.baseline.empty();
    for (const Run& run : request.runs) {
        require_pairs(run);
        if (needs_lengths || !ended_before_a_length(run)) require_a_length(run);
        if (&run == &judged) continue;
        require_the_same_machine(judged, run);
    }
    for (const Run& run : request.baseline) {
        require_pairs(run);
        require_a_length(run);
        require_comparable(judged, run);
    }
}

}  // namespace fabricmap::diagnosis
