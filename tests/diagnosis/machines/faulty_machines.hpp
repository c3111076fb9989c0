// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/part.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <string>
#include <vector>

namespace fabricmap::testing {

/// A machine with one part that is slower by a factor.
struct FaultyMachine {
    std::string name;
    LogGpMachine (*make)();
    /// Whether messages pass the part.
    bool (*passes)(const Message&);
    /// What is to be named: "host", "link", "switch" or "path", with the hosts of its first end.
    std::string_view part;
    std::vector<std::string> hosts;
};

[[nodiscard]] const std::vector<FaultyMachine>& faulty_machines();
[[nodiscard]] LogGpMachine with_fault(const FaultyMachine& faulty, double factor);

}  // namespace fabricmap::testing
