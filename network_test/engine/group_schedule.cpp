// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/group_schedule.hpp"

#include <algorithm>

namespace fabricmap::network_test {

void GroupSchedule::measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) {
    samples_.resize(static_cast<std::size_t>(stage.size));
    for (std::int64_t position = 0; position < order.size(); ++position) {
        progress_.reached(position);
        corrupted_.assign(static_cast<std::size_t>(stage.size), false);
        sample(stage, order.at(position), order.size() - position);
        summarise_step(cells);
    }
    stage.watchdog.rest();
}

void GroupSchedule::sample(const Stage& stage, std::int64_t step, std::int64_t steps_left) {
    const Nanoseconds now = stage.clock.now();
    const SampleAllowance allowance(now, stage.pace.visit_time(now, steps_left));
    repeat(stage, step, static_cast<std::size_t>(rule_.warm_up));
    for (auto& intervals : samples_) intervals.clear();
    BatchPlan plan(rule_);
    bool precise = false;
    std::size_t taken = 0;
    while (const std::size_t wanted = plan.next(precise)) {
        const std::size_t seen = taken + static_cast<std::size_t>(rule_.warm_up);
        const std::size_t fitting = agreed(stage, allowance.affordable(stage.clock.now(), seen, wanted));
        const std::size_t size = taken == 0 ? std::max<std::size_t>(fitting, 1) : fitting;
        if (size == 0) return;
        repeat(stage, step, size);
        plan.took(size);
        taken += size;
        precise = !rule_.fixed && all_precise(stage);
    }
}

std::size_t GroupSchedule::agreed(const Stage& stage, std::size_t samples) {
    if (!stage.pace.limited()) return samples;
    auto fewest = static_cast<std::int64_t>(samples);
    stage.watchdog.expect(Watchdog::Waiting::others, -1, stage.payload.length_bytes());
    MPI_Allreduce(MPI_IN_PLACE, &fewest, 1, MPI_INT64_T, MPI_MIN, stage.comm);
    return static_cast<std::size_t>(fewest);
}

void GroupSchedule::repeat(const Stage& stage, std::int64_t step, std::size_t repetitions) {
    if (!check_) {
        exchange_.repeat(stage, step, repetitions, samples_);
        return;
    }
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        pattern_.fill_outgoing(stage, 1);
        exchange_.repeat(stage, step, 1, samples_);
        verify(stage, step);
        pattern_.next_repetition();
    }
}

void GroupSchedule::verify(const Stage& stage, std::int64_t step) {
    int damaged = 0;  // not a bool: SimGrid has no logic of bools
    for (const auto& arrival : exchange_.arrivals(stage, step)) {
        if (pattern_.arrived_whole(stage, arrival.sender, 1, arrival.offset)) continue;
        damaged = 1;
        if (holder() == Side::receiver) corrupted_[static_cast<std::size_t>(arrival.sender)] = true;
    }
    if (holder() == Side::receiver) return;
    // The receiver has seen the damage and the sender holds the cell; such a step has one pair.
    MPI_Allreduce(MPI_IN_PLACE, &damaged, 1, MPI_INT, MPI_LOR, stage.comm);
    if (damaged != 0) corrupted_.assign(corrupted_.size(), true);
}

bool GroupSchedule::all_precise(const Stage& stage) {
    int own = 1;
    for (const auto& intervals : samples_) {
        if (intervals.empty()) continue;
        sort_durations(intervals, durations_);
        if (!median_is_precise(durations_, Reading{}, rule_.precision)) own = 0;
    }
    int all = own;
    stage.watchdog.expect(Watchdog::Waiting::others, -1, stage.payload.length_bytes());
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_LAND, stage.comm);
    return all != 0;
}

void GroupSchedule::add_findings(RunDescription& run, MPI_Comm /*control*/) const {
    if (const auto empty_s = exchange_.empty_step_s()) run.empty_epoch_s = *empty_s;
}

void GroupSchedule::summarise_step(PlaneCells& cells) {
    for (std::size_t peer = 0; peer < samples_.size(); ++peer) {
        if (samples_[peer].empty()) continue;
        sort_durations(samples_[peer], durations_);
        CellStatistics& cell = cells[static_cast<int>(peer)];
        cell = summarise(durations_, Reading{});
        if (corrupted_[peer]) cell.flag(Quality::corrupted);
        if (!median_is_precise(durations_, Reading{}, rule_.precision)) cell.flag(Quality::imprecise);
        samples_[peer].clear();
    }
}

}  // namespace fabricmap::network_test
