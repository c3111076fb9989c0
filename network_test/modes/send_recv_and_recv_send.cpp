// SPDX-License-Identifier: Apache-2.0
// Ping-pong with messages of one length both ways.
#include "network_test/modes/ping_pong.hpp"
#include "network_test/modes/table.hpp"

namespace fabricmap::network_test {

void PingPong::lead(const Stage& stage, int peer, std::span<Interval> repetitions) {
    for (Interval& interval : repetitions) {
        interval.start = stage.clock.now();
        stage.watchdog.beat();
        send_payload(stage, peer);
        receive_payload(stage, peer);
        interval.end = stage.clock.now();
    }
}

void PingPong::follow(const Stage& stage, int peer, std::size_t repetitions) {
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        receive_payload(stage, peer);
        send_payload(stage, peer);
        stage.watchdog.beat();
    }
}

Reading PingPong::reading(std::span<const Nanoseconds> /*sorted*/) const {
    return Reading{.divisor = 2 * nanoseconds_per_second};
}

std::unique_ptr<PairExchange> make_send_recv_and_recv_send(const ExchangeSettings& /*settings*/) {
    return std::make_unique<PingPong>();
}

}  // namespace fabricmap::network_test
