// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"

#include <cstdint>

namespace fabricmap::placement {

/// Random numbers for inner loops, without a division: the same on every machine.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(mix(seed)) {}

    [[nodiscard]] int below(int bound) {
        return static_cast<int>(((next() >> 32U) * static_cast<std::uint64_t>(bound)) >> 32U);
    }
    /// From 0 to below 1.
    [[nodiscard]] float fraction() {
        constexpr float step = 1.0F / (1U << 24U);
        return static_cast<float>(next() >> 40U) * step;
    }

  private:
    std::uint64_t next() { return mix(state_++); }

    std::uint64_t state_;
};

}  // namespace fabricmap::placement
