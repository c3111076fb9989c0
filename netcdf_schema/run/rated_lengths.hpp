// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap {

/// Of messages as long, the latency is little of what they take; bytes.
inline constexpr std::int64_t min_long_length = 16384;

/// A length of which a rate is known: of a stream so many bytes, its own, take the time of a message; of
/// delays so many, by which it is longer than another long length, take longer by the difference.
struct RatedLength {
    std::size_t at = 0;                 ///< among the lengths
    std::optional<std::size_t> beyond;  ///< the other one
    std::int64_t bytes = 0;
};

/// Of a stream all lengths above 0; of delays those that follow a long one (16K or more), so that the latency
/// is in neither.
[[nodiscard]] std::vector<RatedLength> rated_lengths(const RunDescription& run,
                                                     const std::vector<std::int64_t>& lengths_bytes);

}  // namespace fabricmap
