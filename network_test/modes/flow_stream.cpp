// SPDX-License-Identifier: Apache-2.0
// For a while each rank keeps a window of messages on its way to each of its partners, and each receiver
// counts what arrives from each: how a network divides its cables among flows shows in what
// they carry in the same time, not in how long the slowest takes for its share. Messages are sent
// synchronously, or short ones would pile up at a slow receiver.
#include "network_test/modes/flow_stream.hpp"

#include "measuring/mpi/waiting.hpp"
#include "network_test/schedule/flow_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

namespace fabricmap::network_test {
namespace {

constexpr int last_tag = 3;  ///< of the empty message that ends a place of a window
constexpr Nanoseconds shortest_time = 10'000'000;
constexpr Nanoseconds shortest_simulated_time = 100'000;  ///< that no processor disturbs
constexpr Nanoseconds longest_time = 10'000'000'000;
/// So many messages of a pair are counted on average, so that parts of messages do not count.
constexpr double enough_messages = 16;

class FlowStream final : public GroupExchange {
  public:
    FlowStream(std::shared_ptr<const FlowPlan> plan, const StreamWindow& window)
        : plan_(std::move(plan)), window_(window) {}

    [[nodiscard]] std::int64_t steps(int /*ranks*/) const noexcept override { return plan_->steps(); }
    [[nodiscard]] std::int64_t incoming_messages(int /*ranks*/,
                                                 std::int64_t length_bytes) const noexcept override {
        std::int64_t most = 0;
        for (std::int64_t step = 0; step < plan_->steps(); ++step)
            most = std::max(most, plan_->senders_to_one(step) * messages(length_bytes, step));
        return most;
    }
    [[nodiscard]] std::string plan() const override { return plan_->text(); }

    [[nodiscard]] std::string account() const override { return fmt::format("  {}\n", plan()); }

    void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions, Samples& samples) override {
        senders_ = plan_->senders_to(stage.rank, step);
        receivers_ = plan_->receivers_from(stage.rank, step);
        messages_ = messages(stage.payload.length_bytes(), step);
        choose_time(stage, step);
        for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
            stream(stage);
            for (std::size_t at = 0; at < senders_.size(); ++at) {
                if (!plan_->is_kept(senders_[at], stage.rank, step)) continue;
                // Of a pair that nothing came from it is known that a message takes longer than this.
                const double count = std::max<double>(1, static_cast<double>(arrived_[at]));
                samples[static_cast<std::size_t>(senders_[at])].push_back(
                    {0, std::llround(static_cast<double>(time_) / count)});
            }
        }
    }

    [[nodiscard]] std::vector<Arrival> arrivals(const Stage& stage, std::int64_t step) const override {
        std::vector<Arrival> all;
        for (const int sender : plan_->senders_to(stage.rank, step)) {
            all.push_back({sender, std::ssize(all) * messages_ * stage.payload.length_bytes()});
        }
        return all;
    }

  private:
    /// The window is of all that is in flight to a rank.
    [[nodiscard]] std::int64_t messages(std::int64_t length_bytes, std::int64_t step) const noexcept {
        return window_.messages(length_bytes * plan_->senders_to_one(step));
    }

    /// All ranks choose it together, of a step that is new: as long as a message takes in the mean, times
    /// enough of them; at least as long as the first step with so many senders.
    void choose_time(const Stage& stage, std::int64_t step) {
        const bool is_same_length = timed_length_ == stage.payload.length_bytes();
        if (is_same_length && timed_step_ == step) return;
        if (!is_same_length) times_.clear();
        timed_length_ = stage.payload.length_bytes();
        timed_step_ = step;
        const auto [known, is_new] = times_.try_emplace(
            plan_->senders_to_one(step), stage.clock.simulated() ? shortest_simulated_time : shortest_time);
        time_ = known->second;
        time_ = lengthened_time(stage);
        if (is_new) known->second = time_;
    }

    /// From time_ on.
    Nanoseconds lengthened_time(const Stage& stage) {
        while (true) {
            stream(stage);
            std::array<std::int64_t, 2> sums{0, std::ssize(arrived_)};
            for (const std::int64_t count : arrived_) sums[0] += count;
            MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_INT64_T, MPI_SUM, stage.comm);
            const double mean = static_cast<double>(sums[0]) / static_cast<double>(sums[1]);
            if (mean >= enough_messages || time_ == longest_time) return time_;
            constexpr double max_factor = 8;
            const double factor = mean > 0 ? 1.25 * enough_messages / mean : max_factor;
            const double longer = static_cast<double>(time_) * std::clamp(factor, 1.25, max_factor);
            time_ = std::min(longest_time, static_cast<Nanoseconds>(longer));
        }
    }

    /// Streams for a quarter longer than is counted, so that all flows have reached their rate.
    void stream(const Stage& stage) {
        stage.watchdog.expect(Watchdog::Waiting::others, -1, stage.payload.length_bytes());
        arrived_.assign(senders_.size(), 0);
        const auto window = static_cast<std::size_t>(messages_);
        requests_.assign((senders_.size() + receivers_.size()) * window, MPI_REQUEST_NULL);
        is_ending_.assign(requests_.size(), false);
        completed_.resize(requests_.size());
        statuses_.resize(requests_.size());
        for (std::size_t place = 0; place < first_send(); ++place) post_receive(stage, place);
        IdleWaiting(stage.clock.simulated()).await_all(stage.comm);
        const Nanoseconds from = stage.clock.now() + time_ / 4;
        until_ = from + time_;
        for (std::size_t place = first_send(); place < requests_.size(); ++place) post_send(stage, place);
        for (std::size_t open = requests_.size(); open > 0;) {
            const int count = wait_for_some(stage);
            const Nanoseconds now = stage.clock.now();
            stage.watchdog.beat();
            for (int c = 0; c < count; ++c) {
                const auto which = static_cast<std::size_t>(c);
                const auto place = static_cast<std::size_t>(completed_[which]);
                const bool goes_on = place < first_send() ? take(stage, place, statuses_[which], from, now)
                                                          : send_next(stage, place, now);
                if (!goes_on) --open;
            }
        }
    }

    /// How many requests are complete, at least one. Where nothing is for long, as of slow links, this rank
    /// leaves the core to others that have to do with the same messages.
    [[nodiscard]] int wait_for_some(const Stage& stage) {
        constexpr Nanoseconds long_time = 50'000;
        constexpr Nanoseconds longest_pause = 1'000'000;
        const auto size = static_cast<int>(requests_.size());
        int count = 0;
        if (stage.clock.simulated()) {
            MPI_Waitsome(size, requests_.data(), &count, completed_.data(), statuses_.data());
            return count;
        }
        const Nanoseconds start = stage.clock.now();
        while (true) {
            MPI_Testsome(size, requests_.data(), &count, completed_.data(), statuses_.data());
            if (count > 0) return count;
            const Nanoseconds waited = stage.clock.now() - start;
            if (waited > long_time)
                std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(waited, longest_pause)));
        }
    }

    [[nodiscard]] std::size_t first_send() const noexcept {
        return senders_.size() * static_cast<std::size_t>(messages_);
    }

    void post_receive(const Stage& stage, std::size_t place) {
        const Payload& payload = stage.payload;
        MPI_Irecv(stage.in.data() + static_cast<std::int64_t>(place) * payload.length_bytes(),
                  payload.count(), payload.type(), senders_[place / static_cast<std::size_t>(messages_)],
                  MPI_ANY_TAG, stage.comm, &requests_[place]);
    }

    void post_send(const Stage& stage, std::size_t place) {
        const Payload& payload = stage.payload;
        MPI_Issend(stage.out.data(), payload.count(), payload.type(), receiver_of(place), payload_tag,
                   stage.comm, &requests_[place]);
    }

    [[nodiscard]] int receiver_of(std::size_t place) const {
        return receivers_[(place - first_send()) / static_cast<std::size_t>(messages_)];
    }

    /// Whether more comes at this place of a window.
    bool take(const Stage& stage, std::size_t place, const MPI_Status& status, Nanoseconds from,
              Nanoseconds now) {
        if (status.MPI_TAG == last_tag) return false;
        if (now > from && now <= until_) ++arrived_[place / static_cast<std::size_t>(messages_)];
        post_receive(stage, place);
        return true;
    }

    /// Whether something was sent at this place of a window.
    bool send_next(const Stage& stage, std::size_t place, Nanoseconds now) {
        if (is_ending_[place]) return false;
        is_ending_[place] = now >= until_;
        if (is_ending_[place]) {
            MPI_Isend(nullptr, 0, MPI_BYTE, receiver_of(place), last_tag, stage.comm, &requests_[place]);
        } else {
            post_send(stage, place);
        }
        return true;
    }

    std::shared_ptr<const FlowPlan> plan_;
    StreamWindow window_;
    std::int64_t messages_ = 1;  ///< of a window
    std::int64_t timed_length_ = -1;
    std::int64_t timed_step_ = -1;
    std::map<std::int64_t, Nanoseconds> times_;  ///< of that length, by how many send to one
    Nanoseconds time_ = 0;                       ///< in which messages are counted
    Nanoseconds until_ = 0;
    // Of the step: ranks, and by place of a window, those of receives before those of sends.
    std::vector<int> senders_;
    std::vector<int> receivers_;
    std::vector<std::int64_t> arrived_;  ///< by sender
    std::vector<MPI_Request> requests_;
    std::vector<bool> is_ending_;
    std::vector<int> completed_;
    std::vector<MPI_Status> statuses_;
};

}  // namespace

std::unique_ptr<GroupExchange> make_flow_stream(const ExchangeSettings& settings) {
    return std::make_unique<FlowStream>(settings.flows, settings.window);
}

}  // namespace fabricmap::network_test
