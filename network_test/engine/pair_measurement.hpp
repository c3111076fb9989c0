// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/sampling/sampling_plan.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "network_test/engine/pattern_check.hpp"
#include "network_test/modes/exchange.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace fabricmap::network_test {

/// Measures one pair at one length: the leader announces batches, both repeat the exchange, the leader
/// judges. It is the same for every schedule.
class PairMeasurement {
  public:
    /// `check`: every message is filled and verified; batches are then of one repetition.
    PairMeasurement(PairExchange& exchange, const SamplingRule& rule, bool check)
        : exchange_(exchange), rule_(rule), check_(check) {}

    [[nodiscard]] RankIndex leader_of(const RankPair& pair) const noexcept {
        return exchange_.leader() == Side::sender ? pair.sender : pair.receiver;
    }
    [[nodiscard]] RankIndex follower_of(const RankPair& pair) const noexcept {
        return exchange_.leader() == Side::sender ? pair.receiver : pair.sender;
    }
    [[nodiscard]] Side holder() const noexcept { return exchange_.leader(); }

    /// On the leader, while the follower follows. `visits_left`: how many the plane's remaining time is
    /// shared by, this one included; where it has run out, a single sample is taken.
    [[nodiscard]] CellStatistics lead(const Stage& stage, const RankPair& pair, std::int64_t visits_left = 1);
    /// On the follower; returns when the leader has enough.
    void follow(const Stage& stage, const RankPair& pair);

    /// How many visits of a single sample a visit of so many is worth at most.
    [[nodiscard]] double single_visits_worth(std::int64_t samples) const noexcept {
        return static_cast<double>(rule_.warm_up + std::min(samples, rule_.most)) /
               static_cast<double>(rule_.warm_up + 1);
    }

    /// What the samples of the pair led last lay between.
    [[nodiscard]] std::span<const Interval> intervals() const noexcept { return intervals_; }

  private:
    void warm_up(const Stage& stage, const RankPair& pair);
    void take_samples(const Stage& stage, const RankPair& pair, const SampleAllowance& allowance);
    void lead_batch(const Stage& stage, const RankPair& pair, std::span<Interval> batch);
    void lead_checked(const Stage& stage, const RankPair& pair, std::span<Interval> batch);
    void follow_checked(const Stage& stage, const RankPair& pair, std::size_t repetitions);
    [[nodiscard]] bool receives(RankIndex rank, const RankPair& pair) const noexcept {
        return rank == pair.receiver || exchange_.both_ways();
    }

    [[nodiscard]] std::int64_t messages_of(const Stage& stage) const noexcept {
        return exchange_.messages_in_flight(stage.payload.length_bytes());
    }

    PairExchange& exchange_;
    SamplingRule rule_;
    bool check_;
    PatternCheck pattern_;
    bool corrupted_ = false;
    std::vector<Interval> intervals_;
    std::vector<Nanoseconds> durations_;
};

}  // namespace fabricmap::network_test
