// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace fabricmap::diagnosis {

/// What a finding of a kind means to whoever runs the machine.
enum class Meaning : std::uint8_t {
    fault,      ///< something to mend
    better,     ///< than in the baseline
    structure,  ///< how the machine is made, though nothing is broken
    site_rule,  ///< what a rule looks for; network_rules alone finds it
};

/// What is advised instead for some findings of a kind.
struct OtherAdvice {
    bool (*applies)(const Finding&) = nullptr;
    std::string_view advice;
};

/// All there is to know about a kind of finding; its detector aside, a new kind is a line of the table.
struct KindOfFinding {
    FindingKind kind;
    std::string_view name;  ///< in JSON and on the screen: "slow_node"
    Meaning meaning;
    bool rests_on_delays;  ///< of the pairs that pass the part, so that their quality is its own
    bool is_drawn;         ///< on pictures of the delays
    bool drains_host;      ///< a host that has it is to be taken out of service
    // Words in braces stand for what the finding has: {host}, {slower}.
    std::string_view predicate;                 ///< "{does}{slower}"
    std::string_view advice;                    ///< a sentence on what to look at first
    std::array<OtherAdvice, 3> other_advice{};  ///< the first that applies
};

/// In the order of FindingKind.
[[nodiscard]] std::span<const KindOfFinding> all_kinds_of_findings() noexcept;
[[nodiscard]] const KindOfFinding& about(FindingKind kind);

[[nodiscard]] std::string_view name_of(FindingKind kind);
[[nodiscard]] bool is_fault(FindingKind kind);
/// Faults before all else, the most severe first.
[[nodiscard]] bool comes_first(const Finding& one, const Finding& other);
/// "receives 3.1 times slower".
[[nodiscard]] std::string predicate_text(const Finding& finding, const Language& in = english);
[[nodiscard]] std::string advice_on(const Finding& finding, const Language& in = english);

}  // namespace fabricmap::diagnosis
