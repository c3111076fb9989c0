// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// Payload bytes that long messages carry a second in one direction. Of a stream it is the longest length
/// divided by the time of a message; of delays, what the two longest lengths gain over each other, where both
/// are long. `delays_s`: at each length. Nothing where the lengths do not say, or the delay does not grow.
[[nodiscard]] std::optional<double> rate_of(const RunDescription& run,
                                            const std::vector<std::int64_t>& lengths_bytes,
                                            const std::vector<double>& delays_s);

/// The rate of a real link, in Gbit/s, of which messages get about so many bytes a second: within 5 %.
/// Nothing where none fits.
[[nodiscard]] std::optional<double> link_with_rate(double bytes_per_s);

}  // namespace fabricmap::diagnosis
