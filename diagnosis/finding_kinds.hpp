// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/finding.hpp"

#include <string>
#include <string_view>

namespace fabricmap::diagnosis {

/// What a finding of a kind means to whoever runs the machine.
enum class Meaning : std::uint8_t {
    fault,      ///< something to mend
    better,     ///< than in the baseline
    structure,  ///< how the machine is made, though nothing is broken
};

/// All there is to know about a kind of finding; its detector aside, a new kind is a line of the table.
struct KindOfFinding {
    FindingKind kind;
    std::string_view name;  ///< in JSON and on the screen: "slow_node"
    Meaning meaning;
    bool rests_on_delays;  ///< of the pairs that pass the part, so that their quality is its own
    bool is_drawn;         ///< on pictures of the delays
    bool is_of_service;    ///< a host that has it is to be taken out of service
    std::string (*predicate)(const Finding&);  ///< "receives 3.1 times slower"
    std::string (*advice)(const Finding&);     ///< a sentence on what to look at first
};

[[nodiscard]] const KindOfFinding& about(FindingKind kind);

[[nodiscard]] std::string_view name_of(FindingKind kind);
[[nodiscard]] bool is_fault(FindingKind kind);
[[nodiscard]] std::string advice_on(const Finding& finding);

}  // namespace fabricmap::diagnosis
