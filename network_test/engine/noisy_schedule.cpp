// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/noisy_schedule.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace fabricmap::network_test {
namespace {

constexpr int pair_done_tag = 1;

}  // namespace

void NoisySchedule::measure(const Stage& stage, const Shuffle& shuffle, PlaneCells& cells) {
    const PairOrder order(stage.endpoints, shuffle);
    std::vector<int> noisy(static_cast<std::size_t>(noisy_count_));
    for (std::int64_t position = 0; position < order.size(); ++position) {
        const RankPair pair = order.at(position);
        const int leader = measurement_.leader_of(pair);
        if (stage.rank == 0) noisy = draw_noisy(pair, stage.endpoints);
        idle_.take_from(0, noisy.data(), static_cast<int>(noisy.size()), MPI_INT, control_);
        progress_.reached(position);

        if (stage.rank == leader) {
            lead_in_noise(stage, pair, noisy, order.size() - position, cells);
        } else if (stage.rank == measurement_.follower_of(pair)) {
            measurement_.follow(stage, pair);
        } else if (std::find(noisy.begin(), noisy.end(), stage.rank) != noisy.end()) {
            const WaitScope expectation(Waiting::others, -1, stage.payload.length_bytes());
            traffic_.make(stage, noisy, leader);
        }
        if (stage.rank == 0 && leader != 0)
            idle_.receive(nullptr, 0, MPI_BYTE, leader, pair_done_tag, control_);
    }
}

std::vector<int> NoisySchedule::draw_noisy(const RankPair& pair, std::span<const int> endpoints) {
    std::vector<int> candidates;
    for (const int rank : endpoints) {
        if (rank != pair.sender && rank != pair.receiver) candidates.push_back(rank);
    }
    shuffle(std::span(candidates), random_state_);
    candidates.resize(static_cast<std::size_t>(noisy_count_));
    return candidates;
}

void NoisySchedule::lead_in_noise(const Stage& stage, const RankPair& pair, const std::vector<int>& noisy,
                                  std::int64_t visits_left, PlaneCells& cells) {
    if (!noisy.empty()) {
        const WaitScope expectation(Waiting::others, -1, stage.payload.length_bytes());
        traffic_.await_start(noisy);
    }
    cells[measurement_.follower_of(pair)] = measurement_.lead(stage, pair, visits_left);
    if (!noisy.empty()) {
        const WaitScope expectation(Waiting::others, -1, stage.payload.length_bytes());
        std::vector<Interval> intervals(measurement_.intervals().begin(), measurement_.intervals().end());
        for (Interval& interval : intervals) {
            interval = {stage.clock_offset.common(interval.start), stage.clock_offset.common(interval.end)};
        }
        with_burst_ += traffic_.stop(noisy, intervals);
        samples_ += static_cast<std::int64_t>(intervals.size());
    }
    if (stage.rank != 0) MPI_Send(nullptr, 0, MPI_BYTE, 0, pair_done_tag, control_);
}

void NoisySchedule::add_findings(RunDescription& run, MPI_Comm control) const {
    std::array<std::int64_t, 2> counts{samples_, with_burst_};
    const WaitScope waiting("gathering rows");
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), 2, MPI_INT64_T, MPI_SUM, control);
    if (counts[0] > 0) run.noise_fraction = static_cast<double>(counts[1]) / static_cast<double>(counts[0]);
}

}  // namespace fabricmap::network_test
