// SPDX-License-Identifier: Apache-2.0
#include "network_test/program/application.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "base/unfinished_check.hpp"
#include "command_line/program.hpp"
#include "measuring/device_roll_call.hpp"
#include "measuring/job.hpp"
#include "measuring/job_options.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/progress.hpp"
#include "measuring/rank_adapters.hpp"
#include "measuring/rank_locations.hpp"
#include "measuring/roster.hpp"
#include "netcdf_schema/open_run.hpp"
#include "network_test/engine/continuation.hpp"
#include "network_test/engine/run_output.hpp"
#include "network_test/engine/run_start.hpp"
#include "network_test/engine/summary.hpp"
#include "network_test/engine/sweep.hpp"
#include "network_test/probing/probing.hpp"
#include "network_test/program/confirming.hpp"
#include "network_test/request/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <memory>

namespace fabricmap::network_test {
namespace {

constexpr std::int64_t no_files_yet = -1;

/// Rank 0's description on rank 0, and what the others must know of it on them.
void broadcast_description(RunDescription& run) {
    std::uint64_t seed = run.seed.value_or(0);
    take_from_first_rank(seed);
    take_from_first_rank(run.message_lengths);
    run.seed = seed;
    bool between_leaves = run.leaf_streams.has_value();
    take_from_first_rank(between_leaves);
    if (!between_leaves) return;
    LeafStreams& streams = run.leaf_streams ? *run.leaf_streams : run.leaf_streams.emplace();
    take_from_first_rank(streams.leaf_of_rank);
    take_from_first_rank(streams.partners_per_rank);
    take_from_first_rank(streams.connections_per_pair);
    take_from_first_rank(streams.flows_per_host);
}

/// The run that is going to be measured: the one on disk with --resume, where there is one.
struct SweepJob {
    RunDescription run;  ///< whole on rank 0; the others know its seed, lengths and leaves
    Roster roster;
    PerRank<RankLocation> locations;  ///< of the job
    ScheduleKind schedule = ScheduleKind::automatic;
    bool resumes = false;
};

SweepJob make_sweep_job(const Options& options, PerRank<RankLocation> job,
                        const std::vector<std::string>& arguments) {
    SweepJob sweep_job;
    sweep_job.locations = std::move(job);
    const PerRank<RankLocation>& locations = sweep_job.locations;
    sweep_job.schedule = options.schedule;
    on_first_rank([&] {
        auto earlier = options.resume ? describe_earlier_run(options) : std::nullopt;
        Options asked = options;
        if (earlier) asked.excluded_hosts = hosts_to_exclude(options, *earlier);
        sweep_job.run = describe_new_run(asked, locations, arguments);
        if (!earlier) {
            if (options.resume && !options.quiet) {
                remark(fmt::format("--resume: there is no run at {}: a new one begins\n",
                                   options.file.string()));
            }
            sweep_job.roster = Roster::of_new_run(locations, asked.excluded_hosts);
            return;
        }
        check_resumable(*earlier, sweep_job.run, asked);
        sweep_job.roster = Roster::of_earlier_run(locations, earlier->ranks, asked.excluded_hosts);
        sweep_job.schedule = schedule_to_resume(*earlier, asked);
        if (options.includes_unresponsive) earlier->unresponsive_hosts.clear();
        earlier->history += "\n" + sweep_job.run.history;
        earlier->excluded_hosts = hosts_of(earlier->excluded_hosts, sweep_job.run.excluded_hosts);
        sweep_job.run = std::move(*earlier);
        sweep_job.resumes = true;
    });
    broadcast_description(sweep_job.run);
    sweep_job.roster.broadcast();
    take_from_first_rank(sweep_job.schedule);
    take_from_first_rank(sweep_job.resumes);
    return sweep_job;
}

/// With --lengths probe: replaces the coarse grid of a new run by the lengths that show its thresholds.
void find_lengths(const Options& options, SweepContext& context, RunDescription& run) {
    const std::vector<ClassBreaks> classes = probe_classes(context);
    run.message_lengths =
        planned_order(options, with_both_sides(options.lengths, classes), run.seed.value_or(0));
    if (!context.is_first()) return;
    for (const std::string& line : threshold_lines(classes)) {
        if (options.dry_run) print_out(line + '\n');
        if (!options.dry_run && !options.quiet) remark(line + '\n');
        run.history += fmt::format("\n{} probed {}", run.started, line);
    }
}

/// There on rank 0 alone.
std::unique_ptr<RunSink> open_sink(const Options& options, const SweepJob& sweep_job) {
    std::unique_ptr<RunSink> sink;
    on_first_rank([&] { sink = open_output(options, sweep_job.run, sweep_job.resumes); });
    return sink;
}

/// How many planes of it the run has on disk already; for rank 0.
std::size_t planes_there(const Options& options, const SweepJob& sweep_job, const RunSink* sink) {
    if (sink != nullptr) return sink->complete_lengths().size();
    return sweep_job.resumes ? open_run(options.file).description().message_lengths.size() : 0;
}

/// The lengths that are still to be measured, on every rank.
std::vector<std::int64_t> remaining_lengths(const Options& options, const SweepJob& sweep_job,
                                            const RunSink* sink) {
    std::int64_t there = 0;
    on_first_rank([&] { there = static_cast<std::int64_t>(planes_there(options, sweep_job, sink)); });
    take_from_first_rank(there);
    const std::vector<std::int64_t>& planned = sweep_job.run.message_lengths;
    return {planned.begin() + there, planned.end()};
}

void print_notes(const Session& session, const std::vector<std::string>& notes, const Options& options) {
    if (!session.is_first() || options.quiet) return;
    for (const std::string& line : notes) remark(fmt::format("network_test: note: {}\n", line));
}

void warn_of_placement(const Session& session, const PerRank<RankLocation>& locations,
                       const Options& options) {
    const std::vector<std::string> of_devices = device_warnings(options.memory, locations);
    if (!session.is_first() || options.quiet) return;
    for (const auto& lines : {placement_warnings(locations), of_devices}) {
        for (const std::string& line : lines) remark(fmt::format("network_test: warning: {}\n", line));
    }
}

bool any_corrupted(const std::vector<PlaneDigest>& planes) {
    return std::any_of(planes.begin(), planes.end(),
                       [](const PlaneDigest& plane) { return !plane.corrupted().empty(); });
}

/// The mean of what is known of an earlier part of the run and of the part measured now.
double mean_of_parts(double earlier, std::size_t earlier_planes, double now, std::size_t planes) {
    if (std::isnan(earlier)) return now;
    if (std::isnan(now)) return earlier;
    const auto weight = static_cast<double>(earlier_planes);
    return (earlier * weight + now * static_cast<double>(planes)) / (weight + static_cast<double>(planes));
}

const Interference& worse(const Interference& earlier, const Interference& now) {
    return std::isnan(now.high) || earlier.high > now.high ? earlier : now;
}

/// The run's description with what the measurement has shown, beside what a resumed run knew before.
RunDescription with_findings(RunDescription run, const RunDescription& found, std::size_t earlier_planes,
                             std::size_t planes) {
    run.noise_fraction = mean_of_parts(run.noise_fraction, earlier_planes, found.noise_fraction, planes);
    run.empty_epoch_s = mean_of_parts(run.empty_epoch_s, earlier_planes, found.empty_epoch_s, planes);
    run.clock_error_bound_s = std::fmax(run.clock_error_bound_s, found.clock_error_bound_s);
    run.interference_same_host = worse(run.interference_same_host, found.interference_same_host);
    run.interference_between_hosts = worse(run.interference_between_hosts, found.interference_between_hosts);
    run.pairs_at_once = std::max(run.pairs_at_once, found.pairs_at_once);
    run.history += found.history;
    return run;
}

std::string interrupt_message(const Options& options, std::int64_t complete_lengths) {
    if (complete_lengths == no_files_yet) return "ended by a signal; no files were made";
    if (names_run_of_check(options.file.string())) return "ended by a signal";
    return fmt::format("ended by a signal; {} complete lengths are in {}; --resume continues after them",
                       complete_lengths, path_of_unfinished(options));
}

ExitCode print_plan(const Options& options, const SweepJob& sweep_job, SweepContext& context) {
    context.connect();
    const SweepPlan plan(context, sweep_job.schedule, remaining_lengths(options, sweep_job, nullptr));
    if (!context.is_first()) return ExitCode::success;
    fmt::print("{}", plan.text());
    if (options.probe) fmt::print("  --lengths {}\n", joined_by(plan.lengths(), ","));
    return ExitCode::success;
}

/// A run without a plane would only stand in the way of the next.
void remove_empty(RunSink& sink) {
    const auto paths = sink.paths();
    if (!sink.complete_lengths().empty()) return;
    sink.close();
    std::error_code no_matter;
    for (const auto& path : paths) std::filesystem::remove_all(path, no_matter);
}

/// What a sweep has found, and how it went; on rank 0.
struct Measured {
    std::vector<PlaneDigest> planes;
    SweepAccount account;
};

/// Measures the lengths into the sink, which is there on rank 0.
Measured measure(const Options& options, SweepJob& sweep_job, SweepContext& context,
                 const std::vector<std::int64_t>& lengths, RunSink* sink,
                 std::atomic<std::int64_t>& complete) {
    RunDescription& run = sweep_job.run;
    try {
        context.connect();
        const SweepPlan plan(context, sweep_job.schedule, lengths);
        run.schedule = schedule_of(options, plan.kind());
        on_first_rank([&] { sink->store_measured(run); });
        const RunDescription before = run;
        const auto keep = [&](const RunDescription& found, std::size_t planes) {
            run = with_findings(before, found, before.message_lengths.size() - lengths.size(), planes);
            sink->store_measured(run);
        };
        Sweep sweep(context, plan);
        std::vector<PlaneDigest> planes = sweep.measure(sink, keep, complete);
        const std::size_t left_out = lengths.size() - planes.size();
        return {std::move(planes), {context.elapsed_s(), left_out, sweep.account(), options.sampling}};
    } catch (const Error&) {
        if (sink != nullptr && !sweep_job.resumes) remove_empty(*sink);
        throw;
    }
}

/// Measures what is left of the run. `complete` counts its planes on disk.
ExitCode carry_out(const Session& session, const Options& options, SweepJob& sweep_job, SweepContext& context,
                   std::atomic<std::int64_t>& complete, Continuation& continuation) {
    RunDescription& run = sweep_job.run;
    if (!sweep_job.resumes) {
        run.adapters =
            find_rank_adapters(sweep_job.roster, sweep_job.locations, options.memory, options.sysfs);
    }
    const std::unique_ptr<RunSink> sink = open_sink(options, sweep_job);
    const std::vector<std::int64_t> lengths = remaining_lengths(options, sweep_job, sink.get());
    complete = static_cast<std::int64_t>(run.message_lengths.size() - lengths.size());
    warn_of_placement(session, sweep_job.locations, options);
    print_notes(session, option_notes(options), options);
    print_notes(session, output_notes(options, run.rank_count(), run.message_lengths.size()), options);
    if (sink && sweep_job.resumes) print_notes(session, notes_of_resumed(options, run, *sink), options);
    const std::unique_ptr<RunSink> guarded = sink ? continuation.guard(*sink, run) : nullptr;
    Measured measured = measure(options, sweep_job, context, lengths, guarded.get(), complete);
    on_first_rank([&] {
        if (lengths.empty() && run.complete) return;
        measured.account.lengths_left_out == 0 ? guarded->finish(utc_now()) : guarded->close();
    });
    bool damaged = any_corrupted(measured.planes);
    take_from_first_rank(damaged);
    if (session.is_first() && (!options.quiet || damaged)) {
        measured.account.elapsed_s = context.elapsed_s();
        remark(summary_text(run, measured.planes, measured.account, sink->paths()));
    }
    return damaged ? ExitCode::failure : ExitCode::success;
}

ExitCode measure_job(const Session& session, Watchdog& watchdog, const Options& options,
                     const std::vector<std::string>& arguments) {
    PerRank<RankLocation> locations(gather_placement(is_simulated()));
    if (options.confirm) return confirm_values(session, watchdog, options, locations);
    on_every_rank([&] { check_against_job(options, locations); });
    SweepJob sweep_job = make_sweep_job(options, std::move(locations), arguments);
    on_every_rank([&] { check_roster(options, sweep_job.roster, session.size()); });

    const auto complete = std::make_shared<std::atomic<std::int64_t>>(no_files_yet);
    const auto continuation = std::make_shared<Continuation>(options, arguments);
    watchdog.change_settings([&](Watchdog::Settings& settings) {
        settings.leave_out = [continuation](const auto& hosts) { return continuation->leave_out(hosts); };
        settings.interrupt_message = [complete, options] { return interrupt_message(options, *complete); };
        settings.clears_line = session.is_first() && shows_progress(options.quiet);
        settings.likely_cause = likely_cause_of_silence(sweep_job.locations);
    });
    SweepContext context({options, sweep_job.run, sweep_job.locations, sweep_job.roster}, session, watchdog);
    // Nothing is written before lengths are known, or at all: what would refuse the files is asked first.
    if ((options.probe || options.dry_run) && !sweep_job.resumes)
        on_first_rank([&] { check_destination(options, sweep_job.run); });
    if (options.probe && !sweep_job.resumes) find_lengths(options, context, sweep_job.run);
    if (options.dry_run) return print_plan(options, sweep_job, context);
    return carry_out(session, options, sweep_job, context, *complete, *continuation);
}

}  // namespace

ExitCode run_application(const Session& session, Watchdog& watchdog,
                         const std::vector<std::string>& arguments) {
    return run_with_options(
        "network_test", session, watchdog, arguments, parse_command_line,
        [&](const Options& options) { return measure_job(session, watchdog, options, arguments); });
}

}  // namespace fabricmap::network_test
