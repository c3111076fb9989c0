// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace fabricmap {

/// How long a number has not changed, as far as the observer itself was running: of the time between two
/// looks at most a second counts, so that a job which was stopped and goes on finds nobody late.
class StallTimer {
  public:
    using Span = std::chrono::milliseconds;

    void look(std::uint64_t number, Span passed) noexcept {
        constexpr Span most{1000};
        still_for_ = number == seen_ ? still_for_ + std::min(passed, most) : Span(0);
        seen_ = number;
    }
    void forget() noexcept { still_for_ = Span(0); }
    [[nodiscard]] Span still_for() const noexcept { return still_for_; }

  private:
    std::uint64_t seen_ = 0;
    Span still_for_{0};
};

}  // namespace fabricmap
