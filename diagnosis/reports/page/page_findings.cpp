// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "diagnosis/drawing/part_picture.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"
#include "picture/layout/chart.hpp"
#include "picture/output/svg.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_in_page_verdict = 5;
constexpr std::size_t max_cards = 12;
constexpr std::size_t max_printed_cards = 4;  ///< as the style sheet has it
constexpr std::size_t max_rows = 500;

PageData number_data(std::size_t value) {
    return PageData(fmt::format("{}", value));
}

PageObject row_data(const Finding& finding, std::size_t number) {
    return {{"number", number_data(number)},
            {"kind", std::string(name_of(finding.kind))},
            {"part", text_data(part_of(finding))},
            {"sentence", text_data(sentence_of(finding))},
            {"side", finding.side == Side::both ? "both directions" : std::string(name_of(finding.side))},
            {"factor", factor_text(finding)},
            {"lengths", finding.evidence.curve.empty() ? "" : lengths_text(finding)},
            {"from_bytes", fmt::format("{}", finding.from_length_bytes)},
            {"adds", finding.evidence.extra_s > 0 ? format_delay(finding.evidence.extra_s) : ""},
            {"adds_s", fmt::format("{:.3g}", std::max(finding.evidence.extra_s, 0.0))},
            {"confidence", confidence_text(finding)},
            {"advice", text_data(advice_on(finding))}};
}

/// What the card of a finding has beside its row.
void add_card_data(const Diagnosis& diagnosis, const Finding& finding, PageData& card) {
    constexpr double chart_width = 400;
    constexpr double chart_height = 230;
    card.set("fault", is_fault(finding.kind));
    card.set("facts", list_data(facts_of(finding), [](const Fact& fact) {
                 return PageObject{{"name", fact.name}, {"text", text_data(fact.text)}};
             }));
    const PartCurves* const curves = curves_of(diagnosis, finding.part);
    if (curves == nullptr) return;
    picture::Chart chart = part_chart(diagnosis, *curves);
    chart.point_distance = 60;
    const auto drawing = picture::drawing_of(chart, chart_width, chart_height);
    if (drawing) card.set("chart", picture::svg_element(*drawing));
}

/// The findings: the first in the verdict, some more as cards, and nearly all in a table.
void add_rows(const Diagnosis& diagnosis, PageData& page) {
    PageData verdict{PageData::type::list};
    PageData cards{PageData::type::list};
    PageData rows{PageData::type::list};
    std::size_t named = 0;
    for (std::size_t index = 0; index < std::min(diagnosis.findings.size(), max_rows); ++index) {
        const Finding& finding = diagnosis.findings[index];
        PageData row(row_data(finding, index + 1));
        const bool has_card = index < max_cards;
        row.set("has_card", has_card);
        if (is_fault(finding.kind) && named < max_in_page_verdict) {
            ++named;
            verdict << row;
        }
        rows << row;
        if (!has_card) continue;
        add_card_data(diagnosis, finding, row);
        cards << row;
    }
    page.set("verdict", verdict);
    page.set("cards", cards);
    page.set("rows", rows);
    const std::size_t count = diagnosis.findings.size();
    page.set("has_findings", count > 0);
    page.set("finding_count", number_data(count));
    if (count > max_printed_cards)
        page.set("unprinted", fmt::format("{} to {}", max_printed_cards + 1, count));
    const auto faults = static_cast<std::size_t>(diagnosis.fault_count());
    if (faults > named) page.set("more_faults", number_data(faults - named));
    if (count > max_rows) page.set("more_rows", number_data(count - max_rows));
}

void add_suspects(const Diagnosis& diagnosis, PageData& page) {
    if (diagnosis.suspects.empty()) return;
    page.set("suspects_title", counted(std::ssize(diagnosis.suspects), "suspect"));
    PageData suspects{PageData::type::list};
    for (std::size_t index = 0; index < std::min(diagnosis.suspects.size(), max_rows); ++index) {
        suspects << PageData(row_data(diagnosis.suspects[index], index + 1));
    }
    page.set("suspects", suspects);
}

}  // namespace

PageData text_data(std::string_view text) {
    return PageData(valid_utf8(printable(text)));
}

void add_findings(const Diagnosis& diagnosis, PageData& page) {
    page.set("headline", text_data(headline_of(diagnosis)));
    page.set("state", std::string(name_of(verdict_of(diagnosis))));
    page.set("is_undecided", verdict_of(diagnosis) == Verdict::undecided);
    page.set("open_points", list_data(open_points_of(diagnosis), [&](OpenPoint point) {
                 return text_data(open_point_text(diagnosis, point));
             }));
    if (const std::string speed = speed_text(diagnosis); !speed.empty()) page.set("speed", text_data(speed));
    if (const std::string seen = detectable_text(diagnosis); !seen.empty())
        page.set("detectable", text_data(seen));
    add_rows(diagnosis, page);
    add_suspects(diagnosis, page);
    if (const std::string structure = findings_named(diagnosis, Meaning::structure); !structure.empty())
        page.set("structure", text_data(structure));
    if (const std::string basis = basis_text(diagnosis); !basis.empty()) page.set("basis", text_data(basis));
    if (const std::int64_t better = count_meaning(diagnosis, Meaning::better); better > 0)
        page.set("better", counted(better, "part"));
}

}  // namespace fabricmap::diagnosis
