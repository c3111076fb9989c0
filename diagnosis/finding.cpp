// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/finding.hpp"

#include "base/message_lengths.hpp"
#include "diagnosis/finding_kinds.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace fabricmap::diagnosis {

std::string_view name_of(Side side) noexcept {
    constexpr std::array<std::string_view, 3> names{"sender", "receiver", "both"};
    return names[static_cast<std::size_t>(side)];
}

std::string_view name_of(Doubt doubt) noexcept {
    constexpr std::array<std::string_view, 3> names{"unconfirmed", "shared_cores", "imprecise"};
    return names[static_cast<std::size_t>(doubt)];
}

std::string part_of(const Finding& finding) {
    return text_of(finding.part, finding.side != Side::both);
}

std::string predicate_of(const Finding& finding) {
    std::string predicate = predicate_text(finding);
    if (finding.from_length_bytes > 0 && !finding.evidence.curve.empty()) {
        predicate += fmt::format(" from {} on", format_size(finding.from_length_bytes));
    }
    return predicate;
}

std::string sentence_of(const Finding& finding) {
    return fmt::format("{} {}", part_of(finding), predicate_of(finding));
}

}  // namespace fabricmap::diagnosis
