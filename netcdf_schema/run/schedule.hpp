// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace fabricmap {

/// How many of all rounds are measured where a full sweep takes too long: the fewer of the two.
struct PairSample {
    static constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
    double fraction = 1;
    std::int64_t rounds = all;

    [[nodiscard]] std::int64_t of(std::int64_t all_rounds) const noexcept;
    /// Whether it leaves nothing out, however many rounds there are.
    [[nodiscard]] bool is_whole() const noexcept { return fraction >= 1 && rounds == all; }
    /// "5 % of the pairs", "12 rounds" or "1 round".
    [[nodiscard]] std::string text() const;

    /// Shares count to the six digits that files of schema version 1 have of them.
    friend bool operator==(const PairSample& one, const PairSample& other) noexcept;
};

/// In which order and company the pairs of a run are measured.
struct Schedule {
    /// More ranks than any host has.
    static constexpr std::int64_t all_of_a_node = std::numeric_limits<std::int32_t>::max();

    ScheduleKind kind = ScheduleKind::automatic;
    std::int64_t active_per_node = -1;   ///< ranks of a host that are measured at once in rounds; -1 unknown
    std::optional<PairSample> sample{};  ///< of the rounds; nothing where unknown
    std::optional<bool> shuffled{};      ///< nothing where unknown
    bool together = false;               ///< all ranks of two hosts at once, and many such pairs of hosts

    /// "rounds, active per node 4, 5 % of the pairs, shuffled": what is known, for people.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// Empty where there is none.
[[nodiscard]] std::string text_of(const std::optional<Schedule>& schedule);

}  // namespace fabricmap
