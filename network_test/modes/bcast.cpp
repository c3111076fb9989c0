// SPDX-License-Identifier: Apache-2.0
// Each rank in turn is the root of MPI_Bcast, with a barrier before each. The delay runs from the root's
// start to the return on each rank, in common time; with the receiver's timing it is the time inside the
// call, as published, which says little where the message is there before the call.
#include "network_test/modes/table.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

class Broadcast final : public GroupExchange {
  public:
    explicit Broadcast(Timing timing) noexcept : from_own_start_(timing == Timing::receiver) {}

    [[nodiscard]] std::int64_t steps(int ranks) const noexcept override { return ranks; }

    void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions, Samples& samples) override {
        const int root = static_cast<int>(step);
        const Payload& payload = stage.payload;
        std::byte* const buffer = root == stage.rank ? stage.out.data() : stage.in.data();
        std::vector<Interval>& mine = samples[static_cast<std::size_t>(root)];
        const std::size_t first = mine.size();
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            stage.watchdog.expect(Watchdog::Waiting::others, -1, payload.length_bytes());
            MPI_Barrier(stage.comm);
            // A root that is stuck is so because of a rank that does not take its message.
            stage.watchdog.expect(
                root == stage.rank ? Watchdog::Waiting::others : Watchdog::Waiting::broadcast,
                root == stage.rank ? -1 : root, payload.length_bytes());
            const Nanoseconds start = stage.clock.now();
            MPI_Bcast(buffer, payload.count(), payload.type(), root, stage.comm);
            const Nanoseconds end = stage.clock.now();
            mine.push_back({stage.clock_offset.common(start), stage.clock_offset.common(end)});
        }
        if (!from_own_start_) take_starts_of(root, stage, std::span(mine).subspan(first));
    }

    [[nodiscard]] std::vector<Arrival> arrivals(const Stage& stage, std::int64_t step) const override {
        const int root = static_cast<int>(step);
        return root == stage.rank ? std::vector<Arrival>{} : std::vector<Arrival>{{root, 0}};
    }

  private:
    void take_starts_of(int root, const Stage& stage, std::span<Interval> intervals) {
        starts_.resize(intervals.size());
        for (std::size_t repetition = 0; repetition < intervals.size(); ++repetition) {
            starts_[repetition] = intervals[repetition].start;
        }
        MPI_Bcast(starts_.data(), static_cast<int>(starts_.size()), MPI_INT64_T, root, stage.comm);
        for (std::size_t repetition = 0; repetition < intervals.size(); ++repetition) {
            // A broadcast of nothing sends nothing, so a rank may be back before the root has begun: no
            // delay.
            intervals[repetition].start = std::min(starts_[repetition], intervals[repetition].end);
        }
    }

    bool from_own_start_;
    std::vector<Nanoseconds> starts_;
};

std::unique_ptr<GroupExchange> make_bcast(const ExchangeSettings& settings) {
    return std::make_unique<Broadcast>(settings.timing);
}

}  // namespace

extern constinit const ModeEntry bcast_mode{
    .mode = Mode::bcast,
    .what = "each rank in turn broadcasts to all",
    .make_group = make_bcast,
    .takes_device_memory = true,
};

}  // namespace fabricmap::network_test
