// SPDX-License-Identifier: Apache-2.0
// One rank sends, one receives. What is timed is the user's choice; each timing is an exchange of its own.
#include "network_test/modes/table.hpp"
#include "statistics/order_statistics.hpp"

#include <algorithm>

namespace fabricmap::network_test {
namespace {

/// The payload goes there, an empty message comes back. Half of the pair's own empty round trip, measured
/// among the samples, is taken off.
class OneWay final : public PairExchange {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions.size(); ++repetition) {
            const Nanoseconds start = stage.clock.now();
            stage.watchdog.beat();
            send_empty(stage, peer);
            receive_empty(stage, peer);
            empty_round_trips_.push_back(stage.clock.now() - start);
        }
        for (Interval& interval : repetitions) {
            interval.start = stage.clock.now();
            stage.watchdog.beat();
            send_payload(stage, peer);
            receive_empty(stage, peer);
            interval.end = stage.clock.now();
        }
        std::sort(empty_round_trips_.begin(), empty_round_trips_.end());
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive_empty(stage, peer);
            send_empty(stage, peer);
            stage.watchdog.beat();
        }
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive_payload(stage, peer);
            send_empty(stage, peer);
            stage.watchdog.beat();
        }
    }

    void forget() override { empty_round_trips_.clear(); }

    [[nodiscard]] Reading reading(std::span<const Nanoseconds> sorted) const override {
        Reading reading;
        reading.offset_ns = median_of_sorted(empty_round_trips_) / 2;
        const auto smallest = static_cast<double>(sorted.front());
        if (smallest <= reading.offset_ns) {
            reading.offset_ns = std::min(static_cast<double>(empty_round_trips_.front()), smallest) / 2;
            reading.quality = static_cast<std::uint8_t>(Quality::smallest_offset);
        }
        return reading;
    }

  private:
    std::vector<Nanoseconds> empty_round_trips_;
};

/// The time inside MPI_Recv, after an empty message has told the sender that the receiver is about to wait.
class AtReceiver final : public PairExchange {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::receiver; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        for (Interval& interval : repetitions) {
            send_empty(stage, peer);
            interval.start = stage.clock.now();
            stage.watchdog.beat();
            receive_payload(stage, peer);
            interval.end = stage.clock.now();
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive_empty(stage, peer);
            send_payload(stage, peer);
            stage.watchdog.beat();
        }
    }
};

/// From the sender's clock before its MPI_Send to the receiver's after its MPI_Recv, both in the job's common
/// time. The sender's stamps follow after the repetitions, and are put into common time there, where that
/// disturbs nothing.
class Synchronized final : public PairExchange {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::receiver; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        for (Interval& interval : repetitions) {
            stage.watchdog.beat();
            send_empty(stage, peer);
            receive_payload(stage, peer);
            interval.end = stage.clock.now();
        }
        stamps_.resize(repetitions.size());
        MPI_Recv(stamps_.data(), static_cast<int>(stamps_.size()), MPI_INT64_T, peer, empty_tag, stage.comm,
                 MPI_STATUS_IGNORE);
        for (std::size_t repetition = 0; repetition < repetitions.size(); ++repetition) {
            Interval& interval = repetitions[repetition];
            interval.end = stage.clock_offset.common(interval.end);
            // No message arrives before it is sent: where clocks say so, it is their error.
            interval.start = std::min(stamps_[repetition], interval.end);
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        stamps_.resize(repetitions);
        for (Nanoseconds& stamp : stamps_) {
            receive_empty(stage, peer);
            stamp = stage.clock.now();
            send_payload(stage, peer);
            stage.watchdog.beat();
        }
        for (Nanoseconds& stamp : stamps_) stamp = stage.clock_offset.common(stamp);
        MPI_Send(stamps_.data(), static_cast<int>(stamps_.size()), MPI_INT64_T, peer, empty_tag, stage.comm);
    }

  private:
    std::vector<Nanoseconds> stamps_;
};

std::unique_ptr<PairExchange> make_one_to_one(const ExchangeSettings& settings) {
    switch (settings.timing) {
        case Timing::one_way:
            return std::make_unique<OneWay>();
        case Timing::round_trip:
            return make_send_recv_and_recv_send(settings);
        case Timing::receiver:
            return std::make_unique<AtReceiver>();
        case Timing::synchronized:
            return std::make_unique<Synchronized>();
    }
    return nullptr;
}

}  // namespace

extern constinit const ModeEntry one_to_one_mode{
    .mode = Mode::one_to_one,
    .what = "one sends, one receives, all others are silent",
    .make_pair = make_one_to_one,
    .takes_device_memory = true,
};

extern constinit const ModeEntry test_noise_blocking_mode{
    .mode = Mode::test_noise_blocking,
    .what = "one_to_one while other ranks make traffic",
    .make_pair = make_one_to_one,
};

}  // namespace fabricmap::network_test
