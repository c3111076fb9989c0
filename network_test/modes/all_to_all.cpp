// SPDX-License-Identifier: Apache-2.0
// Every rank sends to every rank, itself included, at once. MPI_Waitsome returns what is complete with one
// look at all requests; MPI_Waitany would look from the first on each time, and late requests would seem
// slow.
#include "base/mixing.hpp"
#include "network_test/modes/table.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::network_test {
namespace {

class AllToAll final : public GroupExchange {
  public:
    explicit AllToAll(std::uint64_t seed) noexcept : random_state_(seed) {}

    [[nodiscard]] std::int64_t steps(int /*ranks*/) const noexcept override { return 1; }
    [[nodiscard]] std::int64_t incoming_messages(int ranks,
                                                 std::int64_t /*length_bytes*/) const noexcept override {
        return ranks;
    }

    void repeat(const Stage& stage, std::int64_t /*step*/, std::size_t repetitions,
                Samples& samples) override {
        const auto ranks = static_cast<std::size_t>(stage.size);
        requests_.resize(2 * ranks);
        slots_.resize(2 * ranks);
        completed_.resize(2 * ranks);
        std::iota(slots_.begin(), slots_.end(), std::size_t{0});
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            shuffle(std::span(slots_), random_state_);
            stage.watchdog.expect(Watchdog::Waiting::others, -1, stage.payload.length_bytes());
            MPI_Barrier(stage.comm);
            const Nanoseconds start = post(stage);
            wait_for_all(stage, start, samples);
        }
    }

    [[nodiscard]] std::vector<Arrival> arrivals(const Stage& stage, std::int64_t /*step*/) const override {
        std::vector<Arrival> all;
        all.reserve(static_cast<std::size_t>(stage.size));
        for (int sender = 0; sender < stage.size; ++sender) {
            all.push_back({sender, sender * stage.payload.length_bytes()});
        }
        return all;
    }

  private:
    Nanoseconds post(const Stage& stage) {
        const Payload& payload = stage.payload;
        const auto ranks = static_cast<std::size_t>(stage.size);
        for (std::size_t at = 0; at < slots_.size(); ++at) {
            if (slots_[at] >= ranks) continue;
            const auto sender = static_cast<int>(slots_[at]);
            MPI_Irecv(stage.in.data() + sender * payload.length_bytes(), payload.count(), payload.type(),
                      sender, payload_tag, stage.comm, &requests_[at]);
        }
        const Nanoseconds start = stage.clock.now();
        for (std::size_t at = 0; at < slots_.size(); ++at) {
            if (slots_[at] < ranks) continue;
            MPI_Isend(stage.out.data(), payload.count(), payload.type(), static_cast<int>(slots_[at] - ranks),
                      payload_tag, stage.comm, &requests_[at]);
        }
        return start;
    }

    void wait_for_all(const Stage& stage, Nanoseconds start, Samples& samples) {
        const auto ranks = static_cast<std::size_t>(stage.size);
        std::size_t first_pending = 0;
        for (std::size_t left = requests_.size(); left > 0;) {
            report_first_pending(stage, first_pending);
            int count = 0;
            MPI_Waitsome(static_cast<int>(requests_.size()), requests_.data(), &count, completed_.data(),
                         MPI_STATUSES_IGNORE);
            const Nanoseconds end = stage.clock.now();
            for (int c = 0; c < count; ++c) {
                const std::size_t slot =
                    slots_[static_cast<std::size_t>(completed_[static_cast<std::size_t>(c)])];
                if (slot < ranks) samples[slot].push_back({start, end});
            }
            left -= static_cast<std::size_t>(count);
        }
    }

    /// Tells the watchdog whose message is missing, should none come any more.
    void report_first_pending(const Stage& stage, std::size_t& first_pending) const {
        while (requests_[first_pending] == MPI_REQUEST_NULL) ++first_pending;
        const std::size_t slot = slots_[first_pending];
        const auto ranks = static_cast<std::size_t>(stage.size);
        stage.watchdog.expect(slot < ranks ? Watchdog::Waiting::messages : Watchdog::Waiting::answer,
                              static_cast<int>(slot % ranks), stage.payload.length_bytes());
    }

    std::uint64_t random_state_;
    std::vector<MPI_Request> requests_;
    /// What lies at each place of the requests: below `ranks` the receive from that rank, from there on the
    /// send to it.
    std::vector<std::size_t> slots_;
    std::vector<int> completed_;
};

std::unique_ptr<GroupExchange> make_all_to_all(const ExchangeSettings& settings) {
    return std::make_unique<AllToAll>(settings.seed);
}

}  // namespace

extern constinit const ModeEntry all_to_all_mode{
    .mode = Mode::all_to_all,
    .what = "every rank sends to every rank at once",
    .make_group = make_all_to_all,
    .takes_device_memory = true,
};

}  // namespace fabricmap::network_test
