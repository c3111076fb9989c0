// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/check_record.hpp"
#include "site/store/marks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::site {

/// What Prometheus reads of the checks, the oldest first: of each host what the last check that measured it
/// said, of the store the last verdict, and the ages of both at `now_s` (since 1970).
[[nodiscard]] std::string metrics_text(const std::vector<CheckRecord>& checks, const Marks& marks,
                                       std::int64_t now_s);

}  // namespace fabricmap::site
