// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace fabricmap::network_test {

/// Rounds in which each of some players meets each other once and nobody meets two at a time: the circle
/// method (Kirkman 1847). One player stands still, the others sit on a circle around which the axis of
/// meetings turns; an odd player out meets a dummy and rests.
class Circle {
  public:
    struct Meeting {
        std::int64_t partner = 0;
        std::int64_t slot = 0;  ///< number of the meeting in its round; no two share it

        friend bool operator==(const Meeting&, const Meeting&) = default;
    };

    explicit Circle(std::int64_t players) noexcept : players_(players), seats_(players + players % 2) {}

    /// One less than the players for an even number, as many as the players for an odd one; 0 for one player.
    [[nodiscard]] std::int64_t rounds() const noexcept { return players_ < 2 ? 0 : seats_ - 1; }
    /// The meetings of a round, and a bound of their slots.
    [[nodiscard]] std::int64_t slots() const noexcept { return players_ / 2; }
    /// Whom the player meets; nothing where it rests. O(1).
    [[nodiscard]] std::optional<Meeting> meeting(std::int64_t round, std::int64_t player) const noexcept;

  private:
    std::int64_t players_;
    std::int64_t seats_;  ///< players and the dummy, if there is one
};

}  // namespace fabricmap::network_test
