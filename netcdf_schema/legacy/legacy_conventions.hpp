// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"

#include <optional>

namespace fabricmap {

/// Whether the rows of the older toolkit's matrices are senders; mostly they are receivers, in bcast the
/// ranks that wait for the root.
[[nodiscard]] constexpr bool legacy_rows_are_senders(std::optional<Mode> mode) noexcept {
    return mode == Mode::put_one_to_one;
}

/// How many times the delay stands in the older toolkit's files: it took some statistics of whole round
/// trips.
[[nodiscard]] constexpr double legacy_factor(std::optional<Mode> mode, Statistic statistic) noexcept {
    const bool whole = statistic == Statistic::median || statistic == Statistic::minimum;
    return mode == Mode::send_recv_and_recv_send && whole ? 2 : 1;
}

}  // namespace fabricmap
