// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/rated_lengths.hpp"

namespace fabricmap {

std::vector<RatedLength> rated_lengths(const RunDescription& run,
                                       const std::vector<std::int64_t>& lengths_bytes) {
    const bool is_stream = has_trait(run, &ModeTraits::is_stream);
    std::vector<RatedLength> rated;
    for (std::size_t k = 0; k < lengths_bytes.size(); ++k) {
        if (is_stream && lengths_bytes[k] > 0) {
            rated.push_back({k, std::nullopt, lengths_bytes[k]});
        } else if (!is_stream && k > 0 && lengths_bytes[k - 1] >= min_long_length) {
            rated.push_back({k, k - 1, lengths_bytes[k] - lengths_bytes[k - 1]});
        }
    }
    return rated;
}

}  // namespace fabricmap
