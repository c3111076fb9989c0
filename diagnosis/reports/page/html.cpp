// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/reports.hpp"
#include "picture/layout/chart.hpp"
#include "picture/output/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fabricmap::diagnosis {
namespace {

using picture::Chart;
using picture::ChartBreak;

/// Lines that can be told apart.
constexpr std::size_t max_chart_lines = 6;

/// The medians of the classes of pairs, with the protocol thresholds.
Chart class_chart(const Diagnosis& diagnosis) {
    Chart chart;
    chart.title = "Median delay of each pair class by message length";
    chart.lengths = diagnosis.lengths;
    for (const ClassCurve& curve : diagnosis.classes) chart.lines.push_back({curve.name, curve.median_s});
    for (const OtherMemory& other : diagnosis.other_memories) {
        for (const ClassCurve& curve : other.classes) {
            chart.lines.push_back(
                {fmt::format("{}, {}", curve.name, memory_text(other.memory)), curve.median_s});
        }
    }
    for (const Threshold& threshold : diagnosis.thresholds) {
        const ChartBreak change{
            threshold.before_bytes, threshold.after_bytes,
            fmt::format("{} | {}", format_size(threshold.before_bytes), format_size(threshold.after_bytes))};
        if (std::find(chart.breaks.begin(), chart.breaks.end(), change) != chart.breaks.end()) continue;
        chart.title +=
            fmt::format("; a change between {} and {} bytes", change.before_bytes, change.after_bytes);
        chart.breaks.push_back(change);
    }
    std::sort(chart.breaks.begin(), chart.breaks.end(),
              [](const ChartBreak& a, const ChartBreak& b) { return a.before_bytes < b.before_bytes; });
    if (chart.lines.size() > max_chart_lines) chart.lines.resize(max_chart_lines);
    return chart;
}

/// How much slower the worst parts are at each length; those whose findings are about lengths.
Chart factor_chart(const Diagnosis& diagnosis) {
    Chart chart;
    chart.title = "Delay of the worst components, relative to the healthy delay, by message length";
    chart.quantity = Quantity::ratio;
    chart.value_name = "times the healthy delay";
    chart.lengths = diagnosis.lengths;
    for (std::size_t index = 0; index < diagnosis.findings.size(); ++index) {
        const Finding& finding = diagnosis.findings[index];
        if (!is_fault(finding.kind) || finding.evidence.curve.empty()) continue;
        if (chart.lines.size() == max_chart_lines) break;
        chart.lines.push_back({fmt::format("{}: {}", index + 1, part_of(finding)), finding.evidence.curve});
    }
    return chart;
}

}  // namespace

std::string html_report(const Diagnosis& diagnosis) {
    PageData page;
    add_findings(diagnosis, page);
    add_pictures(diagnosis, page);
    const auto classes = picture::drawing_of(class_chart(diagnosis));
    const auto factors = picture::drawing_of(factor_chart(diagnosis));
    page.set("has_curves", classes || factors);
    if (classes) page.set("class_chart", picture::svg_element(*classes));
    if (factors) page.set("factor_chart", picture::svg_element(*factors));
    add_hosts(diagnosis, page);
    add_tables(diagnosis, page);
    add_collectives(diagnosis, page);
    page.set("script", std::string(page_script));
    page.set("script_hash", std::string(page_script_hash));

    kainjow::mustache::mustache pattern{std::string(page_template)};
    if (!pattern.is_valid()) throw std::logic_error("page.html.mustache: " + pattern.error_message());
    return pattern.render(page);
}

}  // namespace fabricmap::diagnosis
