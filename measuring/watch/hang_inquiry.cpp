// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/hang_inquiry.hpp"

#include <algorithm>
#include <iterator>

namespace fabricmap {
namespace {

using std::chrono::milliseconds;

// What is wanted reaches another host with the answer to its next report, a second later at most.
constexpr milliseconds time_to_ask_and_hear{2000};
constexpr milliseconds time_to_end_it{2000};

/// Who waits for a rank that waits for another itself is not what hangs.
Stall last_of_chain(const std::vector<Stall>& stalls) {
    Stall last = stalls.front();
    for (std::size_t links = 0; links < stalls.size(); ++links) {
        const auto next = std::find_if(stalls.begin(), stalls.end(), [&](const Stall& stall) {
            return stall.rank == last.peer && stall.peer != last.rank;
        });
        if (next == stalls.end()) return last;
        last = *next;
    }
    return last;
}

}  // namespace

milliseconds time_of_witness(milliseconds timeout) noexcept {
    return std::clamp(timeout / 3, milliseconds(2000), milliseconds(10'000));
}

milliseconds time_of_inquiry(milliseconds timeout) noexcept {
    return time_of_witness(timeout) + time_to_ask_and_hear + time_to_end_it;
}

std::optional<HangInquiry::Ended> HangInquiry::look(std::span<const HostNews> news,
                                                    std::span<const std::string> hosts, milliseconds passed,
                                                    milliseconds timeout) {
    if (has_ended_) return std::nullopt;
    std::vector<Stall> stalls;
    std::vector<Testimony> testimonies;
    for (const HostNews& of_host : news) {
        std::copy_if(of_host.stalls.begin(), of_host.stalls.end(), std::back_inserter(stalls),
                     [](const Stall& stall) { return stall.rank >= 0; });
        std::copy_if(of_host.testimonies.begin(), of_host.testimonies.end(), std::back_inserter(testimonies),
                     [](const Testimony& testimony) { return testimony.witness >= 0; });
    }
    if (!check_.is_wanted()) {
        if (stalls.empty()) return std::nullopt;
        stall_ = last_of_chain(stalls);
        if (const auto check = cross_check_of(stall_, hosts)) {
            check_ = *check;
            return std::nullopt;
        }
        has_ended_ = true;
        return Ended{stall_, {"no third host could try the two: which of them is broken is open", {}}};
    }
    // It has gone on.
    if (stalls.empty()) has_ended_ = true;
    if (has_ended_) return std::nullopt;
    since_ += passed;
    const auto witnesses = std::count_if(check_.witnesses.begin(), check_.witnesses.end(),
                                         [](std::int32_t rank) { return rank >= 0; });
    const bool all_have_tried = std::ssize(testimonies) == witnesses;
    if (!all_have_tried && since_ < time_of_witness(timeout) + time_to_ask_and_hear) return std::nullopt;
    has_ended_ = true;
    return Ended{stall_, judgement_of(check_, testimonies, stalls, hosts)};
}

}  // namespace fabricmap
