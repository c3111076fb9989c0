// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/switch_settings.hpp"

#include <cstdint>
#include <optional>
#include <queue>
#include <random>
#include <vector>

namespace fabricmap::lab {

/// A frame on its path through the switch.
struct Frame {
    int sender = 0;
    int receiver = 0;
    std::int64_t bytes = 0;
    std::size_t ticket = 0;  ///< whatever the switch finds the frame's content by
    std::uint64_t flow = 0;  ///< the same of all frames of a connection in one direction
};

/// Says when each frame leaves the switch; knows no clock, times are given to it and never go back.
///
/// A frame waits for the sender's port, flows out of it at its rate, travels for the latency and the jitter
/// of its pair, waits for each cable between switches on its path and at last for the receiver's port, and
/// flows through them; it is there when its last byte is. Of the parallel cables of a trunk all frames of a
/// flow take the same, whichever others do. It flows through ports and cables at once, as the
/// packets of a large one would, and each of them serves who comes first. Frames of a pair stay in order.
class FrameScheduler {
  public:
    explicit FrameScheduler(SwitchSettings settings);

    /// Whether the frame is on its path; else it is lost.
    bool enter(Nanoseconds now, const Frame& frame);
    /// When leave() will have something to do; nothing while no frame is on its path.
    [[nodiscard]] std::optional<Nanoseconds> next() const;
    /// A frame that has arrived by now, the earliest first.
    std::optional<Frame> leave(Nanoseconds now);

  private:
    struct Arrival {
        Nanoseconds time{0};  ///< of the first byte at what comes next, or of the last behind the port
        Nanoseconds tail{0};  ///< before which the last byte cannot be there
        std::uint64_t order = 0;
        Frame frame;
        std::size_t cables_passed = 0;
    };
    struct Later {
        bool operator()(const Arrival& a, const Arrival& b) const noexcept {
            return a.time != b.time ? a.time > b.time : a.order > b.order;
        }
    };
    using Queue = std::priority_queue<Arrival, std::vector<Arrival>, Later>;
    struct PortTimes {
        Nanoseconds send_free{0};
        Nanoseconds receive_free{0};
    };

    [[nodiscard]] Nanoseconds& send_free(int host);
    [[nodiscard]] Nanoseconds& receive_free(int host);
    [[nodiscard]] Nanoseconds& cable_free(std::size_t trunk, std::uint64_t flow);
    [[nodiscard]] bool is_lost(const Frame& frame);
    [[nodiscard]] Nanoseconds travel_time(const SwitchPath& path);
    void let_arrive(Nanoseconds now);
    void pass_next(Arrival arrival);

    SwitchSettings settings_;
    std::vector<PortTimes> port_times_;
    std::vector<Nanoseconds> tails_;                    ///< of the last frame of each pair
    std::vector<std::vector<Nanoseconds>> cable_free_;  ///< of the cables of each trunk
    Queue travelling_;                                  ///< to the next cable or the receiver's port
    Queue leaving_;                                     ///< through the port
    std::uint64_t entered_ = 0;
    std::mt19937_64 random_;
};

}  // namespace fabricmap::lab
