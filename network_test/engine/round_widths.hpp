// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

namespace fabricmap::network_test {

/// Into how many parts rounds are split at each message length, which is known of those lengths at which was
/// looked. Others do as the longest of these that is not longer: what a longer message needs says nothing of
/// a shorter one.
class RoundWidths {
  public:
    /// Whether a look is due: there is none at a length above half of this one and not beyond it.
    [[nodiscard]] bool is_due(std::int64_t length_bytes) const;
    /// 1 where nothing is known.
    [[nodiscard]] std::int64_t parts_at(std::int64_t length_bytes) const;
    /// `undisturbed`: whether pairs were seen not to disturb each other then, or few of them.
    void settle(std::int64_t length_bytes, std::int64_t parts, bool undisturbed = true);
    /// False where nothing is known.
    [[nodiscard]] bool is_undisturbed_at(std::int64_t length_bytes) const;

    /// How often a width was settled.
    [[nodiscard]] std::int64_t settled() const noexcept { return settled_; }

  private:
    struct Width {
        std::int64_t parts = 1;
        bool undisturbed = true;
    };
    using Parts = std::map<std::int64_t, Width>;
    /// At the longest length known that is not longer; the end where there is none.
    [[nodiscard]] Parts::const_iterator nearest(std::int64_t length_bytes) const;

    Parts parts_;  ///< by length
    std::int64_t settled_ = 0;
};

}  // namespace fabricmap::network_test
