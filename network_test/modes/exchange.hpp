// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"
#include "measuring/clock/clock_offset.hpp"
#include "measuring/message_buffer.hpp"
#include "measuring/mpi/payload.hpp"
#include "measuring/sampling/pace.hpp"
#include "measuring/sampling/statistics.hpp"
#include "measuring/watch/watchdog.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/pair_order.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// What an exchange works with on one rank. `out` and `in` are two buffers, because with one the two
/// directions of a round trip do not cost the same.
struct Stage {
    MPI_Comm comm;  ///< of the measured messages alone
    RankIndex rank;
    int size;
    const PerRank<RankLocation>& locations;
    const std::vector<int>& endpoints;  ///< ranks that are measured, ascending; all of them in group modes
    const Clock& clock;
    Watchdog& watchdog;
    const Payload& payload;
    const MessageBuffer& out;
    const MessageBuffer& in;
    MPI_Win window;            ///< MPI_WIN_NULL in the two-sided modes
    ClockOffset clock_offset;  ///< to the common time of the job
    Pace pace = {};            ///< of the plane
};

/// The same stage for another message length and another time.
[[nodiscard]] inline Stage with_payload(const Stage& stage, const Payload& payload, const Pace& pace) {
    return {stage.comm,   stage.rank,         stage.size, stage.locations, stage.endpoints,
            stage.clock,  stage.watchdog,     payload,    stage.out,       stage.in,
            stage.window, stage.clock_offset, pace};
}

/// The tag of measured messages; the engine's own words to a peer have others.
inline constexpr int payload_tag = 1;
inline constexpr int empty_tag = 2;

inline void send_payload(const Stage& stage, int peer) {
    MPI_Send(stage.out.data(), stage.payload.count(), stage.payload.type(), peer, payload_tag, stage.comm);
}

inline void receive_payload(const Stage& stage, int peer) {
    MPI_Recv(stage.in.data(), stage.payload.count(), stage.payload.type(), peer, payload_tag, stage.comm,
             MPI_STATUS_IGNORE);
}

inline void send_empty(const Stage& stage, int peer) {
    MPI_Send(nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm);
}

inline void receive_empty(const Stage& stage, int peer) {
    MPI_Recv(nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm, MPI_STATUS_IGNORE);
}

/// Returns on both sides at once, half a round trip after the later one has come.
inline void meet_peer(const Stage& stage, int peer) {
    MPI_Sendrecv(nullptr, 0, MPI_BYTE, peer, empty_tag, nullptr, 0, MPI_BYTE, peer, empty_tag, stage.comm,
                 MPI_STATUS_IGNORE);
}

enum class Side : std::uint8_t { sender, receiver };

/// What two ranks do with each other in one mode. One of them leads: it times the repetitions and decides
/// when there are enough. Both are told the same number of repetitions.
class PairExchange {
  public:
    virtual ~PairExchange() = default;
    PairExchange() = default;
    PairExchange(const PairExchange&) = delete;
    PairExchange& operator=(const PairExchange&) = delete;

    [[nodiscard]] virtual Side leader() const noexcept = 0;
    /// One interval a repetition. Both sides call stage.watchdog.beat with each, the follower where it delays
    /// nothing.
    virtual void lead(const Stage& stage, int peer, std::span<Interval> repetitions) = 0;
    virtual void follow(const Stage& stage, int peer, std::size_t repetitions) = 0;

    /// A new pair or length begins, or its warm-up is over: forget what was seen of the one before.
    virtual void forget() {}
    /// How the ascending spans of this pair become delays.
    [[nodiscard]] virtual Reading reading(std::span<const Nanoseconds> /*sorted*/) const { return {}; }
    /// Whether the payload also goes from receiver to sender.
    [[nodiscard]] virtual bool both_ways() const noexcept { return false; }
    /// How many messages of that length lie side by side in each of the two buffers.
    [[nodiscard]] virtual std::int64_t messages_in_flight(std::int64_t /*length_bytes*/) const noexcept {
        return 1;
    }
};

/// What all ranks do together in one mode, step by step; each rank times what arrives at it, or what it
/// sends.
class GroupExchange {
  public:
    virtual ~GroupExchange() = default;
    GroupExchange() = default;
    GroupExchange(const GroupExchange&) = delete;
    GroupExchange& operator=(const GroupExchange&) = delete;

    /// The intervals of each peer, of this plane's current step.
    using Samples = std::vector<std::vector<Interval>>;

    /// Whether the peers of `Samples` are those that sent to this rank, or those that this rank sent to.
    [[nodiscard]] virtual Side holder() const noexcept { return Side::receiver; }
    /// How many steps a plane has: one for each root, say.
    [[nodiscard]] virtual std::int64_t steps(int ranks) const noexcept = 0;
    /// Repeats one step; appends an interval a repetition for each peer whose delay this rank timed.
    virtual void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions, Samples& samples) = 0;
    /// How many messages of that length the `in` buffer must hold side by side.
    [[nodiscard]] virtual std::int64_t incoming_messages(int /*ranks*/,
                                                         std::int64_t /*length_bytes*/) const noexcept {
        return 1;
    }
    /// Who takes part at once, for the plan.
    [[nodiscard]] virtual std::string plan() const { return "all ranks together"; }
    /// What the user should know of it in the end: whole lines for the summary.
    [[nodiscard]] virtual std::string account() const { return {}; }
    /// Where a sender's message lies in the `in` buffer after the step.
    struct Arrival {
        int sender;
        std::int64_t offset;
    };
    [[nodiscard]] virtual std::vector<Arrival> arrivals(const Stage& stage, std::int64_t step) const = 0;
    /// The time that an empty step takes, where the mode knows it; s.
    [[nodiscard]] virtual std::optional<double> empty_step_s() const { return std::nullopt; }
};

}  // namespace fabricmap::network_test
