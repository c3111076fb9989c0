// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/noise_traffic.hpp"

#include "measuring/mpi/payload.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

constexpr int burst_tag = 1;
constexpr int order_tag = 2;
constexpr int started_tag = 3;
constexpr int stop_tag = 4;
constexpr int intervals_tag = 5;
constexpr int burst_answer_tag = 6;

// Enough for seconds of the shortest bursts; more would only be looked through.
constexpr std::size_t max_burst_ends = std::size_t{1} << 20U;

}  // namespace

NoiseTraffic::NoiseTraffic(MPI_Comm comm, const NoiseParameters& parameters)
    : comm_(comm),
      parameters_(parameters),
      out_(parameters.message_length),
      in_(parameters.message_length * std::max<std::int64_t>(parameters.processes, 1)) {}

void NoiseTraffic::make(const Stage& stage, const std::vector<int>& noisy, int leader) {
    const bool is_leader = stage.rank == noisy.front();
    const int own = stage.rank;
    burst_ends_.clear();
    burst(noisy, own);
    burst_ends_.push_back(stage.clock_offset.common(stage.clock.now()));
    if (is_leader) {
        for (std::size_t other = 1; other < noisy.size(); ++other) {
            MPI_Recv(nullptr, 0, MPI_BYTE, noisy[other], started_tag, comm_, MPI_STATUS_IGNORE);
        }
        MPI_Send(nullptr, 0, MPI_BYTE, leader, started_tag, comm_);
    } else {
        MPI_Send(nullptr, 0, MPI_BYTE, noisy.front(), started_tag, comm_);
    }
    while (!leader_signals_stop(noisy, own, leader)) {
        burst(noisy, own);
        stage.watchdog.beat();
        if (burst_ends_.size() < max_burst_ends) {
            burst_ends_.push_back(stage.clock_offset.common(stage.clock.now()));
        }
    }
    answer(leader);
}

void NoiseTraffic::burst(const std::vector<int>& noisy, int own) {
    const Payload payload(parameters_.message_length);
    for (std::int64_t message = 0; message < parameters_.messages; ++message) {
        requests_.clear();
        std::byte* place = in_.data();
        for (const int partner : noisy) {
            if (partner == own && noisy.size() > 1) continue;
            MPI_Irecv(place, payload.count(), payload.type(), partner, burst_tag, comm_,
                      &requests_.emplace_back());
            place += parameters_.message_length;
        }
        for (const int partner : noisy) {
            if (partner == own && noisy.size() > 1) continue;
            MPI_Isend(out_.data(), payload.count(), payload.type(), partner, burst_tag, comm_,
                      &requests_.emplace_back());
        }
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    }
}

bool NoiseTraffic::leader_signals_stop(const std::vector<int>& noisy, int own, int leader) const {
    int stop = 0;
    if (own != noisy.front()) {
        MPI_Recv(&stop, 1, MPI_INT, noisy.front(), order_tag, comm_, MPI_STATUS_IGNORE);
        return stop != 0;
    }
    MPI_Iprobe(leader, stop_tag, comm_, &stop, MPI_STATUS_IGNORE);
    if (stop != 0) MPI_Recv(nullptr, 0, MPI_BYTE, leader, stop_tag, comm_, MPI_STATUS_IGNORE);
    for (std::size_t other = 1; other < noisy.size(); ++other) {
        MPI_Send(&stop, 1, MPI_INT, noisy[other], order_tag, comm_);
    }
    return stop != 0;
}

void NoiseTraffic::await_start(const std::vector<int>& noisy) const {
    MPI_Recv(nullptr, 0, MPI_BYTE, noisy.front(), started_tag, comm_, MPI_STATUS_IGNORE);
}

std::int64_t NoiseTraffic::stop(const std::vector<int>& noisy, std::span<const Interval> intervals) const {
    MPI_Send(nullptr, 0, MPI_BYTE, noisy.front(), stop_tag, comm_);
    const int bytes = static_cast<int>(intervals.size_bytes());
    std::vector<std::uint8_t> with_burst(intervals.size());
    std::vector<std::uint8_t> with_all(intervals.size(), 1);
    for (const int rank : noisy) {
        MPI_Send(intervals.data(), bytes, MPI_BYTE, rank, intervals_tag, comm_);
        MPI_Recv(with_burst.data(), static_cast<int>(with_burst.size()), MPI_UINT8_T, rank, burst_answer_tag,
                 comm_, MPI_STATUS_IGNORE);
        std::transform(with_all.begin(), with_all.end(), with_burst.begin(), with_all.begin(),
                       std::bit_and<>());
    }
    return std::count(with_all.begin(), with_all.end(), 1);
}

void NoiseTraffic::answer(int leader) const {
    MPI_Status status;
    int bytes = 0;
    MPI_Probe(leader, intervals_tag, comm_, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    std::vector<Interval> intervals(static_cast<std::size_t>(bytes) / sizeof(Interval));
    MPI_Recv(intervals.data(), bytes, MPI_BYTE, leader, intervals_tag, comm_, MPI_STATUS_IGNORE);
    std::vector<std::uint8_t> with_burst(intervals.size());
    std::transform(intervals.begin(), intervals.end(), with_burst.begin(), [&](const Interval& interval) {
        const auto burst = std::lower_bound(burst_ends_.begin(), burst_ends_.end(), interval.start);
        return static_cast<std::uint8_t>(burst != burst_ends_.end() && *burst <= interval.end);
    });
    MPI_Send(with_burst.data(), static_cast<int>(with_burst.size()), MPI_UINT8_T, leader, burst_answer_tag,
             comm_);
}

}  // namespace fabricmap::network_test
