// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <cstdint>

namespace fabricmap::testing {

/// One switch, or 8 leaves of 8 hosts where there are 64; four lengths.
[[nodiscard]] LogGpMachine machine_with(int hosts, Timing timing = Timing::synchronized);

/// Of a healthy machine whose hosts differ by 2 % on either side, for good.
[[nodiscard]] HeldRun run_of_differing_hosts(LogGpMachine machine, std::uint64_t number);

}  // namespace fabricmap::testing
