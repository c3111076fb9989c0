// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/diagnosis.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {

std::string_view name_of(ThresholdScope scope) noexcept {
    switch (scope) {
        case ThresholdScope::software:
            return "software";
        case ThresholdScope::transport:
            return "transport";
        case ThresholdScope::unknown:
            break;
    }
    return "unknown";
}

std::int64_t Diagnosis::fault_count() const noexcept {
    return std::count_if(findings.begin(), findings.end(),
                         [](const Finding& finding) { return is_fault(finding.kind); });
}

}  // namespace fabricmap::diagnosis
