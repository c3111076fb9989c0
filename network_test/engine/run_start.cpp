// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/run_start.hpp"

#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/mixing.hpp"
#include "netcdf_schema/version.hpp"
#include "network_test/engine/time_budget.hpp"
#include "network_test/mpi/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>
#include <span>
#include <string>

namespace fabricmap::network_test {
namespace {

std::uint64_t random_number() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

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
std::string words_of(const std::optional<Value>& value) {
    return value ? std::string(name_of(*value)) : "none";
}

std::string noise_words(const RunDescription& run) {
    const NoiseParameters noise = run.noise.value_or(NoiseParameters{});
    return fmt::format("-l {} -m {} -p {}", noise.message_length, noise.messages, noise.processes);
}

std::vector<std::int64_t> ascending(std::vector<std::int64_t> lengths) {
    std::sort(lengths.begin(), lengths.end());
    return lengths;
}

/// What probing added to its coarse grid belongs to the earlier run and is not looked for again.
bool same_lengths(const RunDescription& earlier, const RunDescription& now, bool probe) {
    const auto before = ascending(earlier.message_lengths);
    const auto asked = ascending(now.message_lengths);
    if (!probe) return before == asked;
    return before.front() == asked.front() && before.back() == asked.back() &&
           std::includes(before.begin(), before.end(), asked.begin(), asked.end());
}

}  // namespace

std::string schedule_text(const Options& options, ScheduleKind kind) {
    std::string text = "auto";
    if (kind == ScheduleKind::serial) text = "serial";
    if (kind == ScheduleKind::rounds) {
        const bool all = options.active_per_node >= std::numeric_limits<std::int32_t>::max();
        text = fmt::format("rounds, active per node {}",
                           all ? std::string("all") : std::to_string(options.active_per_node));
        if (options.sample_pairs) text += fmt::format(", {}", options.sample_pairs->text());
    }
    return fmt::format("{}, {}", text, options.ordered ? "ordered" : "shuffled");
}

ScheduleKind schedule_to_resume(const RunDescription& earlier, const Options& options) {
    if (options.schedule != ScheduleKind::automatic) return options.schedule;
    if (earlier.schedule.starts_with("serial")) return ScheduleKind::serial;
    return earlier.schedule.starts_with("rounds") ? ScheduleKind::rounds : ScheduleKind::automatic;
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

RunDescription describe_new_run(const Options& options, const std::vector<RankPlace>& places,
                                const std::vector<std::string>& arguments) {
    RunDescription run;
    run.mode = options.mode;
    run.timing = options.timing;
    run.schedule = schedule_text(options, options.schedule);
    run.ranks = places;
    run.repeats = options.sampling.most;
    run.noise = options.noise;
    run.seed = options.seed.value_or(random_number() >> 1U);
    run.message_lengths = planned_order(options, options.lengths, *run.seed);
    run.title = fmt::format("Delays between {} MPI ranks, {}", places.size(), name_of(options.mode));
    run.source = "measured by network_test";
    run.tool_version = fmt::format("network_test {}", tool_version());
    run.mpi_library = mpi_library_text();
    run.mpi_vendor_settings = mpi_vendor_settings();
    run.command_line = fmt::format("network_test {}", fmt::join(arguments, " "));
    run.sampling = options.sampling.text();
    if (mode_entry(options.mode).window != WindowOver::nothing) {
        run.rma_sync = options.rma_sync == RmaSync::lock ? "lock" : "fence";
    }
    run.clock_resolution_s = static_cast<double>(Clock(is_simulated()).resolution()) / nanoseconds_per_second;
    run.started = utc_now();
    run.history = fmt::format("{} {}", run.started, run.command_line);
    return run;
}

void check_resumable(const RunDescription& earlier, const RunDescription& now, const Options& options) {
    const auto refuse_unless = [&](bool same, const std::string& difference) {
        if (same) return;
        throw UsageError(
            fmt::format("--resume: the run at {} has {}: start the same job with the same options, or "
                        "give --overwrite to begin anew",
                        options.file.string(), difference));
    };
    const auto compare = [&](const std::string& option, const std::string& before, const std::string& asked) {
        refuse_unless(before == asked, fmt::format("{} {}, not {}", option, before, asked));
    };
    compare("-t", words_of(earlier.mode), words_of(now.mode));
    compare("--timing", words_of(earlier.timing), words_of(now.timing));
    compare("sampling", earlier.sampling, now.sampling);
    compare("noise", noise_words(earlier), noise_words(now));
    compare("--rma-sync", earlier.rma_sync, now.rma_sync);
    compare("schedule", earlier.schedule, schedule_text(options, schedule_to_resume(earlier, options)));
    if (options.seed)
        compare("--seed", fmt::format("{}", earlier.seed.value_or(0)), fmt::format("{}", *options.seed));
    refuse_unless(same_lengths(earlier, now, options.probe), "other message lengths");
    // Where hosts are left out, ranks are matched one by one.
    if (!options.excluded_hosts.empty()) return;
    const std::string hosts = host_difference(earlier, now);
    refuse_unless(hosts.empty(), hosts);
}

}  // namespace fabricmap::network_test
