// SPDX-License-Identifier: Apache-2.0
// Where the exchange of two ranks hangs, ranks of other hosts try to reach each of the two: who answers
// nobody is the culprit; where both answer, it is what lies between them.
#pragma once

#include "measuring/watch/stall.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// Who tries to reach whom. Ranks are -1 where there is none.
struct CrossCheck {
    static constexpr std::size_t max_targets = 4;
    static constexpr std::size_t max_witnesses = 3;

    /// The two ranks of the exchange, then another rank of the host of each, once where that is the same.
    std::array<std::int32_t, max_targets> targets{-1, -1, -1, -1};
    std::array<std::int32_t, max_witnesses> witnesses{-1, -1, -1};

    [[nodiscard]] bool is_wanted() const noexcept { return targets[0] >= 0; }
    [[nodiscard]] bool has_witness(int rank) const noexcept;
};

/// What a witness has found. Bit k stands for target k.
struct Testimony {
    std::int32_t witness = -1;  ///< -1: there is none yet
    std::uint32_t answered = 0;

    [[nodiscard]] bool has_reached(std::size_t target) const noexcept {
        return ((answered >> target) & 1U) != 0;
    }
};

/// Chooses the witnesses for a hung exchange: a rank of each of up to three hosts that are not those of the
/// two, rank 0 before others; on the one host of the two, any other ranks where there is no other host.
/// `hosts`: by rank. Nothing where no third rank can tell the two apart, as with two hosts.
[[nodiscard]] std::optional<CrossCheck> cross_check_of(const Stall& stall,
                                                       std::span<const std::string> hosts);

/// What a cross-check has shown.
struct Judgement {
    std::string text;                ///< one line; empty where it has shown nothing
    std::vector<std::string> hosts;  ///< of the ranks that answered nobody
};

/// `testimonies`: of those that could try, by empty messages; `stalls` show how long those are that hang.
/// Where nobody could try, as all ranks are in one step together, `stalls` count: who others wait for too is
/// the culprit, and where only the two wait for each other it is what lies between them. `hosts`: by rank.
[[nodiscard]] Judgement judgement_of(const CrossCheck& check, std::span<const Testimony> testimonies,
                                     std::span<const Stall> stalls, std::span<const std::string> hosts);

}  // namespace fabricmap
