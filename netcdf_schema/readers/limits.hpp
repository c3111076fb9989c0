// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/netcdf_file.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap {

/// More ranks than any machine has: a header that claims them is damaged, and nobody could hold the names.
inline constexpr std::size_t most_ranks = 10'000'000;

/// Throws FileError unless the variable holds numbers, planes × ranks × ranks, of a plausible count.
void require_matrix_shape(const NetcdfFile& file, int variable, const std::vector<std::size_t>& shape);

}  // namespace fabricmap
