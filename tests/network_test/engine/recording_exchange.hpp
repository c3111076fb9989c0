// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "small_stage.hpp"

#include <algorithm>
#include <ctime>
#include <vector>

namespace fabricmap::network_test {

/// When a pair was measured, in the time of the host that all ranks share.
struct Visit {
    std::int64_t leader;
    std::int64_t follower;
    std::int64_t start;
    std::int64_t end;
};

/// Exchanges empty messages, takes a while over it, and remembers whom it led when.
class RecordingExchange final : public PairExchange {
  public:
    /// `slow_rank`: whose pairs take far longer.
    explicit RecordingExchange(Side leader, int slow_rank = -1) : leader_(leader), slow_rank_(slow_rank) {}

    [[nodiscard]] Side leader() const noexcept override { return leader_; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        const Nanoseconds start = stage.clock.now();
        for (Interval& interval : repetitions) {
            send_empty(stage, peer);
            receive_empty(stage, peer);
            interval = {0, 1000};
        }
        const bool is_slow = stage.rank == slow_rank_ || peer == slow_rank_;
        const timespec pause{0, is_slow ? 50'000'000 : 200'000};
        nanosleep(&pause, nullptr);
        const Nanoseconds end = stage.clock.now();
        visits_.insert(visits_.end(), {stage.rank, peer, start, end});
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive_empty(stage, peer);
            send_empty(stage, peer);
        }
    }

    /// Of all ranks, by their start.
    [[nodiscard]] std::vector<Visit> visits() const {
        const std::vector<std::int64_t> numbers = gather_numbers(visits_);
        std::vector<Visit> all;
        for (std::size_t at = 0; at < numbers.size(); at += 4) {
            all.push_back({numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]});
        }
        std::sort(all.begin(), all.end(), [](const Visit& a, const Visit& b) { return a.start < b.start; });
        return all;
    }

  private:
    Side leader_;
    int slow_rank_;
    std::vector<std::int64_t> visits_;
};

}  // namespace fabricmap::network_test
