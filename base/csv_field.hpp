// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fabricmap {

/// A field of text of CSV (RFC 4180) in UTF-8: in quotes where it holds a separator, and with an apostrophe
/// before it where a spreadsheet would take it for a formula. Control characters that are neither tabs nor
/// ends of lines become question marks.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace fabricmap
