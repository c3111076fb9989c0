// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock.hpp"

#include <cstdint>

namespace fabricmap {

/// How a rank waits for a moment. Sleeping until just before it leaves the core to the ranks that share it,
/// which would run after the moment otherwise.
enum class PreciseWait : std::uint8_t { spin, sleep_then_spin };

/// Waits until the clock shows the moment, and returns what it shows then. Under a simulator, where time
/// passes in sleep alone, it sleeps.
Nanoseconds wait_until(const Clock& clock, Nanoseconds moment, PreciseWait how) noexcept;

}  // namespace fabricmap
