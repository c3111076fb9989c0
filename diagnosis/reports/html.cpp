// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/curves.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/page/page_template.hpp"
#include "diagnosis/reports/reports.hpp"

#include <stdexcept>
#include <string>

namespace fabricmap::diagnosis {

std::string html_report(const Diagnosis& diagnosis) {
    PageData page;
    add_findings(diagnosis, page);
    add_pictures(diagnosis, page);
    const std::string classes = draw_chart(class_chart(diagnosis));
    const std::string factors = draw_chart(factor_chart(diagnosis));
    page.set("has_curves", !classes.empty() || !factors.empty());
    if (!classes.empty()) page.set("class_chart", classes);
    if (!factors.empty()) page.set("factor_chart", factors);
    add_tables(diagnosis, page);

    kainjow::mustache::mustache pattern{std::string(page_template)};
    if (!pattern.is_valid()) throw std::logic_error("page.html.mustache: " + pattern.error_message());
    return pattern.render(page);
}

}  // namespace fabricmap::diagnosis
