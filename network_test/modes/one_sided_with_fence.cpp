// SPDX-License-Identifier: Apache-2.0
// Put and get between two fences. A fence is collective, so every pair needs all ranks, and its own cost
// dominates: the median of an epoch without a transfer is kept to compare with.
#include "network_test/modes/one_sided.hpp"
#include "network_test/modes/table.hpp"
#include "statistics/order_statistics.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

constexpr std::size_t empty_epochs_kept = 4096;

class OneSidedWithFence : public GroupExchange {
  public:
    [[nodiscard]] std::int64_t steps(int ranks) const noexcept override { return pair_count(ranks); }

    void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions, Samples& samples) override {
        const RankPair pair = pair_numbered<RankIndex>(step, stage.size);
        const bool by_sender = holder() == Side::sender;
        const int origin = by_sender ? pair.sender : pair.receiver;
        const int target = by_sender ? pair.receiver : pair.sender;
        time_empty_epoch(stage);
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            stage.watchdog.expect(Watchdog::Waiting::others, -1, stage.payload.length_bytes());
            MPI_Win_fence(0, stage.window);
            if (stage.rank != origin) {
                MPI_Win_fence(0, stage.window);
                continue;
            }
            stage.watchdog.expect(Watchdog::Waiting::answer, target, stage.payload.length_bytes());
            Interval interval;
            interval.start = stage.clock.now();
            transfer(stage, target);
            MPI_Win_fence(0, stage.window);
            interval.end = stage.clock.now();
            samples[static_cast<std::size_t>(target)].push_back(interval);
        }
    }

    [[nodiscard]] std::vector<Arrival> arrivals(const Stage& stage, std::int64_t step) const override {
        const RankPair pair = pair_numbered<RankIndex>(step, stage.size);
        return pair.receiver == stage.rank ? std::vector<Arrival>{{pair.sender, 0}} : std::vector<Arrival>{};
    }

    [[nodiscard]] std::optional<double> empty_step_s() const override {
        std::vector<Nanoseconds> sorted = empty_epochs_;
        std::sort(sorted.begin(), sorted.end());
        if (sorted.empty()) return std::nullopt;
        return median_of_sorted(sorted) / nanoseconds_per_second;
    }

  private:
    virtual void transfer(const Stage& stage, int target) const = 0;

    void time_empty_epoch(const Stage& stage) {
        stage.watchdog.expect(Watchdog::Waiting::others, -1, 0);
        MPI_Win_fence(0, stage.window);
        const Nanoseconds start = stage.clock.now();
        MPI_Win_fence(0, stage.window);
        if (empty_epochs_.size() < empty_epochs_kept) empty_epochs_.push_back(stage.clock.now() - start);
    }

    std::vector<Nanoseconds> empty_epochs_;
};

class PutWithFence final : public OneSidedWithFence {
  public:
    [[nodiscard]] Side holder() const noexcept override { return Side::sender; }

  private:
    void transfer(const Stage& stage, int target) const override { put_payload(stage, target); }
};

class GetWithFence final : public OneSidedWithFence {
    void transfer(const Stage& stage, int target) const override { get_payload(stage, target); }
};

}  // namespace

std::unique_ptr<GroupExchange> make_put_with_fence(const ExchangeSettings& settings) {
    return settings.rma_sync == RmaSync::fence ? std::make_unique<PutWithFence>() : nullptr;
}

std::unique_ptr<GroupExchange> make_get_with_fence(const ExchangeSettings& settings) {
    return settings.rma_sync == RmaSync::fence ? std::make_unique<GetWithFence>() : nullptr;
}

}  // namespace fabricmap::network_test
