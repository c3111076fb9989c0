// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/finding.hpp"

#include "base/message_lengths.hpp"
#include "diagnosis/finding_kinds.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {

std::string_view name_of(Side side) noexcept {
    switch (side) {
        case Side::sender:
            return "sender";
        case Side::receiver:
            return "receiver";
        case Side::both:
            break;
    }
    return "both";
}

std::string_view name_of(Doubt doubt) noexcept {
    switch (doubt) {
        case Doubt::unconfirmed:
            return "unconfirmed";
        case Doubt::shared_cores:
            return "shared_cores";
        case Doubt::imprecise:
            break;
    }
    return "imprecise";
}

std::string part_of(const Finding& finding) {
    return text_of(finding.part, finding.side != Side::both);
}

std::string predicate_of(const Finding& finding) {
    std::string predicate = about(finding.kind).predicate(finding);
    if (finding.from_length_bytes > 0 && !finding.evidence.curve.empty()) {
        predicate += fmt::format(" from {} on", format_size(finding.from_length_bytes));
    }
    return predicate;
}

std::string sentence_of(const Finding& finding) {
    return fmt::format("{} {}", part_of(finding), predicate_of(finding));
}

}  // namespace fabricmap::diagnosis
