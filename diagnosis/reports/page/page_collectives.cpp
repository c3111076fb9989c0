// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/collective_reports.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "picture/layout/chart.hpp"
#include "picture/layout/matrix_picture.hpp"
#include "picture/layout/run_words.hpp"
#include "picture/output/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace fabricmap::diagnosis {
namespace {

using picture::Chart;
using picture::ChartLine;

/// One line an algorithm and number of ranks, one chart an operation. A chart has room for some lines only:
/// the library's choice comes first, then what is faster at some length.
struct Curves {
    std::set<std::int64_t> lengths;
    std::set<std::string> library;
    std::set<std::string> fastest;
    std::map<std::string, std::map<std::int64_t, ValueInterval>> lines;
};

std::string name_of_line(int ranks, const std::string& algorithm) {
    return counted(ranks, "rank") + (algorithm.empty() ? "" : ", " + algorithm);
}

std::map<std::string, Curves> curves_by_operation(const CollectiveResults& results) {
    std::map<std::string, Curves> curves;
    for (const AlgorithmChoice& choice : results.algorithms) {
        if (choice.is_candidate)
            curves[choice.operation].fastest.insert(name_of_line(choice.ranks, choice.best));
    }
    for (const CellSummary& cell : results.cells) {
        const std::string algorithm = algorithm_of(results.run, cell.cell);
        const std::string name = name_of_line(cell.cell.ranks, algorithm);
        if (cell.cell.root > 0 || cell.is_start_error) continue;
        Curves& of_operation = curves[operation_of(results.run, cell.cell)];
        if (algorithm.empty() || algorithm.starts_with("0/")) of_operation.library.insert(name);
        of_operation.lengths.insert(cell.cell.message_length);
        of_operation.lines[name].emplace(cell.cell.message_length, cell.time);
    }
    return curves;
}

Chart chart_of(const std::string& operation, const Curves& curves, double confidence) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    Chart chart;
    chart.title =
        fmt::format("Time of {} by message length, with {:g} % intervals", operation, 100 * confidence);
    chart.value_name = "time";
    chart.spread = picture::Spread::strokes;
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
    const auto order_of = [&](const ChartLine& line) {
        return curves.library.contains(line.name) ? 0 : curves.fastest.contains(line.name) ? 1 : 2;
    };
    std::stable_sort(chart.lines.begin(), chart.lines.end(),
                     [&](const ChartLine& a, const ChartLine& b) { return order_of(a) < order_of(b); });
    if (chart.lines.size() > picture::series_inks) chart.lines.resize(picture::series_inks);
    return chart;
}

/// A figure each: its caption and an SVG.
PageData curves_data(const CollectiveResults& results) {
    PageData figures{PageData::type::list};
    for (const auto& [operation, curves] : curves_by_operation(results)) {
        const auto drawing = picture::drawing_of(chart_of(operation, curves, results.terms.confidence));
        if (!drawing) continue;
        figures << PageData(
            PageObject{{"caption", text_data(operation)}, {"drawing", picture::svg_element(*drawing)}});
    }
    return figures;
}

/// Lengths × ranks, darker where a rank was through later; nothing where nothing is known.
std::optional<picture::Drawing> profile_drawing(const CollectiveRun& run, const RankProfile& profile) {
    constexpr int wanted_pixels = 420;
    const Matrix& times = profile.finish_s;
    const auto range = picture::range_of(times, {});
    if (!range) return std::nullopt;
    picture::MatrixPicture matrix{picture::axis_of_lengths(profile.lengths_bytes),
                                  picture::axis_of_ranks(run.description, "rank"),
                                  picture::pyramid_of(times, {}),
                                  {picture::GreyScale(*range, picture::Scale::logarithmic)}};
    matrix.has_square_cells = false;
    picture::Sheet sheet;
    picture::describe_cells(sheet, matrix.legend, times, {});
    picture::Drawing drawing =
        picture::drawing_of(sheet, matrix, picture::natural_view(matrix, wanted_pixels, false));
    drawing.title = profile.title + ": time from the start to the end of each rank";
    return drawing;
}

PageData profiles_data(const CollectiveResults& results) {
    PageData figures{PageData::type::list};
    for (const RankProfile& profile : results.profiles) {
        const auto drawing = profile_drawing(results.run, profile);
        if (!drawing) continue;
        figures << PageData(
            PageObject{{"title", text_data(profile.title)}, {"drawing", picture::svg_element(*drawing)}});
    }
    return figures;
}

struct TableCell {
    std::string strong;
    std::string text;
};

/// Rows by name, columns by length.
using LengthTable = std::map<std::string, std::map<std::int64_t, TableCell>>;

LengthTable guidelines_of(const CollectiveResults& results) {
    LengthTable rows;
    for (const GuidelineCheck& check : results.checks) {
        const std::string name =
            fmt::format("{} ≤ {}, {}", check.operation, check.mock_up, counted(check.ranks, "rank"));
        const std::string ratio = format_factor(check.ratio);
        rows[name][check.length_bytes] =
            check.is_violated ? TableCell{ratio + " violated", ""} : TableCell{"", ratio};
    }
    return rows;
}

LengthTable algorithms_of(const CollectiveResults& results) {
    LengthTable rows;
    for (const AlgorithmChoice& choice : results.algorithms) {
        TableCell& cell =
            rows[fmt::format("{}, {}", choice.operation, counted(choice.ranks, "rank"))][choice.length_bytes];
        cell.text =
            choice.is_candidate ? choice.best + " " + in_jobs_text(choice) : no_difference_text(choice);
        if (choice.is_bad) {
            cell.strong = choice.best;
            cell.text =
                fmt::format(", the library's choice takes {} times as long", format_factor(choice.factor));
        }
    }
    return rows;
}

LengthTable overlap_of(const CollectiveResults& results) {
    LengthTable rows;
    for (const OverlapResult& result : results.overlaps) {
        rows[fmt::format("{}, {}", result.operation, counted(result.ranks, "rank"))][result.length_bytes]
            .text = fmt::format("{} (start {})", format_share(result.at_equal_work),
                                format_share(result.init_fraction));
    }
    return rows;
}

PageData table_data(std::string_view heading, std::string_view first, const LengthTable& rows) {
    std::set<std::int64_t> lengths;
    for (const auto& [name, cells] : rows) {
        for (const auto& [length, text] : cells) lengths.insert(length);
    }
    const auto row_data = [&](const auto& row) {
        return PageObject{
            {"name", text_data(row.first)},
            {"cells", list_data(lengths, [&](std::int64_t length) {
                 const auto found = row.second.find(length);
                 const TableCell cell = found == row.second.end() ? TableCell{} : found->second;
                 return PageObject{{"strong", text_data(cell.strong)}, {"text", text_data(cell.text)}};
             })}};
    };
    PageData data;
    data.set("heading", std::string(heading));
    data.set("first", std::string(first));
    data.set("lengths",
             list_data(lengths, [](std::int64_t length) { return PageData(format_size(length)); }));
    data.set("rows", list_data(rows, row_data));
    return data;
}

}  // namespace

void add_collectives(const Diagnosis& diagnosis, PageData& page) {
    if (!diagnosis.collectives) return;
    const CollectiveResults& results = *diagnosis.collectives;
    if (const std::string tuning = tuning_text(results); !tuning.empty()) page.set("tuning", tuning);
    PageData data;
    data.set("violations", list_data(results.violations, [](const GuidelineViolation& violation) {
                 return text_data(violation_text(violation));
             }));
    data.set("has_violations", !results.violations.empty());
    PageData tables{PageData::type::list};
    const auto add_table = [&](std::string_view heading, std::string_view first, const LengthTable& rows) {
        if (!rows.empty()) tables << table_data(heading, first, rows);
    };
    add_table("Guidelines: time of the call relative to that of equivalent calls", "guideline",
              guidelines_of(results));
    add_table("Fastest algorithm by ranks and message length", "call", algorithms_of(results));
    add_table("Overlap with work as long as the communication", "call", overlap_of(results));
    data.set("tables", tables);
    data.set("curves", curves_data(results));
    data.set("has_curves", !results.cells.empty());
    data.set("profiles", profiles_data(results));
    data.set("has_profiles", !results.profiles.empty());
    data.set("remarks", list_data(results.remarks, text_data));
    data.set("has_remarks", !results.remarks.empty());
    page.set("collectives", data);
}

}  // namespace fabricmap::diagnosis
