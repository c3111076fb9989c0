// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap {

/// Where the curve of a delay over the message length breaks: indices of the lengths at which a new straight
/// piece begins, ascending, without the first.
///
/// Optimal partitioning by dynamic programming (Jackson et al., 2005) into straight lines that need not meet,
/// weighted by 1/T² (errors are relative), with a penalty of 3·ln(L)·2σ² a piece, at least three lengths a
/// piece. A Hampel filter over five takes single outliers off first; σ comes from the second differences of
/// the logarithm. Lengths ascend; delays are seconds; a curve that is not positive throughout has no breaks.
[[nodiscard]] std::vector<std::size_t> break_points(std::span<const std::int64_t> lengths,
                                                    std::span<const double> delays);

}  // namespace fabricmap
