// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/page/style_sheet.hpp"

#include "diagnosis/reports/page/page_data.hpp"

namespace fabricmap::diagnosis {

std::string_view style_sheet() {
    const std::string_view page = page_template;
    const std::size_t begin = page.find("<style>");
    return page.substr(begin, page.find("</style>") - begin);
}

}  // namespace fabricmap::diagnosis
