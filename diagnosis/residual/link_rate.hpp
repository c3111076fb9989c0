// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// The rate of a real link, in Gbit/s, that fits within 5 % what long messages gain over shorter ones: from
/// the two longest lengths of 16K or more. `delays_s`: at each length. Nothing where none fits.
[[nodiscard]] std::optional<double> rate_of_a_link(const std::vector<std::int64_t>& lengths_bytes,
                                                   const std::vector<double>& delays_s);

}  // namespace fabricmap::diagnosis
