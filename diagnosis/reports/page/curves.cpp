// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/curves.hpp"

#include "diagnosis/finding_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {

Chart class_chart(const Diagnosis& diagnosis) {
    Chart chart;
    chart.title = "Median delay of each class of pairs over the message length";
    chart.lengths = diagnosis.lengths;
    for (const ClassCurve& curve : diagnosis.classes) chart.lines.push_back({curve.name, curve.median_s});
    for (const Threshold& threshold : diagnosis.thresholds) {
        const ChartBreak change{threshold.before_bytes, threshold.after_bytes};
        if (std::find(chart.breaks.begin(), chart.breaks.end(), change) != chart.breaks.end()) continue;
        chart.title +=
            fmt::format("; a change between {} and {} bytes", change.before_bytes, change.after_bytes);
        chart.breaks.push_back(change);
    }
    std::sort(chart.breaks.begin(), chart.breaks.end(),
              [](const ChartBreak& a, const ChartBreak& b) { return a.before_bytes < b.before_bytes; });
    return chart;
}

Chart factor_chart(const Diagnosis& diagnosis) {
    Chart chart;
    chart.title = "Delay of the worst parts against the healthy delay over the message length";
    chart.value = ChartValue::factor;
    chart.lengths = diagnosis.lengths;
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        const Finding& finding = diagnosis.findings[index];
        if (!is_fault(finding.kind) || finding.evidence.curve.empty()) continue;
        if (chart.lines.size() == most_chart_lines) break;
        chart.lines.push_back({fmt::format("{}: {}", index + 1, part_of(finding)), finding.evidence.curve});
    }
    return chart;
}

}  // namespace fabricmap::diagnosis
