// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/collectives/collective_reports.hpp"
#include "diagnosis/reports/page/base64.hpp"
#include "diagnosis/reports/page/chart.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/page/style_sheet.hpp"
#include "diagnosis/reports/page/svg.hpp"
#include "picture/png_file.hpp"
#include "picture/run_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>

namespace fabricmap::diagnosis {
namespace {

std::string heading(std::string_view text) {
    return fmt::format("<h2>{}</h2>\n", escaped(text));
}

std::string item_list(const std::vector<std::string>& sentences) {
    std::string html = "<ul>\n";
    for (const std::string& sentence : sentences) html += fmt::format("<li>{}</li>\n", escaped(sentence));
    return html + "</ul>\n";
}

std::string header_html(const CollectiveDiagnosis& diagnosis) {
    std::string html = fmt::format("<header class=\"verdict {}\">\n<h1>{}</h1>\n",
                                   diagnosis.fault_count() > 0 ? "faulty" : "healthy",
                                   escaped(collective_verdict(diagnosis)));
    for (const std::string& label : diagnosis.labels)
        html += fmt::format("<p class=\"quiet\">Judged {}</p>\n", escaped(label));
    return html + "</header>\n";
}

std::string findings_html(const CollectiveDiagnosis& diagnosis) {
    if (diagnosis.findings.empty()) return {};
    std::string html = heading("Findings") + "<div class=\"cards\">\n";
    for (const CollectiveFinding& finding : diagnosis.findings) {
        html += fmt::format("<article><h3>{}</h3>{}</article>\n", escaped(finding.sentence),
                            item_list(finding.evidence));
    }
    return html + "</div>\n";
}

/// One line an algorithm and number of ranks, one chart an operation.
struct Curves {
    std::set<std::int64_t> lengths;
    std::map<std::string, std::map<std::int64_t, ValueInterval>> lines;
};

std::map<std::string, Curves> curves_by_operation(const CollectiveDiagnosis& diagnosis) {
    std::map<std::string, Curves> curves;
    for (const CellSummary& cell : diagnosis.cells) {
        std::string name = counted(cell.cell.ranks, "rank");
        if (cell.cell.algorithm != no_index) name += ", " + algorithm_of(diagnosis.run, cell.cell);
        if (cell.cell.root > 0) continue;
        Curves& of_operation = curves[operation_of(diagnosis.run, cell.cell)];
        of_operation.lengths.insert(cell.cell.message_length);
        of_operation.lines[name].emplace(cell.cell.message_length, cell.time);
    }
    return curves;
}

Chart chart_of(const std::string& operation, const Curves& curves) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    Chart chart;
    chart.title = fmt::format("Time of {} by message length, with 95 % intervals", operation);
    chart.value_name = "time";
    chart.lengths.assign(curves.lengths.begin(), curves.lengths.end());
    for (const auto& [name, values] : curves.lines) {
        ChartLine line;
        line.name = name;
        for (const std::int64_t length : chart.lengths) {
            const auto found = values.find(length);
            const ValueInterval time =
                found == values.end() ? ValueInterval{nothing, nothing, nothing} : found->second;
            line.values.push_back(time.value);
            line.low.push_back(time.low);
            line.high.push_back(time.high);
        }
        chart.lines.push_back(std::move(line));
    }
    return chart;
}

std::string curves_html(const CollectiveDiagnosis& diagnosis) {
    std::string html;
    for (const auto& [operation, curves] : curves_by_operation(diagnosis)) {
        const std::string drawing = draw_chart(chart_of(operation, curves));
        if (!drawing.empty()) {
            html +=
                fmt::format("<figure><figcaption>{}</figcaption>{}</figure>\n", escaped(operation), drawing);
        }
    }
    return html.empty()
               ? html
               : heading("Times by message length") + "<div class=\"side-by-side\">\n" + html + "</div>\n";
}

std::string profile_picture(const CollectiveDiagnosis& diagnosis, const RankProfile& profile) {
    const auto range = picture::range_of(profile.finish_s, {});
    if (!range) return {};
    picture::Sheet sheet;
    sheet.title = profile.title;
    sheet.lines = {"time from the start to the end of each rank"};
    sheet.down.name = "message length, bytes";
    for (const std::int64_t length : profile.lengths_bytes) sheet.down.labels.push_back(format_size(length));
    sheet.down.largest_cell = 48;
    sheet.across.name = "rank";
    sheet.across.blocks = picture::host_blocks(diagnosis.run.description.ranks);
    for (Eigen::Index rank = 0; rank < profile.finish_s.cols(); ++rank)
        sheet.across.labels.push_back(fmt::format("{}", rank));
    const picture::GreyScale scale(*range, picture::Scale::logarithmic);
    const std::string png = picture::encode_png(picture::draw_sheet(profile.finish_s, scale, {}, sheet, {}));
    return fmt::format(
        "<figure><img alt=\"{}: time to the end of each rank, by length\" "
        "src=\"data:image/png;base64,{}\"></figure>\n",
        escaped(profile.title), base64_of(png));
}

std::string profiles_html(const CollectiveDiagnosis& diagnosis) {
    std::string html;
    for (const RankProfile& profile : diagnosis.profiles) html += profile_picture(diagnosis, profile);
    return html.empty()
               ? html
               : heading("Ranks by message length") +
                     "<p class=\"quiet\">Darker is later: a dark column is a rank that the others wait "
                     "for.</p>\n<div class=\"side-by-side\">\n" +
                     html + "</div>\n";
}

/// Rows by name, columns by length.
using LengthTable = std::map<std::string, std::map<std::int64_t, std::string>>;

std::string table_html(const LengthTable& rows, std::string_view what) {
    std::set<std::int64_t> lengths;
    for (const auto& [name, cells] : rows) {
        for (const auto& [length, text] : cells) lengths.insert(length);
    }
    std::string html = fmt::format("<div class=\"scroll\"><table>\n<tr><th>{}</th>", escaped(what));
    for (const std::int64_t length : lengths) html += fmt::format("<th>{}</th>", format_size(length));
    html += "</tr>\n";
    for (const auto& [name, cells] : rows) {
        html += fmt::format("<tr><td class=\"short\">{}</td>", escaped(name));
        for (const std::int64_t length : lengths) {
            const auto found = cells.find(length);
            html += fmt::format("<td>{}</td>", found == cells.end() ? "" : found->second);
        }
        html += "</tr>\n";
    }
    return html + "</table></div>\n";
}

std::string guidelines_html(const CollectiveDiagnosis& diagnosis) {
    LengthTable rows;
    for (const GuidelineCheck& check : diagnosis.checks) {
        const std::string name =
            fmt::format("{} ≤ {}, {}", check.operation, check.mock_up, counted(check.ranks, "rank"));
        const std::string ratio = format_plain(check.ratio);
        rows[name][check.length_bytes] =
            check.is_violated ? fmt::format("<strong>{} violated</strong>", ratio) : ratio;
    }
    std::string html;
    if (!rows.empty()) {
        html = heading("Guidelines by message length") +
               "<p class=\"quiet\">Time of the call relative to that of equivalent calls.</p>\n" +
               table_html(rows, "guideline");
    }
    std::vector<std::string> sentences;
    for (const GuidelineViolation& violation : diagnosis.violations)
        sentences.push_back(violation_text(violation));
    if (sentences.empty()) return html;
    return (html.empty() ? heading("Guidelines") : html) + item_list(sentences);
}

std::string algorithms_html(const CollectiveDiagnosis& diagnosis) {
    LengthTable rows;
    for (const AlgorithmChoice& choice : diagnosis.algorithms) {
        std::string text = escaped(choice.best);
        if (choice.is_bad) {
            text = fmt::format("<strong>{}</strong>, the library's choice takes {} times as long", text,
                               format_plain(choice.factor));
        }
        rows[fmt::format("{}, {}", choice.operation, counted(choice.ranks, "rank"))][choice.length_bytes] =
            text;
    }
    return rows.empty() ? std::string()
                        : heading("Fastest algorithm by ranks and message length") + table_html(rows, "call");
}

std::string overlap_html(const CollectiveDiagnosis& diagnosis) {
    LengthTable rows;
    for (const OverlapResult& result : diagnosis.overlaps) {
        rows[fmt::format("{}, {}", result.operation, counted(result.ranks, "rank"))][result.length_bytes] =
            fmt::format("{} (start {})", format_share(result.at_equal_work),
                        format_share(result.init_fraction));
    }
    return rows.empty()
               ? std::string()
               : heading("Overlap with work as long as the communication") + table_html(rows, "call");
}

}  // namespace

std::string collective_html_report(const CollectiveDiagnosis& diagnosis) {
    std::string html = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n"
        "<title>Collective operations - Fabricmap</title>\n{}img {{ max-width: 100%; "
        "}}\n</style>\n</head>\n<body>\n<main>\n",
        style_sheet());
    html += header_html(diagnosis) + findings_html(diagnosis) + guidelines_html(diagnosis) +
            algorithms_html(diagnosis) + curves_html(diagnosis) + profiles_html(diagnosis) +
            overlap_html(diagnosis);
    if (!diagnosis.remarks.empty()) html += heading("Remarks") + item_list(diagnosis.remarks);
    return html + "</main>\n</body>\n</html>\n";
}

}  // namespace fabricmap::diagnosis
