// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_in_page_verdict = 5;
constexpr std::size_t max_cards = 12;
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
            {"adds", finding.evidence.extra_s > 0 ? format_delay(finding.evidence.extra_s) : ""},
            {"confidence", confidence_text(finding)},
            {"advice", text_data(advice_on(finding))}};
}

}  // namespace

PageData text_data(std::string_view text) {
    return PageData(valid_utf8(printable(text)));
}

void add_findings(const Diagnosis& diagnosis, PageData& page) {
    page.set("headline", text_data(headline_of(diagnosis)));
    page.set("state", std::string(name_of(verdict_of(diagnosis))));
    page.set("open_points", list_data(open_points_of(diagnosis), [&](OpenPoint point) {
                 return text_data(open_point_text(diagnosis, point));
             }));
    if (const std::string speed = speed_text(diagnosis); !speed.empty()) page.set("speed", text_data(speed));
    if (const std::string seen = detectable_text(diagnosis); !seen.empty())
        page.set("detectable", text_data(seen));
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
        row.set("fault", is_fault(finding.kind));
        row.set("facts", list_data(facts_of(finding), [](const Fact& fact) {
                    return PageObject{{"name", fact.name}, {"text", text_data(fact.text)}};
                }));
        cards << row;
    }
    page.set("verdict", verdict);
    page.set("cards", cards);
    page.set("rows", rows);
    page.set("has_findings", !diagnosis.findings.empty());
    page.set("finding_count", number_data(diagnosis.findings.size()));
    const auto faults = static_cast<std::size_t>(diagnosis.fault_count());
    const std::int64_t better = count_meaning(diagnosis, Meaning::better);
    if (!diagnosis.suspects.empty()) {
        page.set("suspects_title", counted(std::ssize(diagnosis.suspects), "suspect"));
        PageData suspects{PageData::type::list};
        for (std::size_t index = 0; index < std::min(diagnosis.suspects.size(), max_rows); ++index) {
            suspects << PageData(row_data(diagnosis.suspects[index], index + 1));
        }
        page.set("suspects", suspects);
    }
    if (const std::string structure = findings_named(diagnosis, Meaning::structure); !structure.empty())
        page.set("structure", text_data(structure));
    if (const std::string basis = basis_text(diagnosis); !basis.empty()) page.set("basis", text_data(basis));
    if (better > 0) page.set("better", counted(better, "part"));
    if (faults > named) page.set("more_faults", number_data(faults - named));
    if (diagnosis.findings.size() > max_rows) {
        page.set("more_rows", number_data(diagnosis.findings.size() - max_rows));
    }
}

}  // namespace fabricmap::diagnosis
