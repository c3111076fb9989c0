// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/kinds/kind.hpp"

#include <span>
#include <string_view>

namespace fabricmap::lab {

/// Every kind, the quickest first.
[[nodiscard]] std::span<const Kind> all_kinds();

/// Throws UsageError that lists the kinds where there is none of that name.
[[nodiscard]] const Kind& kind_named(std::string_view name);

}  // namespace fabricmap::lab
