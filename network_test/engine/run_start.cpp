// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/run_start.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "measuring/job.hpp"
#include "measuring/mpi/session.hpp"
#include "network_test/engine/time_budget.hpp"
#include "network_test/schedule/leaf_plan.hpp"
#include "slurm/declared_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

namespace fabricmap::network_test {
namespace {

std::string host_difference(const RunDescription& earlier, const RunDescription& now) {
    if (earlier.ranks.size() != now.ranks.size()) {
        return fmt::format("{} ranks, not {}", earlier.ranks.size(), now.ranks.size());
    }
    for (std::size_t rank = 0; rank < now.ranks.size(); ++rank) {
        if (earlier.ranks[rank].host != now.ranks[rank].host) {
            return fmt::format("rank {} on {}, not on {}", rank, earlier.ranks[rank].host,
                               now.ranks[rank].host);
        }
    }
    return {};
}

template <typename Value>
std::string text_of(const std::optional<Value>& value) {
    return value ? std::string(name_of(*value)) : "none";
}

std::string noise_text(const RunDescription& run) {
    const NoiseParameters noise = run.noise.value_or(NoiseParameters{});
    return fmt::format("-l {} -m {} -p {}", noise.message_length, noise.messages, noise.processes);
}

std::vector<std::int64_t> ascending(std::vector<std::int64_t> lengths) {
    std::sort(lengths.begin(), lengths.end());
    return lengths;
}

/// What one of two ascending rows has and the other has not.
std::vector<std::int64_t> beyond(const std::vector<std::int64_t>& row,
                                 const std::vector<std::int64_t>& other) {
    std::vector<std::int64_t> rest;
    std::set_difference(row.begin(), row.end(), other.begin(), other.end(), std::back_inserter(rest));
    return rest;
}

/// Names one length in which they differ. What probing added to its coarse grid belongs to the earlier run
/// and is not looked for again.
std::string length_difference(const RunDescription& earlier, const RunDescription& now, bool probe) {
    const auto before = ascending(earlier.message_lengths);
    const auto asked = ascending(now.message_lengths);
    const auto missing = beyond(asked, before);
    if (!missing.empty()) return fmt::format("{} bytes not among them", format_size(missing.front()));
    auto added = beyond(before, asked);
    if (probe)
        std::erase_if(added, [&](auto length) { return length > asked.front() && length < asked.back(); });
    return added.empty() ? "" : fmt::format("{} bytes among them", format_size(added.front()));
}

/// 100 % of the pairs are no sample.
bool samples_rounds(const Options& options) {
    return options.sample_pairs && !options.sample_pairs->is_whole();
}

/// Rounds are made of the hosts that take part: without one of them a sample is another one.
void refuse_other_sample(const RunDescription& earlier, const RunDescription& now, const Options& options,
                         ScheduleKind kind) {
    if (!samples_rounds(options)) return;
    if (kind == ScheduleKind::serial) {
        throw UsageError(fmt::format(
            "--sample-pairs: the run at {} was measured serially: remove it, or start again with --overwrite",
            options.file.string()));
    }
    if (now.excluded_hosts == earlier.excluded_hosts) return;
    throw UsageError(
        fmt::format("--exclude-hosts: with --sample-pairs the run at {} would continue with other pairs; "
                    "exclude the same hosts as before, or start again with --overwrite",
                    options.file.string()));
}

}  // namespace

Schedule schedule_of(const Options& options, ScheduleKind kind) {
    Schedule schedule{.kind = kind, .shuffled = !options.ordered};
    if (kind != ScheduleKind::rounds) return schedule;
    schedule.active_per_node = options.active_per_node;
    schedule.together = options.together;
    schedule.sample = options.sample_pairs.value_or(PairSample{});
    return schedule;
}

ScheduleKind schedule_to_resume(const RunDescription& earlier, const Options& options) {
    const bool is_open = options.schedule == ScheduleKind::automatic;
    const bool was_measured = earlier.schedule && earlier.schedule->kind != ScheduleKind::synthetic;
    return is_open && was_measured ? earlier.schedule->kind : options.schedule;
}

std::vector<std::int64_t> planned_order(const Options& options, std::vector<std::int64_t> lengths,
                                        std::uint64_t seed) {
    // Should the time run out, what was measured is to cover all lengths; an archive needs neighbours
    // together.
    const bool free_order = !options.ordered && options.output == OutputKind::plain;
    if (options.max_time && free_order && !options.shuffle_lengths) return spread_order(lengths);
    if (!options.shuffle_lengths) return lengths;
    shuffle(std::span(lengths), seed);
    return lengths;
}

RunDescription describe_new_run(const Options& options, const PerRank<RankLocation>& locations,
                                const std::vector<std::string>& arguments) {
    RunDescription run = describe_job("network_test", locations, arguments, options.seed);
    run.mode = options.mode;
    run.timing = options.timing;
    run.memory = options.memory;
    run.schedule = schedule_of(options, options.schedule);
    run.excluded_hosts = hosts_of(options.excluded_hosts);
    run.repeats = options.sampling.most;
    run.noise = options.noise;
    run.message_lengths = planned_order(options, options.lengths, *run.seed);
    run.title = fmt::format("Delays between {} MPI ranks, {}", locations.size(), name_of(options.mode));
    run.sampling = options.sampling.text();
    if (mode_entry(options.mode).window != WindowOver::nothing) {
        run.rma_sync = options.rma_sync;
    }
    if (traits_of(options.mode).is_stream) run.window = options.window;
    if (options.topology) {
        run.leaf_streams = leaf_streams_of(locations, read_slurm_topology(*options.topology),
                                           {options.flows_per_host, connections_of_a_pair()});
    }
    return run;
}

void check_resumable(const RunDescription& earlier, const RunDescription& now, const Options& options) {
    const auto refuse = [&](const std::string& difference, std::string_view remedy) {
        throw UsageError(
            fmt::format("--resume: the run at {} has {}: {}, or another -f; --overwrite starts again",
                        options.file.string(), difference, remedy));
    };
    const auto refuse_change = [&](std::string_view what, const std::string& before, const std::string& asked,
                                   std::string_view chosen_by) {
        const std::string chosen = chosen_by.empty() ? "" : fmt::format(" ({})", chosen_by);
        refuse(fmt::format("{} {}, not {}{}", what, before, asked, chosen), "give the same as then");
    };
    const auto compare = [&](std::string_view what, const std::string& before, const std::string& asked,
                             std::string_view chosen_by = {}) {
        if (before != asked) refuse_change(what, before, asked, chosen_by);
    };
    compare("-t", text_of(earlier.mode), text_of(now.mode));
    compare("--timing", text_of(earlier.timing), text_of(now.timing));
    compare("sampling", earlier.sampling, now.sampling, "-n, --fixed, --precision, --warm-up");
    compare("noise", noise_text(earlier), noise_text(now));
    compare("--memory", name_of(memory_of(earlier)), name_of(memory_of(now)));
    compare("--rma-sync", text_of(earlier.rma_sync), text_of(now.rma_sync));
    compare("--window", window_text(earlier.window), window_text(now.window));
    if (earlier.leaf_streams != now.leaf_streams)
        refuse("streams between other leaves, or of other flows", "give --topology and --flows as then");
    const ScheduleKind kind = schedule_to_resume(earlier, options);
    refuse_other_sample(earlier, now, options, kind);
    const Schedule schedule = schedule_of(options, kind);
    if (earlier.schedule != schedule) {
        refuse_change("schedule", earlier.schedule ? earlier.schedule->text() : "unknown", schedule.text(),
                      "--schedule, --active-per-node, --sample-pairs, --ordered");
    }
    if (options.seed)
        compare("--seed", fmt::format("{}", earlier.seed.value_or(0)), fmt::format("{}", *options.seed));
    const std::string lengths = length_difference(earlier, now, options.probe);
    if (!lengths.empty()) {
        refuse(fmt::format("other message lengths, {} (--lengths, or -b -e -s)", lengths),
               "give the same as then");
    }
    // Where hosts are left out, ranks are matched one by one.
    if (!options.excluded_hosts.empty()) return;
    const std::string hosts = host_difference(earlier, now);
    if (!hosts.empty()) {
        refuse(hosts,
               "start the same ranks on the same hosts (--exclude-hosts continues without one that failed)");
    }
}

}  // namespace fabricmap::network_test
