// SPDX-License-Identifier: Apache-2.0
// Windows of messages: so many are in flight before an answer is awaited that the answer hardly counts. A
// value is the time of one message of a window, so a rate is its length divided by that.
#include "network_test/modes/table.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap::network_test {
namespace {

/// A window's requests. Each message has a place of its own in both buffers: receives that overlap are no
/// MPI, and what is sent again and again would come from a cache.
class WindowExchange : public PairExchange {
  public:
    explicit WindowExchange(const StreamWindow& window) : window_(window) {}

    [[nodiscard]] Reading reading(std::span<const Nanoseconds> /*sorted*/) const override {
        return Reading{.divisor = static_cast<double>(messages_) * nanoseconds_per_second};
    }
    [[nodiscard]] std::int64_t messages_in_flight(std::int64_t length_bytes) const noexcept override {
        return window_.messages(length_bytes);
    }

  protected:
    void begin(const Stage& stage) { messages_ = window_.messages(stage.payload.length_bytes()); }
    void post_receives(const Stage& stage, int peer) {
        for (std::int64_t message = 0; message < messages_; ++message) {
            MPI_Irecv(place(stage.in, stage, message), stage.payload.count(), stage.payload.type(), peer,
                      payload_tag, stage.comm, &requests_.emplace_back());
        }
    }
    void post_sends(const Stage& stage, int peer) {
        for (std::int64_t message = 0; message < messages_; ++message) {
            MPI_Isend(place(stage.out, stage, message), stage.payload.count(), stage.payload.type(), peer,
                      payload_tag, stage.comm, &requests_.emplace_back());
        }
    }
    void finish() {
        MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
        requests_.clear();
    }

  private:
    static std::byte* place(const MessageBuffer& buffer, const Stage& stage, std::int64_t message) {
        return buffer.data() + message * stage.payload.length_bytes();
    }

    StreamWindow window_;
    std::int64_t messages_ = 1;
    std::vector<MPI_Request> requests_;
};

/// The receiver posts its receives and says so; the sender times from there to the answer to its window.
class Stream final : public WindowExchange {
  public:
    using WindowExchange::WindowExchange;

    [[nodiscard]] Side leader() const noexcept override { return Side::sender; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        begin(stage);
        for (Interval& interval : repetitions) {
            receive_empty(stage, peer);
            interval.start = stage.clock.now();
            stage.watchdog.beat();
            post_sends(stage, peer);
            finish();
            receive_empty(stage, peer);
            interval.end = stage.clock.now();
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        begin(stage);
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            post_receives(stage, peer);
            send_empty(stage, peer);
            finish();
            send_empty(stage, peer);
            stage.watchdog.beat();
        }
    }
};

/// Both sides send a window at once; each has posted its receives before the other begins. The receiver times
/// from before it posts them, which an application does for each message as well, until both windows have
/// arrived. Between windows neither waits for the other alone: an empty message one way after each took a
/// tenth to a quarter of the rate of 64K through memory that two processes share.
class BidirectionalStream final : public WindowExchange {
  public:
    using WindowExchange::WindowExchange;

    [[nodiscard]] Side leader() const noexcept override { return Side::receiver; }
    [[nodiscard]] bool both_ways() const noexcept override { return true; }

    void lead(const Stage& stage, int peer, std::span<Interval> repetitions) override {
        begin(stage);
        for (Interval& interval : repetitions) {
            interval.start = stage.clock.now();
            stage.watchdog.beat();
            post_receives(stage, peer);
            meet_peer(stage, peer);
            post_sends(stage, peer);
            finish();
            meet_peer(stage, peer);
            interval.end = stage.clock.now();
        }
    }

    void follow(const Stage& stage, int peer, std::size_t repetitions) override {
        begin(stage);
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            post_receives(stage, peer);
            meet_peer(stage, peer);
            post_sends(stage, peer);
            finish();
            meet_peer(stage, peer);
            stage.watchdog.beat();
        }
    }
};

template <typename Exchange>
std::unique_ptr<PairExchange> make_stream(const ExchangeSettings& settings) {
    return std::make_unique<Exchange>(settings.window);
}

}  // namespace

extern constinit const ModeEntry stream_mode{
    .mode = Mode::stream,
    .what = "windows of messages from one to the other: GB/s, messages a second",
    .make_pair = make_stream<Stream>,
    .takes_device_memory = true,
};

extern constinit const ModeEntry bidirectional_stream_mode{
    .mode = Mode::bidirectional_stream,
    .what = "windows of messages both ways at once",
    .make_pair = make_stream<BidirectionalStream>,
    .takes_device_memory = true,
};

}  // namespace fabricmap::network_test
