// SPDX-License-Identifier: Apache-2.0
// Ping-pong with messages of one length both ways.
#include "network_test/modes/table.hpp"

namespace fabricmap::network_test {
namespace {

/// The payload goes there and back; the delay is half of the round trip.
class PingPong final : public PairExchange {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        for (Interval& interval : repetitions) {
            interval.start = stage.clock.now();
            stage.watchdog.beat();
            send_payload(stage, peer);
            receive_payload(stage, peer);
            interval.end = stage.clock.now();
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            receive_payload(stage, peer);
            send_payload(stage, peer);
            stage.watchdog.beat();
        }
    }

    [[nodiscard]] Reading reading(std::span<const Nanoseconds> /*sorted*/) const override {
        return Reading{.divisor = 2 * nanoseconds_per_second};
    }
    [[nodiscard]] bool both_ways() const noexcept override { return true; }
};

}  // namespace

std::unique_ptr<PairExchange> make_send_recv_and_recv_send(const ExchangeSettings& /*settings*/) {
    return std::make_unique<PingPong>();
}

extern constinit const ModeEntry send_recv_and_recv_send_mode{
    .mode = Mode::send_recv_and_recv_send,
    .what = "ping-pong with messages of one length",
    .make_pair = make_send_recv_and_recv_send,
    .takes_device_memory = true,
};

}  // namespace fabricmap::network_test
