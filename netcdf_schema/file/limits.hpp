// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/netcdf_file.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap {

/// More than any machine has: a header that claims more is damaged, and nobody could hold the names.
inline constexpr std::size_t max_ranks = 1'000'000;
inline constexpr std::size_t max_planes = 10'000'000;

/// Throws FileError unless the variable holds numbers, planes × ranks × ranks (× samples), of plausible
/// counts.
void require_matrix_shape(const NetcdfFile& file, int variable, const std::vector<std::size_t>& shape);

/// Throws FileError where the variable claims more values than the file could hold however well they are
/// packed. For files whose every value was written.
void require_room_for(const NetcdfFile& file, int variable);

}  // namespace fabricmap
