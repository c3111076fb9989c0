// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/tile.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::clusterizer {

/// Logarithms of delays, a row for each pair, a column for each length; NaN where a cell has none.
using Logarithms = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// All that some senders send, the senders spread over the ranks.
struct Sample {
    Tile tile;
    Logarithms logarithms;
    std::int64_t senders = 0;
};

/// Takes at most that many bytes of memory, unless one sender needs more.
[[nodiscard]] Sample draw_sample(const DelayStack& stack, std::size_t max_bytes, Workers& workers);

/// So many senders, evenly over the ranks but not in step with those of a host.
[[nodiscard]] std::vector<std::int64_t> spread_senders(std::int64_t ranks, std::int64_t count);

}  // namespace fabricmap::clusterizer
