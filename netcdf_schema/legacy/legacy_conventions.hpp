// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"

#include <optional>

namespace fabricmap {

/// Whether the rows of the older toolkit's matrices are senders; mostly they are receivers, in bcast the
/// ranks that wait for the root.
[[nodiscard]] constexpr bool legacy_rows_are_senders(std::optional<Mode> mode) noexcept {
    return mode && traits_of(*mode).older_rows_are_senders;
}

/// Whether some statistics there are of whole round trips.
[[nodiscard]] constexpr bool older_values_are_doubled(std::optional<Mode> mode) noexcept {
    return mode && traits_of(*mode).older_values_are_doubled;
}

/// How many times the delay stands in the older toolkit's files: it took some statistics of whole round
/// trips.
[[nodiscard]] constexpr double legacy_factor(std::optional<Mode> mode, Statistic statistic) noexcept {
    const bool whole = statistic == Statistic::median || statistic == Statistic::minimum;
    return older_values_are_doubled(mode) && whole ? 2 : 1;
}

}  // namespace fabricmap
