// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fabricmap::diagnosis {

/// page.html.mustache, compiled in.
extern const std::string_view page_template;

}  // namespace fabricmap::diagnosis
