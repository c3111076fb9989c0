// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/pair_measurement.hpp"

#include <algorithm>
#include <array>
#include <sched.h>

namespace fabricmap::network_test {
namespace {

constexpr int batch_tag = 3;
constexpr int verdict_tag = 4;

/// The core that the calling thread runs on now; -1 where the system does not tell.
int present_core() noexcept {
    return sched_getcpu();
}

/// Moves the calling thread to another core when it runs on `core` and is allowed elsewhere. Two ranks that
/// meet on one core take turns there, and their delay reads several times too long; the system parts them
/// only later.
void step_aside_from(int core) noexcept {
    if (core < 0 || core != present_core()) return;
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2) return;
    cpu_set_t elsewhere = allowed;
    CPU_CLR(static_cast<unsigned>(core), &elsewhere);
    // The thread leaves at once when its core is forbidden, and stays away when it is allowed again.
    if (sched_setaffinity(0, sizeof elsewhere, &elsewhere) == 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

bool on_one_host(const Stage& stage, int peer) {
    return stage.locations[RankIndex{peer}].node == stage.locations[stage.rank].node;
}

/// The leader says how many repetitions come next, and which core it runs on. It goes on when the follower is
/// ready for the first of them: otherwise that one would hold the follower's preparations as well.
void announce(const Stage& stage, int peer, std::size_t repetitions) {
    const std::array<std::int64_t, 2> word{static_cast<std::int64_t>(repetitions), present_core()};
    MPI_Send(word.data(), 2, MPI_INT64_T, peer, batch_tag, stage.comm);
}

std::size_t announced(const Stage& stage, int peer) {
    std::array<std::int64_t, 2> word{};
    MPI_Recv(word.data(), 2, MPI_INT64_T, peer, batch_tag, stage.comm, MPI_STATUS_IGNORE);
    if (on_one_host(stage, peer) && !stage.clock.simulated()) step_aside_from(static_cast<int>(word[1]));
    return static_cast<std::size_t>(word[0]);
}

}  // namespace

CellStatistics PairMeasurement::lead(const Stage& stage, const RankPair& pair, std::int64_t visits_left) {
    const Nanoseconds now = stage.clock.now();
    const SampleAllowance allowance(now, stage.pace.visit_time(now, visits_left));
    const int peer = follower_of(pair);
    const WaitScope expectation(Waiting::answer, peer, stage.payload.length_bytes());
    pattern_.restart();
    corrupted_ = false;

    warm_up(stage, pair);
    take_samples(stage, pair, allowance);
    announce(stage, peer, 0);
    receive_empty(stage, peer);

    const Reading reading = exchange_.reading(durations_);
    CellStatistics cell = summarise(durations_, reading);
    if (corrupted_) cell.flag(Quality::corrupted);
    if (!median_is_precise(durations_, reading, rule_.precision)) cell.flag(Quality::imprecise);
    return cell;
}

void PairMeasurement::warm_up(const Stage& stage, const RankPair& pair) {
    exchange_.forget();
    intervals_.resize(static_cast<std::size_t>(rule_.warm_up));
    lead_batch(stage, pair, intervals_);
    exchange_.forget();
    intervals_.clear();
}

void PairMeasurement::take_samples(const Stage& stage, const RankPair& pair,
                                   const SampleAllowance& allowance) {
    BatchPlan plan(rule_);
    bool precise = false;
    while (const std::size_t wanted = plan.next(precise)) {
        const std::size_t before = intervals_.size();
        const std::size_t seen = before + static_cast<std::size_t>(rule_.warm_up);
        const std::size_t fitting = allowance.affordable(stage.clock.now(), seen, wanted);
        const std::size_t size = before == 0 ? std::max<std::size_t>(fitting, 1) : fitting;
        if (size == 0) return;
        intervals_.resize(before + size);
        lead_batch(stage, pair, std::span(intervals_).subspan(before));
        plan.took(size);
        sort_durations(intervals_, durations_);
        precise =
            !rule_.fixed && median_is_precise(durations_, exchange_.reading(durations_), rule_.precision);
    }
}

void PairMeasurement::follow(const Stage& stage, const RankPair& pair) {
    // The leader speaks first when the exchange hangs; this is for a leader that cannot speak any more.
    const WaitScope expectation(Waiting::others, leader_of(pair), stage.payload.length_bytes());
    pattern_.restart();
    while (const std::size_t repetitions = announced(stage, leader_of(pair))) {
        if (check_) {
            follow_checked(stage, pair, repetitions);
        } else {
            send_empty(stage, leader_of(pair));
            exchange_.follow(stage, leader_of(pair), repetitions);
        }
    }
    // A leader that left before would not be there to name the pair should this rank hang, and the next one,
    // which waits for this rank, would name another.
    send_empty(stage, leader_of(pair));
}

void PairMeasurement::lead_batch(const Stage& stage, const RankPair& pair, std::span<Interval> batch) {
    if (batch.empty()) return;
    if (check_) {
        lead_checked(stage, pair, batch);
    } else {
        announce(stage, follower_of(pair), batch.size());
        receive_empty(stage, follower_of(pair));
        exchange_.lead(stage, follower_of(pair), batch);
    }
}

void PairMeasurement::lead_checked(const Stage& stage, const RankPair& pair, std::span<Interval> batch) {
    const int peer = follower_of(pair);
    for (std::size_t repetition = 0; repetition < batch.size(); ++repetition) {
        pattern_.fill_outgoing(stage, messages_of(stage));
        announce(stage, peer, 1);
        receive_empty(stage, peer);
        exchange_.lead(stage, peer, batch.subspan(repetition, 1));
        bool whole = true;
        MPI_Recv(&whole, 1, MPI_CXX_BOOL, peer, verdict_tag, stage.comm, MPI_STATUS_IGNORE);
        if (receives(stage.rank, pair))
            whole = pattern_.arrived_whole(stage, peer, messages_of(stage)) && whole;
        corrupted_ = corrupted_ || !whole;
        pattern_.next_repetition();
    }
}

void PairMeasurement::follow_checked(const Stage& stage, const RankPair& pair, std::size_t repetitions) {
    const int peer = leader_of(pair);
    pattern_.fill_outgoing(stage, messages_of(stage));
    send_empty(stage, peer);
    exchange_.follow(stage, peer, repetitions);
    const bool whole = !receives(stage.rank, pair) || pattern_.arrived_whole(stage, peer, messages_of(stage));
    MPI_Send(&whole, 1, MPI_CXX_BOOL, peer, verdict_tag, stage.comm);
    pattern_.next_repetition();
}

}  // namespace fabricmap::network_test
