// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/readers/limits.hpp"

#include <fmt/format.h>
#include <netcdf.h>

namespace fabricmap {

void require_matrix_shape(const NetcdfFile& file, int variable, const std::vector<std::size_t>& shape) {
    if (file.type(variable) == NC_CHAR || file.type(variable) > NC_UINT64)
        file.refuse("data must be numbers");
    if (shape.size() < 3) file.refuse(fmt::format("data has {} dimensions, a run has 3", shape.size()));
    if (shape[1] != shape[2]) {
        file.refuse(
            fmt::format("data has {} rows and {} columns, a matrix of ranks is square", shape[1], shape[2]));
    }
    if (shape[1] == 0 || shape[1] > most_ranks) file.refuse(fmt::format("data has {} ranks", shape[1]));
    if (shape[0] > most_planes) file.refuse(fmt::format("data has {} planes", shape[0]));
}

}  // namespace fabricmap
