// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/stall.hpp"

#include "base/message_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap {

std::string name_of_rank(int rank, std::span<const std::string> hosts) {
    const auto index = static_cast<std::size_t>(rank);
    return index < hosts.size() ? fmt::format("rank {} on {}", rank, hosts[index])
                                : fmt::format("rank {}", rank);
}

std::string text_of(const Stall& stall, const std::string& own, std::span<const std::string> hosts,
                    std::chrono::seconds timeout) {
    // Rank 0 may have to wait for those who take something from it.
    const int peer = stall.peer == stall.rank ? -1 : stall.peer;
    const std::string what = stall.step.front() != 0
                                 ? stall.step.data()
                                 : fmt::format("{} bytes", format_size(stall.length_bytes));
    const std::string silence = fmt::format("{}, no answer for {} s", what, timeout.count());
    switch (stall.waiting) {
        case Waiting::answer:
            return fmt::format("{} → {}, {}", own, name_of_rank(peer, hosts), silence);
        case Waiting::messages:
            return fmt::format("{} → {}, {}", peer < 0 ? "other ranks" : name_of_rank(peer, hosts), own,
                               silence);
        case Waiting::broadcast:
            return fmt::format("{} → {} (broadcast), {}", name_of_rank(peer, hosts), own, silence);
        default:
            return fmt::format("{} waits for {}, {}", own,
                               peer < 0 ? "the other ranks" : name_of_rank(peer, hosts), silence);
    }
}

std::string text_of_stopped(const std::string& rank, const std::string& what, std::chrono::seconds timeout,
                            std::int32_t process) {
    return fmt::format("{} has not {} {} s: it is stopped, or its core is taken (process {})", rank, what,
                       timeout.count(), process);
}

std::string text_of_silent_host(int first_rank, std::span<const std::string> hosts,
                                std::chrono::seconds timeout) {
    const auto ranks = std::count(hosts.begin(), hosts.end(), hosts[static_cast<std::size_t>(first_rank)]);
    return fmt::format(
        "{}{}: no contact with this host for {} s; it or its network is down, or all its ranks are stopped",
        name_of_rank(first_rank, hosts), ranks > 1 ? fmt::format(" and {} more", ranks - 1) : "",
        timeout.count());
}

}  // namespace fabricmap
