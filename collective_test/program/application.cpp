// SPDX-License-Identifier: Apache-2.0
#include "collective_test/program/application.hpp"

#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "collective_test/program/run_start.hpp"
#include "collective_test/program/summary.hpp"
#include "collective_test/request/options.hpp"
#include "collective_test/visits/campaign.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "collective_test/visits/estimate.hpp"
#include "command_line/program.hpp"
#include "measuring/device_roll_call.hpp"
#include "measuring/job.hpp"
#include "measuring/job_options.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/progress.hpp"
#include "measuring/rank_adapters.hpp"
#include "measuring/rank_locations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace fabricmap::collective_test {
namespace {

constexpr std::int64_t no_file_yet = -1;

/// The run that is going to be measured: the one on disk with --resume, where there is one.
struct Campaign {
    CollectiveRun run;  ///< whole on rank 0; the others know its names and locations
    Roster roster;
    std::vector<RankLocation> locations;  ///< of the job
    bool resumes = false;
    VisitLog log{CollectiveTiming::global};  ///< on rank 0
};

void continue_earlier_run(Campaign& campaign, const CollectiveFile& earlier, const Options& options) {
    check_resumable(earlier.run(), campaign.run, options);
    campaign.roster =
        Roster::of_earlier_run(campaign.locations, earlier.run().description.ranks, options.excluded_hosts);
    const RunDescription now = campaign.run.description;
    campaign.run = earlier.run();
    RunDescription& description = campaign.run.description;
    description.history += "\n" + now.history;
    description.excluded_hosts = hosts_of(description.excluded_hosts, now.excluded_hosts);
    earlier.each_visit([&](CollectiveVisit&& visit) { campaign.log.recall(visit); });
    campaign.resumes = true;
}

Campaign undertake(const Options& options, std::vector<RankLocation> locations,
                   const std::vector<std::string>& arguments, const std::vector<std::string>& algorithms) {
    Campaign campaign;
    campaign.locations = std::move(locations);
    campaign.log = VisitLog(options.timing);
    name_run(campaign.run, options, algorithms);
    on_first_rank([&] {
        campaign.run = describe_new_run(options, campaign.locations, arguments, algorithms);
        const auto earlier = options.resume ? find_earlier_run(options.file) : std::nullopt;
        if (earlier) {
            continue_earlier_run(campaign, *earlier, options);
        } else {
            campaign.roster = Roster::of_new_run(campaign.locations, options.excluded_hosts);
        }
    });
    campaign.roster.broadcast();
    take_from_first_rank(campaign.resumes);
    std::size_t ranks = campaign.run.description.ranks.size();
    take_from_first_rank(ranks);
    campaign.run.description.ranks.resize(ranks);
    return campaign;
}

/// Bytes that every rank may use; negative where that is not known.
double agreed_memory(const Options& options, const std::vector<RankLocation>& locations) {
    // How much devices have shows when it is taken.
    const std::int64_t otherwise = options.memory.has_device() ? -1 : free_memory_for_rank(locations);
    auto bytes = static_cast<double>(options.max_memory.value_or(otherwise));
    MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    return bytes;
}

void print_notes(const Options& options, std::string_view kind, const std::vector<std::string>& notes) {
    if (options.quiet) return;
    for (const std::string& note : notes) remark(fmt::format("collective_test: {}: {}\n", kind, note));
}

CollectiveRunWriter::Existing existing_for(const Options& options) {
    return options.overwrite ? CollectiveRunWriter::Existing::overwrite
                             : CollectiveRunWriter::Existing::refuse;
}

std::size_t planned_visits(const Options& options, const CellPlan& plan) {
    return plan.cells.size() * static_cast<std::size_t>(options.visits);
}

/// On rank 0.
CollectiveRunWriter open_writer(const Options& options, const Campaign& campaign, const CellPlan& plan) {
    if (campaign.resumes) return CollectiveRunWriter::resume(options.file, campaign.run);
    return CollectiveRunWriter::create(options.file, campaign.run, existing_for(options),
                                       planned_visits(options, plan));
}

std::string interrupt_text(const Options& options, std::int64_t visits) {
    if (visits == no_file_yet) return "ended by a signal; no file was made";
    return fmt::format("ended by a signal; {} holds {}, --resume continues",
                       collectives_path(options.file).string(), counted(visits, "measurement"));
}

/// As long as it lives, a signal ends the job with all that was measured on disk, as it then says.
class CommitAtSignal {
  public:
    /// On rank 0. All must outlive it.
    CommitAtSignal(Watchdog& watchdog, const Options& options, CollectiveRunWriter& writer,
                   const std::atomic<std::int64_t>& visits)
        : watchdog_(watchdog) {
        watchdog_.change_settings([&](Watchdog::Settings& settings) {
            before_ = std::exchange(settings.interrupt_message, [&] {
                const std::int64_t measured = visits;
                try {
                    writer.commit();
                } catch (const Error& error) {
                    return std::string(error.what());
                }
                return interrupt_text(options, measured);
            });
        });
    }
    ~CommitAtSignal() {
        watchdog_.change_settings(
            [&](Watchdog::Settings& settings) { settings.interrupt_message = before_; });
    }
    CommitAtSignal(const CommitAtSignal&) = delete;
    CommitAtSignal& operator=(const CommitAtSignal&) = delete;

  private:
    Watchdog& watchdog_;
    std::function<std::string()> before_;
};

/// What was found wrong in buffers on any rank, as a line; empty where nothing was. Called by all together.
std::string wrong_results_text(const Visitor& visitor, const CollectiveRun& run, const Session& session) {
    int lowest = visitor.wrong_results().empty() ? session.size() : session.rank();
    MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (lowest == session.size()) return {};
    std::string text;
    if (session.rank() == lowest) {
        const CollectiveCell& cell = visitor.wrong_results().front().cell;
        text =
            fmt::format("--check: {}: rank {} received other data than was sent, in {}", cell_text(run, cell),
                        session.rank(), counted(std::ssize(visitor.wrong_results()), "measurement"));
    }
    auto length = static_cast<int>(text.size());
    MPI_Bcast(&length, 1, MPI_INT, lowest, MPI_COMM_WORLD);
    text.resize(static_cast<std::size_t>(length));
    MPI_Bcast(text.data(), length, MPI_CHAR, lowest, MPI_COMM_WORLD);
    return text;
}

/// How more jobs like this one are made, and what takes them together. How this one was launched is unknown.
std::string jobs_text(const Options& options) {
    const std::string prefix = options.file.string();
    return fmt::format(
        "intervals hold within this job; over several jobs: repeat the whole launch line with -f {0}_2, "
        "{0}_3, "
        "... and without --seed, and give {0}, {0}_2, {0}_3, ... to network_diagnose together",
        prefix);
}

DeviceTrial device_trial(const Options& options) {
    const bool any_reduces = std::any_of(options.operations.begin(), options.operations.end(),
                                         [](const Operation* operation) { return operation->reduces; });
    return any_reduces ? DeviceTrial::sums : DeviceTrial::broadcasts;
}

/// On rank 0, when all is measured.
void conclude(const Options& options, const Campaign& campaign, const CampaignOutcome& outcome,
              CollectiveRunWriter& writer, double elapsed_s) {
    RunDescription description = campaign.run.description;
    for (const auto& [cell, state] : campaign.log.states(VisitPurpose::sweep))
        description.clock_error_bound_s = std::fmax(description.clock_error_bound_s, state.clock_error_s());
    writer.store_measured(description);
    const std::vector<std::string> unfinished = notes_on_unfinished(options, outcome.cells, campaign.log);
    const bool is_complete = unfinished.empty() && outcome.is_complete;
    const std::string path = writer.path().string();
    is_complete ? writer.finish(utc_now()) : writer.close();
    if (options.quiet) return;
    print_out(table_text(campaign.run, outcome.cells, campaign.log));
    const auto ranks = static_cast<int>(campaign.roster.endpoints().size());
    const std::string start_error = start_error_text(campaign.run, ranks, campaign.log);
    if (!start_error.empty()) remark(start_error + "\n");
    print_notes(options, "note", unfinished);
    if (options.find_slow || options.guidelines || options.overlap || options.groups > 1)
        print_notes(options, "note", {fmt::format("network_diagnose {} reports the results", path)});
    print_notes(options, "note", {jobs_text(options)});
    remark(fmt::format("{} in {}: {}\n",
                       counted(static_cast<std::int64_t>(campaign.log.visits()), "measurement"),
                       format_duration(elapsed_s), path));
}

/// What the plan comes to, on this rank.
class Measurement {
  public:
    Measurement(const Session& session, Watchdog& watchdog, const Options& options, const Clock& clock,
                Campaign& campaign, const Algorithms* algorithms)
        : session_(session),
          watchdog_(watchdog),
          options_(options),
          clock_(clock),
          begun_(clock.now()),
          campaign_(campaign),
          algorithms_(algorithms),
          terms_{options,
                 campaign.run,
                 campaign.locations,
                 campaign.roster,
                 agreed_memory(options, campaign.locations),
                 is_simulated()} {}

    ExitCode carry_out() {
        on_every_rank([&] { plan_ = plan_cells(terms_); });
        on_first_rank([&] {
            if (!campaign_.resumes) {
                CollectiveRunWriter::check_place(options_.file, campaign_.run, existing_for(options_),
                                                 planned_visits(options_, plan_));
            }
        });
        try_device_memory(session_, watchdog_, options_.memory, campaign_.locations, device_trial(options_));
        if (!campaign_.resumes && !options_.dry_run) {
            campaign_.run.description.adapters =
                find_rank_adapters(campaign_.roster, campaign_.locations, options_.memory, options_.sysfs);
        }
        std::optional<BufferPool> pool;
        on_every_rank(
            [&] { pool.emplace(plan_.largest, options_.cold, device_of_process(options_.memory.device())); });
        const std::vector<std::string> of_devices = device_warnings(options_.memory, campaign_.locations);
        inform_watchdog();
        if (session_.is_first()) {
            print_notes(options_, "warning", placement_warnings(campaign_.locations));
            print_notes(options_, "warning", of_devices);
            print_notes(options_, "note", notes_on_left_out(campaign_.run, plan_.left_out));
        }
        Visitor visitor({options_, campaign_.run, campaign_.locations, campaign_.roster, session_, watchdog_,
                         algorithms_},
                        clock_, *pool);
        OrderedVisits visits(visitor, session_.size());
        options_.dry_run ? print_estimate(visits) : measure(visits);
        const std::string wrong = wrong_results_text(visitor, campaign_.run, session_);
        if (!wrong.empty()) throw RunError(wrong);
        return ExitCode::success;
    }

  private:
    [[nodiscard]] double elapsed_s() const {
        return static_cast<double>(clock_.now() - begun_) / nanoseconds_per_second;
    }

    void inform_watchdog() {
        watchdog_.change_settings([&](Watchdog::Settings& settings) {
            settings.interrupt_message = [stored = stored_, options = options_] {
                return interrupt_text(options, *stored);
            };
            settings.clears_line = session_.is_first() && shows_progress(options_.quiet);
            settings.likely_cause = likely_cause_of_silence(campaign_.locations);
        });
    }

    VisitDriver driver_for(OrderedVisits& visits, SweepProgress& progress) {
        return VisitDriver({options_, campaign_.run, visits, campaign_.log, progress,
                            [this] { return elapsed_s(); }, stored_.get()});
    }

    void print_estimate(OrderedVisits& visits) {
        std::string text;
        lead_or_follow(session_, visits, [&] {
            SweepProgress progress(shows_progress(options_.quiet));
            VisitDriver driver = driver_for(visits, progress);
            text = estimate_text(driver, terms_, plan_);
        });
        on_first_rank([&] { print_out(text); });
    }

    void measure(OrderedVisits& visits) {
        std::optional<CollectiveRunWriter> writer;
        std::optional<CommitAtSignal> commits;
        on_first_rank([&] {
            writer.emplace(open_writer(options_, campaign_, plan_));
            if (!is_simulated()) writer->commit_in_background();
            campaign_.log.write_to(&*writer);
            *stored_ = static_cast<std::int64_t>(campaign_.log.visits());
            commits.emplace(watchdog_, options_, *writer, *stored_);
        });
        CampaignOutcome outcome;
        lead_or_follow(session_, visits, [&] {
            SweepProgress progress(shows_progress(options_.quiet));
            VisitDriver driver = driver_for(visits, progress);
            outcome = carry_out_campaign(driver, terms_, plan_);
        });
        on_first_rank([&] { conclude(options_, campaign_, outcome, *writer, elapsed_s()); });
    }

    const Session& session_;
    Watchdog& watchdog_;
    const Options& options_;
    const Clock& clock_;
    Nanoseconds begun_;
    Campaign& campaign_;
    const Algorithms* algorithms_;
    PlanTerms terms_;
    CellPlan plan_;
    std::shared_ptr<std::atomic<std::int64_t>> stored_ =
        std::make_shared<std::atomic<std::int64_t>>(no_file_yet);  ///< visits on disk
};

ExitCode measure_job(const Session& session, Watchdog& watchdog, const Options& options,
                     const std::vector<std::string>& arguments) {
    std::vector<RankLocation> locations = gather_placement(is_simulated());
    on_every_rank([&] { check_against_job(options, locations); });
    std::optional<Clock> clock;
    on_every_rank([&] { clock.emplace(options.clock, is_simulated()); });
    std::optional<Algorithms> algorithms;
    std::vector<std::string> algorithm_names;
    on_every_rank([&] {
        if (!options.forces_algorithms()) return;
        algorithms.emplace();
        algorithm_names = collective_test::algorithm_names(options, *algorithms);
    });
    Campaign campaign = undertake(options, std::move(locations), arguments, algorithm_names);
    on_every_rank([&] { check_against_roster(options, campaign.roster); });
    return Measurement(session, watchdog, options, *clock, campaign, algorithms ? &*algorithms : nullptr)
        .carry_out();
}

}  // namespace

ExitCode run_application(const Session& session, Watchdog& watchdog,
                         const std::vector<std::string>& arguments) {
    return run_with_options(
        "collective_test", session, watchdog, arguments, parse_command_line,
        [&](const Options& options) { return measure_job(session, watchdog, options, arguments); });
}

}  // namespace fabricmap::collective_test
