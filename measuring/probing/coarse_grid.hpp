// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/message_lengths.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap {

/// The lengths at which the search for jumps begins, ascending: both bounds, and between them 2^k, 1.5·2^k
/// and 2^k ± 1, because MPI libraries often switch protocols next to powers of two.
[[nodiscard]] std::vector<std::int64_t> coarse_grid(const LengthBounds& bounds);

/// Both rows in one, ascending and without repeats.
[[nodiscard]] std::vector<std::int64_t> merged(std::vector<std::int64_t> lengths,
                                               const std::vector<std::int64_t>& more);

}  // namespace fabricmap
