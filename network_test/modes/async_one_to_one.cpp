// SPDX-License-Identifier: Apache-2.0
// Two ranks send to each other at once, repetition after repetition. Nothing but the messages keeps them in
// step: a handshake before each would favour the side that it reaches first.
#include "network_test/modes/table.hpp"

#include <array>

namespace fabricmap::network_test {
namespace {

class AsyncOneToOne final : public PairExchange {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::receiver; }
    [[nodiscard]] bool both_ways() const noexcept override { return true; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        exchange(stage, peer);  // the two sides begin at different moments
        for (Interval& interval : repetitions) {
            interval = exchange(stage, peer);
            stage.watchdog.beat();
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        exchange(stage, peer);
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            exchange(stage, peer);
            stage.watchdog.beat();
        }
    }

  private:
    static Interval exchange(const Stage& stage, int peer) {
        const Payload& payload = stage.payload;
        MPI_Request receive = MPI_REQUEST_NULL;
        MPI_Request send = MPI_REQUEST_NULL;
        Interval interval;
        interval.start = stage.clock.now();
        MPI_Irecv(stage.in.data(), payload.count(), payload.type(), peer, payload_tag, stage.comm, &receive);
        MPI_Isend(stage.out.data(), payload.count(), payload.type(), peer, payload_tag, stage.comm, &send);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        interval.end = stage.clock.now();
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        return interval;
    }
};

std::unique_ptr<PairExchange> make_async_one_to_one(const ExchangeSettings& /*settings*/) {
    return std::make_unique<AsyncOneToOne>();
}

}  // namespace

extern constinit const ModeEntry async_one_to_one_mode{
    .mode = Mode::async_one_to_one,
    .what = "two ranks send to each other at once",
    .make_pair = make_async_one_to_one,
    .takes_device_memory = true,
};

extern constinit const ModeEntry test_noise_mode{
    .mode = Mode::test_noise,
    .what = "async_one_to_one while other ranks make traffic",
    .make_pair = make_async_one_to_one,
};

}  // namespace fabricmap::network_test
