// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fabricmap::clusterizer {

/// Bytes that those labels take in an archive: packed as they are there, low bytes first.
[[nodiscard]] double packed_bytes_of_labels(std::span<const std::uint32_t> labels);

/// Bytes that a range takes in an archive beside its labels, judged by archives of all kinds of runs.
[[nodiscard]] double packed_bytes_of_range(double clusters, std::size_t planes, double exceptions);

}  // namespace fabricmap::clusterizer
