// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// The name that fewest changed, added, left out or swapped letters lead to; empty where none is near.
[[nodiscard]] std::string_view nearest_of(std::string_view word, const std::vector<std::string_view>& names);

/// "; did you mean 'NAME'?", or, where none is near, "; known are A, B and C".
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace fabricmap
