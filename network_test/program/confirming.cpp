// SPDX-License-Identifier: Apache-2.0
#include "network_test/program/confirming.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/progress.hpp"
#include "measuring/roster.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/confirm_list.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "network_test/engine/continuation.hpp"
#include "network_test/engine/run_output.hpp"
#include "network_test/engine/sweep_context.hpp"
#include "network_test/program/confirm_account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <type_traits>

namespace fabricmap::network_test {
namespace {

constexpr std::size_t max_controls_of_a_length = 32;
constexpr std::int64_t default_samples = 100;
constexpr std::chrono::seconds default_max_time = std::chrono::minutes(10);
constexpr int cell_tag = 1;

using Task = ConfirmTask;
static_assert(std::is_trivially_copyable_v<Task>, "tasks travel as bytes");

/// What all ranks must know of the run.
struct Terms {
    Mode mode = Mode::one_to_one;
    Timing timing = Timing::one_way;
    bool has_timing = false;
    bool with_fence = false;
    StreamWindow window{};
    MessageMemory memory;
    bool counts_slow_samples = false;
    std::int64_t samples = 0;
    std::uint64_t seed = 0;
};
static_assert(std::is_trivially_copyable_v<Terms>, "terms travel as bytes");

struct Confirming {
    RunDescription run;  ///< whole on rank 0
    Roster roster;
    Terms terms;
    std::vector<Task> tasks;    ///< by ascending length
    std::int64_t left_out = 0;  ///< values of the list, of excluded hosts
};

Terms terms_of(const RunDescription& run, std::optional<std::int64_t> samples_to_count) {
    const std::int64_t most = run.repeats > 0 ? run.repeats : default_samples;
    return {run.mode.value_or(Mode::one_to_one), run.timing.value_or(Timing::one_way), run.timing.has_value(),
            run.rma_sync == RmaSync::fence,      run.window.value_or(StreamWindow{}),  memory_of(run),
            samples_to_count.has_value(),        samples_to_count.value_or(most),      run.seed.value_or(0)};
}

/// Ranks of the job by ranks of the matrices.
class JobRanks {
  public:
    JobRanks(const Roster& roster, const RunDescription& run) : run_(run) {
        for (const RankIndex rank : ranks_of(roster.endpoints())) ranks_[roster.matrix_rank(rank)] = rank;
    }

    [[nodiscard]] RankIndex of(std::int64_t matrix_rank) const {
        const auto found = ranks_.find(matrix_rank);
        if (found != ranks_.end()) return found->second;
        if (matrix_rank >= std::ssize(run_.ranks)) {
            throw UsageError(
                fmt::format("--confirm: the run has {} ranks and no rank {}: the list belongs to another run",
                            run_.ranks.size(), matrix_rank));
        }
        throw UsageError(
            fmt::format("--confirm: rank {} on {} is not in this job: start the same ranks as in the run",
                        matrix_rank, run_.ranks[static_cast<std::size_t>(matrix_rank)].host));
    }
    [[nodiscard]] std::vector<RankIndex> all() const {
        std::vector<RankIndex> all;
        for (const auto& [matrix_rank, rank] : ranks_) all.push_back(rank);
        return all;
    }

  private:
    const RunDescription& run_;
    std::map<std::int64_t, RankIndex> ranks_;
};

/// Draws the controls of the values of one length.
class Controls {
  public:
    /// `ranks`: of the job, that may take part. All must outlive it.
    Controls(const std::vector<RankIndex>& ranks, const Roster& roster,
             const PerRank<RankLocation>& locations, const DelayStack& medians, std::size_t plane,
             const std::vector<RankPair>& listed)
        : ranks_(ranks), roster_(roster), locations_(locations), medians_(medians), plane_(plane) {
        for (const RankPair& pair : listed) taken_.insert({pair.sender, pair.receiver});
    }

    /// A pair of the same class and sender, or of any sender, that the run has measured, as far as there is
    /// one.
    std::optional<RankPair> draw_for(const RankPair& pair, bool of_any_sender, std::uint64_t& state) {
        constexpr int attempts = 20;
        if (drawn_ == max_controls_of_a_length) return std::nullopt;
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const RankIndex sender = of_any_sender ? ranks_[draw_below(state, ranks_.size())] : pair.sender;
            const RankPair other{sender, ranks_[draw_below(state, ranks_.size())]};
            if (other.receiver == other.sender || class_of(other, locations_) != class_of(pair, locations_))
                continue;
            if (!is_measured(other) || !taken_.insert({other.sender, other.receiver}).second) continue;
            ++drawn_;
            return other;
        }
        return std::nullopt;
    }

  private:
    [[nodiscard]] bool is_measured(const RankPair& pair) const {
        const std::array one{Cell{roster_.matrix_rank(pair.sender), roster_.matrix_rank(pair.receiver)}};
        return std::isfinite(medians_.cells(plane_, one).front());
    }

    const std::vector<RankIndex>& ranks_;
    const Roster& roster_;
    const PerRank<RankLocation>& locations_;
    const DelayStack& medians_;
    std::size_t plane_;
    std::set<std::pair<RankIndex, RankIndex>> taken_;
    std::size_t drawn_ = 0;
};

bool is_of_host(std::int64_t matrix_rank, const std::vector<std::string>& hosts, const RunDescription& run) {
    return matrix_rank < std::ssize(run.ranks) &&
           std::find(hosts.begin(), hosts.end(), run.ranks[static_cast<std::size_t>(matrix_rank)].host) !=
               hosts.end();
}

/// Whether an earlier --confirm has measured the value, and with as many samples where they are to be
/// counted.
bool was_confirmed(const Run& stored, std::size_t plane, const Cell& value,
                   const std::optional<std::int64_t>& samples) {
    const std::array one{value};
    const double bits = stored.quality() ? stored.quality()->cells(plane, one).front() : 0;
    if (!has_quality(bits, Quality::alone) || !has_quality(bits, Quality::remeasured)) return false;
    if (!samples) return true;
    const double count = stored.stack(Statistic::count)->cells(plane, one).front();
    return count >= static_cast<double>(*samples);
}

/// Sets the tasks: the values of the list, but for those of excluded hosts, each with a control as far as
/// there are, in an order drawn from the run's seed. Values that were confirmed before come last.
void set_tasks(Confirming& confirming, const ConfirmList& list, const Run& stored,
               const PerRank<RankLocation>& locations, const std::vector<std::string>& excluded) {
    const JobRanks job_ranks(confirming.roster, confirming.run);
    const std::vector<std::int64_t>& measured = stored.description().message_lengths;
    std::map<std::int64_t, std::vector<RankPair>> of_length;
    for (const PairAtLength& value : list.values) {
        if (std::find(measured.begin(), measured.end(), value.length_bytes) == measured.end()) {
            throw UsageError(
                fmt::format("--confirm: the run has no messages of {} bytes: the list belongs to another run",
                            format_size(value.length_bytes)));
        }
        if (value.sender == value.receiver)
            throw UsageError(fmt::format("--confirm: rank {} to itself is not a pair", value.sender));
        if (is_of_host(value.sender, excluded, confirming.run) ||
            is_of_host(value.receiver, excluded, confirming.run)) {
            ++confirming.left_out;
            continue;
        }
        of_length[value.length_bytes].push_back({job_ranks.of(value.sender), job_ranks.of(value.receiver)});
    }
    const std::vector<RankIndex> ranks = job_ranks.all();
    const auto medians = stored.stack(Statistic::median);
    std::uint64_t state = confirming.terms.seed;
    for (const auto& [length, pairs] : of_length) {
        const auto plane = std::find(measured.begin(), measured.end(), length) - measured.begin();
        Controls controls(ranks, confirming.roster, locations, *medians, static_cast<std::size_t>(plane),
                          pairs);
        std::array<std::vector<Task>, 2> here;  // new ones, and those confirmed before
        for (const RankPair& pair : pairs) {
            const Cell value{confirming.roster.matrix_rank(pair.sender),
                             confirming.roster.matrix_rank(pair.receiver)};
            const bool is_known = was_confirmed(stored, static_cast<std::size_t>(plane), value, list.samples);
            std::vector<Task>& tasks = here.at(is_known ? 1 : 0);
            tasks.push_back({length, pair, false});
            const bool of_any_sender = confirming.terms.counts_slow_samples;
            if (const auto control = controls.draw_for(pair, of_any_sender, state))
                tasks.push_back({length, *control, true});
        }
        for (std::vector<Task>& tasks : here) {
            shuffle(std::span(tasks), state);
            std::move(tasks.begin(), tasks.end(), std::back_inserter(confirming.tasks));
        }
    }
}

/// On rank 0.
Confirming prepare(const Options& options, const PerRank<RankLocation>& locations) {
    Confirming confirming;
    auto earlier = describe_earlier_run(options);
    if (!earlier)
        throw FileError(fmt::format("{}: there is no such run to confirm values of", options.file.string()));
    const ConfirmList list = read_confirm_list(*options.confirm);
    if (list.run_id != earlier->run_id) {
        throw UsageError(
            fmt::format("--confirm {}: the list is of another run than {}: write it with "
                        "network_diagnose {} --suspects {}",
                        options.confirm->string(), options.file.string(), options.file.string(),
                        options.confirm->string()));
    }
    confirming.run = std::move(*earlier);
    confirming.terms = terms_of(confirming.run, list.samples);
    const auto excluded = hosts_of(hosts_to_exclude(options, confirming.run), confirming.run.excluded_hosts);
    confirming.roster = Roster::of_earlier_run(locations, confirming.run.ranks, excluded);
    set_tasks(confirming, list, open_run(options.file), locations, excluded);
    return confirming;
}

Options with_terms(Options options, const Terms& terms, const std::vector<Task>& tasks) {
    options.mode = terms.mode;
    if (terms.has_timing) options.timing = terms.timing;
    options.rma_sync = terms.with_fence ? RmaSync::fence : RmaSync::lock;
    options.window = terms.window;
    options.memory = terms.memory;
    options.sampling.most = terms.samples;
    options.sampling.fixed = options.sampling.fixed || terms.counts_slow_samples;
    options.lengths.clear();
    for (const Task& task : tasks) options.lengths.push_back(task.length_bytes);
    options.lengths.erase(std::unique(options.lengths.begin(), options.lengths.end()), options.lengths.end());
    if (!options.measures_pairs()) {
        throw UsageError(
            fmt::format("--confirm: in {} no pair is measured alone; remove it", name_of(options.mode)));
    }
    return options;
}

/// Measures the pairs one after another while all others are silent, as long as rank 0 goes on, one at least.
/// Returns their cells on rank 0, in the order of the pairs.
std::vector<CellStatistics> measure_alone(SweepContext& context, std::int64_t length_bytes,
                                          const std::vector<RankPair>& pairs,
                                          const std::function<bool()>& goes_on) {
    context.synchronise_clocks();
    const Payload payload(length_bytes);
    const Stage stage = context.stage_for(payload);
    RoundVisits visits = context.round_visits();
    PlaneCells cells = context.cells_for(visits.holder());
    std::vector<CellStatistics> of_pairs;
    auto left = std::ssize(pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        bool is_wanted = k == 0 || goes_on();
        take_from_first_rank(is_wanted, context.control());
        if (!is_wanted) break;
        context.progress().reached(static_cast<std::int64_t>(k));
        visits.visit_in_turn(stage, std::array{RoundVisits::Batch{pairs[k]}}, Quality::alone, left--, cells);
        const int leader = visits.leader_of(pairs[k]);
        CellStatistics cell = cells[visits.follower_of(pairs[k])];
        if (context.is_first() && leader != 0) {
            const WaitScope waiting(Waiting::messages, leader, length_bytes);
            MPI_Recv(&cell, sizeof cell, MPI_BYTE, leader, cell_tag, context.control(), MPI_STATUS_IGNORE);
        } else if (context.rank() == leader && leader != 0) {
            MPI_Send(&cell, sizeof cell, MPI_BYTE, 0, cell_tag, context.control());
        }
        if (context.is_first()) of_pairs.push_back(cell);
    }
    context.progress().clear();
    return of_pairs;
}

using TasksByLength = std::map<std::int64_t, std::vector<Task>>;

TasksByLength by_length(const std::vector<Task>& tasks) {
    TasksByLength of_length;
    for (const Task& task : tasks) of_length[task.length_bytes].push_back(task);
    return of_length;
}

/// Each length gets its part of the time that is left. Returns the tasks that time was left for none.
std::vector<Task> measure_tasks(SweepContext& context, const std::vector<Task>& tasks,
                                std::chrono::duration<double> max_time,
                                std::optional<ConfirmAccount>& account) {
    using Time = std::chrono::steady_clock;
    const Time::time_point end = Time::now() + std::chrono::duration_cast<Time::duration>(max_time);
    const TasksByLength of_length = by_length(tasks);
    std::vector<double> counts;
    for (const auto& [length, here] : of_length) counts.push_back(static_cast<double>(here.size()));
    context.progress().set_estimates(counts);
    std::vector<Task> left_out;
    auto left = static_cast<double>(tasks.size());
    std::size_t index = 0;
    for (const auto& of_one : of_length) {
        const std::vector<Task>& here = of_one.second;
        const auto now = Time::now();
        const auto until =
            now + std::chrono::duration_cast<Time::duration>((end - now) * counts[index] / left);
        left -= counts[index];
        context.progress().begin_plane(index++, of_one.first, std::ssize(here));
        std::vector<RankPair> pairs(here.size());
        std::transform(here.begin(), here.end(), pairs.begin(), [](const Task& task) { return task.pair; });
        const std::vector<CellStatistics> cells =
            measure_alone(context, of_one.first, pairs, [&] { return Time::now() < until; });
        on_first_rank([&] {
            const auto measured = here.begin() + std::ssize(cells);
            account->add({here.begin(), measured}, cells);
            left_out.insert(left_out.end(), measured, here.end());
        });
    }
    return left_out;
}

std::string left_out_text(const std::vector<Task>& left_out, std::chrono::seconds max_time) {
    const auto values =
        std::count_if(left_out.begin(), left_out.end(), [](const Task& task) { return !task.is_control; });
    if (left_out.empty()) return {};
    return fmt::format(
        "stopped after {}: {} and {} of the list not measured; repeat the command to continue with them, "
        "or give a longer --max-time\n",
        format_duration(static_cast<double>(max_time.count())), counted(values, "value"),
        counted(std::ssize(left_out) - values, "control"));
}

}  // namespace

ExitCode confirm_values(const Session& session, Watchdog& watchdog, const Options& given,
                        const PerRank<RankLocation>& locations) {
    Confirming confirming;
    on_first_rank([&] { confirming = prepare(given, locations); });
    take_from_first_rank(confirming.terms);
    take_from_first_rank(confirming.tasks);
    confirming.roster.broadcast();
    if (confirming.left_out > 0 && !given.quiet) {
        remark(fmt::format("{} of excluded hosts left out\n", counted(confirming.left_out, "value")));
    }
    if (confirming.tasks.empty()) {
        if (session.is_first() && !given.quiet) remark("the list has nothing to confirm\n");
        return ExitCode::success;
    }
    Options options;
    on_every_rank([&] { options = with_terms(given, confirming.terms, confirming.tasks); });
    confirming.run.seed = confirming.terms.seed;
    watchdog.change_settings([&](Watchdog::Settings& settings) {
        settings.interrupt_message = [] {
            return std::string("ended by a signal; what was confirmed before is kept");
        };
        settings.clears_line = session.is_first() && shows_progress(options.quiet);
    });
    SweepContext context({options, confirming.run, locations, confirming.roster}, session, watchdog);
    std::optional<ConfirmAccount> account;
    on_first_rank([&] {
        confirming.run.history +=
            fmt::format("\n{} confirmed values of {}", utc_now(), options.confirm->string());
        account.emplace(options, confirming.run, confirming.roster, confirming.terms.counts_slow_samples);
    });
    const std::chrono::seconds max_time = options.max_time.value_or(default_max_time);
    const std::vector<Task> left_out = measure_tasks(context, confirming.tasks, max_time, account);
    on_first_rank([&] { account->close(); });
    if (session.is_first() && !options.quiet) remark(account->text() + left_out_text(left_out, max_time));
    return ExitCode::success;
}

}  // namespace fabricmap::network_test
