// SPDX-License-Identifier: Apache-2.0
// Put and get with passive synchronisation: the origin starts the transfer and flushes it; the target does
// nothing. It waits inside MPI all the same, because over TCP a transfer moves only while its target is
// there.
#include "network_test/modes/one_sided.hpp"

#include "network_test/modes/table.hpp"

namespace fabricmap::network_test {
namespace {

class OneSided : public PairExchange {
  public:
    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        for (Interval& interval : repetitions) {
            interval.start = stage.clock.now();
            stage.watchdog.beat();
            transfer(stage, peer);
            MPI_Win_flush(peer, stage.window);
            interval.end = stage.clock.now();
        }
        send_empty(stage, peer);
    }

    void follow(const Stage& stage, int peer, std::size_t /*repetitions*/) override {
        // A whole batch passes without a word; the other side tells when it hangs.
        stage.watchdog.expect(Waiting::idle, peer, stage.payload.length_bytes());
        receive_empty(stage, peer);
        stage.watchdog.expect(Waiting::others, peer, stage.payload.length_bytes());
    }

  private:
    virtual void transfer(const Stage& stage, int peer) const = 0;
};

class PutOneToOne final : public OneSided {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

  private:
    void transfer(const Stage& stage, int peer) const override { put_payload(stage, peer); }
};

class GetOneToOne final : public OneSided {
  public:
    [[nodiscard]] Side leader() const noexcept override { return Side::receiver; }

  private:
    void transfer(const Stage& stage, int peer) const override { get_payload(stage, peer); }
};

std::unique_ptr<PairExchange> make_put_one_to_one(const ExchangeSettings& settings) {
    return settings.rma_sync == RmaSync::lock ? std::make_unique<PutOneToOne>() : nullptr;
}

std::unique_ptr<PairExchange> make_get_one_to_one(const ExchangeSettings& settings) {
    return settings.rma_sync == RmaSync::lock ? std::make_unique<GetOneToOne>() : nullptr;
}

}  // namespace

extern constinit const ModeEntry put_one_to_one_mode{
    .mode = Mode::put_one_to_one,
    .what = "one puts into the memory of another",
    .make_pair = make_put_one_to_one,
    .make_group = make_put_with_fence,
    .window = WindowOver::in,
};

extern constinit const ModeEntry get_one_to_one_mode{
    .mode = Mode::get_one_to_one,
    .what = "one gets from the memory of another",
    .make_pair = make_get_one_to_one,
    .make_group = make_get_with_fence,
    .window = WindowOver::out,
};

}  // namespace fabricmap::network_test
