// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>

namespace fabricmap {

/// What hangs when nothing moves for the time-out.
enum class Waiting : std::uint8_t {
    nothing,     ///< the rank works
    idle,        ///< others are measured, which may take long
    start,       ///< it is within MPI_Init
    answer,      ///< it leads an exchange with a peer
    messages,    ///< it waits for messages that peers have sent at once
    broadcast,   ///< it waits for the message of a root
    collective,  ///< it is in a call that a group of ranks makes together
    others,      ///< it waits for ranks that may have trouble of their own: they get time to report first
};

/// A rank that has waited for the time-out. It travels as bytes.
struct Stall {
    std::int32_t rank = -1;  ///< -1: there is none
    std::int32_t peer = -1;  ///< -1: no single one
    std::int64_t length_bytes = 0;
    Waiting waiting = Waiting::nothing;
    std::array<char, 23> step{};  ///< its name where it is no exchange, cut off where it is longer

    /// Whether it is for the messages of one other rank that it waits.
    [[nodiscard]] bool is_of_pair() const noexcept {
        return rank >= 0 && peer >= 0 && peer != rank &&
               (waiting == Waiting::answer || waiting == Waiting::messages);
    }
};

/// "rank 3 on node3"; without the host where that is not known. `hosts`: by rank.
[[nodiscard]] std::string name_of_rank(int rank, std::span<const std::string> hosts);

/// "rank 1 on node1 → rank 2 on node2, 1K bytes, no answer for 30 s". `own`: the name of the rank.
[[nodiscard]] std::string text_of(const Stall& stall, const std::string& own,
                                  std::span<const std::string> hosts, std::chrono::seconds timeout);

/// "rank 2 on node2 has not run for 30 s: ...". `what`: "run for".
[[nodiscard]] std::string text_of_stopped(const std::string& rank, const std::string& what,
                                          std::chrono::seconds timeout, std::int32_t process);

/// "rank 2 on node2 and 3 more: no contact with this host for 30 s; ...".
[[nodiscard]] std::string text_of_silent_host(int first_rank, std::span<const std::string> hosts,
                                              std::chrono::seconds timeout);

}  // namespace fabricmap
