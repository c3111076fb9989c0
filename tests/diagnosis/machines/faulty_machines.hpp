// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
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
    std::string_view part;           ///< what is to be named: "host", "rank", "link", "switch" or "path"
    std::vector<std::string> hosts;  ///< that it is named by, ascending
    diagnosis::Side side = diagnosis::Side::both;
};

[[nodiscard]] const std::vector<FaultyMachine>& faulty_machines();
[[nodiscard]] LogGpMachine with_fault(const FaultyMachine& faulty, double factor);

}  // namespace fabricmap::testing
