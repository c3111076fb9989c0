// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricmap::testing {

/// A kind of machine on which nothing is broken.
struct HealthyMachine {
    std::string_view name;
    LogGpMachine (*make)(std::uint64_t seed);
    /// Kinds of findings that show how the machine is made; each at most once. Empty: there is nothing to
    /// report.
    std::string_view structure;
};

[[nodiscard]] const std::vector<HealthyMachine>& healthy_machines();

}  // namespace fabricmap::testing
