// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/sweep.hpp"

#include "base/errors.hpp"
#include "measuring/mpi/first_rank.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

constexpr int row_tag = 1;
constexpr double no_time = -1;

}  // namespace

Sweep::Sweep(SweepContext& context, const SweepPlan& plan)
    : context_(context),
      plan_(plan),
      schedule_(context.new_schedule(plan.kind())),
      slow_so_far_(PerRank<RankLocation>(context.subject().run.ranks)) {}

std::vector<PlaneDigest> Sweep::measure(RunSink* sink, const KeepFindings& keep,
                                        std::atomic<std::int64_t>& complete) {
    const std::vector<std::int64_t>& lengths = plan_.lengths();
    SweepProgress& progress = context_.progress();
    // During the trial run the clocks' drifts became better known.
    context_.check_clocks();
    progress.set_estimates(plan_.plane_seconds(Effort::full, *schedule_));
    std::optional<TimeBudget> budget;
    if (const auto& given = context_.subject().options.max_time) {
        budget.emplace(static_cast<double>(given->count()), plan_.plane_seconds(Effort::minimal, *schedule_),
                       plan_.plane_seconds(Effort::full, *schedule_));
    }
    std::vector<PlaneDigest> digests;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const double begin_s = context_.elapsed_s();
        const auto span_s = time_for_next_plane(budget);
        if (!span_s) break;
        const std::int64_t changes = schedule_->changes();
        progress.begin_plane(k, lengths[k], schedule_->parts(context_.endpoint_count()));
        const PlaneCells cells =
            measure_plane(lengths[k], budget ? plan_.pace_of(*span_s, lengths[k]) : Pace());
        const double measured_s = context_.elapsed_s();
        collect(cells, sink, digests.emplace_back(lengths[k]),
                [&](const RunDescription& found) { keep(found, digests.size()); });
        ++complete;
        if (!budget) continue;
        budget->passed(begin_s, measured_s, begin_s + *span_s);
        budget->collected(context_.elapsed_s() - measured_s);
        if (schedule_->changes() == changes) continue;
        budget->set_estimates(plan_.plane_seconds(Effort::minimal, *schedule_, k + 1),
                              plan_.plane_seconds(Effort::full, *schedule_, k + 1));
    }
    progress.clear();
    return digests;
}

PlaneCells Sweep::measure_plane(std::int64_t length_bytes, const Pace& pace) {
    const Payload payload(length_bytes);
    PlaneCells cells = context_.cells_for(schedule_->holder());
    const DeviceCrashReport crash = context_.crash_report(length_bytes);
    schedule_->measure(context_.stage_for(payload, pace), plan_.order_of(*schedule_, length_bytes), cells);
    // A rank that is done with its pairs must not disturb those that still measure by waiting inside a
    // collective.
    context_.idle().await_all(context_.control());
    return cells;
}

std::optional<double> Sweep::time_for_next_plane(const std::optional<TimeBudget>& budget) const {
    if (!budget) return 0;
    // Rank 0's clock counts, and its answer is a span: the others' clocks may have begun at other times.
    double span_s = no_time;
    const double now_s = context_.elapsed_s();
    if (const auto end_s = budget->next_end(now_s)) span_s = *end_s - now_s;
    take_from_first_rank(span_s, context_.control());
    if (span_s < 0) return std::nullopt;
    return span_s;
}

void Sweep::collect(const PlaneCells& cells, RunSink* sink, PlaneDigest& digest,
                    const std::function<void(const RunDescription&)>& keep) {
    context_.check_clocks();
    RunDescription found;
    found.clock_error_bound_s = context_.clock_error_bound_s();
    schedule_->add_findings(found, context_.control());
    const std::vector<CellStatistics> own_row = cells.row(context_.control());
    const std::vector<int>& endpoints = context_.subject().roster.endpoints();
    if (!context_.is_first() && std::binary_search(endpoints.begin(), endpoints.end(), context_.rank())) {
        MPI_Request row = MPI_REQUEST_NULL;
        // Synchronous, so that rank 0 is not flooded with rows that it has not asked for.
        MPI_Issend(own_row.data(), static_cast<int>(own_row.size() * sizeof(CellStatistics)), MPI_BYTE, 0,
                   row_tag, context_.control(), &row);
        context_.idle().finish(row);
    }
    on_first_rank([&] { write_rows(own_row, *sink, digest, [&] { keep(found); }); });
}

void Sweep::write_rows(const std::vector<CellStatistics>& own_row, RunSink& sink, PlaneDigest& digest,
                       const std::function<void()>& before_commit) {
    std::optional<Error> failure;
    const auto write = [&](const auto& action) {
        if (failure) return;
        try {
            action();
        } catch (const Error& error) {
            failure = error;
        }
    };
    write([&] { sink.begin_plane(digest.length_bytes()); });
    const auto& [options, run, locations, roster] = context_.subject();
    const PerRank<RankLocation> run_locations(run.ranks);
    std::vector<CellStatistics> row = own_row;
    for (const int sender : roster.endpoints()) {
        // A row must be taken in even when it can no longer be written: its rank waits for that.
        if (sender > 0) {
            const WaitScope waiting(Waiting::messages, sender, digest.length_bytes());
            MPI_Recv(row.data(), static_cast<int>(row.size() * sizeof(CellStatistics)), MPI_BYTE, sender,
                     row_tag, context_.control(), MPI_STATUS_IGNORE);
        }
        const int matrix_row = roster.matrix_rank(sender);
        const auto whole = roster.matrix_row(row, run.ranks.size());
        digest.add_row(matrix_row, whole, run_locations);
        slow_so_far_.add_row(matrix_row, whole);
        write([&] { sink.write_row(matrix_row, whole); });
    }
    write([&] { context_.refuse_quick_pairs(digest); });
    // What a kill leaves tells how it was measured.
    write(before_commit);
    write([&] { sink.commit_plane(); });
    if (failure) throw Error(*failure);
    // Where all take part together, their places among the ranks differ.
    if (!options.measures_pairs()) return;
    if (const auto slow = slow_so_far_.end_plane()) context_.print("slow so far: " + *slow);
}

}  // namespace fabricmap::network_test
