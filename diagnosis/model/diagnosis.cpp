// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/diagnosis.hpp"

#include "diagnosis/model/collective_results.hpp"
#include "diagnosis/model/finding_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

std::string_view name_of(DetectablePart part) noexcept {
    constexpr std::array<std::string_view, 3> names{"host", "link", "uplink"};
    return names[static_cast<std::size_t>(part)];
}

bool is_stated_of_both_directions(const RunDescription& run) noexcept {
    return is_symmetric(run) || run.timing == Timing::one_way;
}

std::int64_t Diagnosis::fault_count() const noexcept {
    return std::count_if(findings.begin(), findings.end(),
                         [](const Finding& finding) { return is_fault(finding.kind); });
}

std::optional<std::size_t> length_of_largest_fault(const Diagnosis& diagnosis) noexcept {
    constexpr double alike = 0.95;
    for (const Finding& finding : diagnosis.findings) {
        const std::vector<double>& curve = finding.evidence.curve;
        if (!is_fault(finding.kind) || curve.empty()) continue;
        std::optional<std::size_t> best;
        for (std::size_t length = 0; length < curve.size(); ++length) {
            if (!std::isfinite(curve[length])) continue;
            if (!best || curve[length] >= alike * curve[*best]) best = length;
        }
        if (best) return best;
    }
    return std::nullopt;
}

double CollectiveResults::start_error_fraction() const {
    if (cells.empty()) return 0;
    const auto hidden = std::count_if(cells.begin(), cells.end(),
                                      [](const CellSummary& cell) { return cell.is_start_error; });
    return static_cast<double>(hidden) / static_cast<double>(cells.size());
}

std::int64_t CollectiveResults::bad_choices() const {
    return std::count_if(algorithms.begin(), algorithms.end(),
                         [](const AlgorithmChoice& choice) { return choice.is_bad; });
}

const ClassCurve* class_between(const Diagnosis& diagnosis, std::int64_t sender,
                                std::int64_t receiver) noexcept {
    if (!diagnosis.class_of || sender < 0 || receiver < 0 || sender >= diagnosis.class_of->rows() ||
        receiver >= diagnosis.class_of->cols()) {
        return nullptr;
    }
    const std::size_t number = (*diagnosis.class_of)(sender, receiver);
    return number < diagnosis.classes.size() ? &diagnosis.classes[number] : nullptr;
}

double class_median_s(const Diagnosis& diagnosis, std::int64_t sender, std::int64_t receiver,
                      std::int64_t length_bytes) noexcept {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const ClassCurve* const curve = class_between(diagnosis, sender, receiver);
    const auto& lengths = diagnosis.lengths;
    const auto place = std::lower_bound(lengths.begin(), lengths.end(), length_bytes);
    if (curve == nullptr || place == lengths.end() || *place != length_bytes) return unknown;
    return curve->median_s[static_cast<std::size_t>(place - lengths.begin())];
}

}  // namespace fabricmap::diagnosis
