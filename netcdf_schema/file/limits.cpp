// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/limits.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <array>

namespace fabricmap {
namespace {

// What deflate reaches with zeros alone.
constexpr double best_packing = 1032;

std::string name_of(const NetcdfFile& file, int variable) {
    std::array<char, NC_MAX_NAME + 1> name{};
    file.check(nc_inq_varname(file.id(), variable, name.data()), "read the header");
    return name.data();
}

}  // namespace

void require_matrix_shape(const NetcdfFile& file, int variable, const std::vector<std::size_t>& shape) {
    const std::string name = name_of(file, variable);
    if (file.type(variable) == NC_CHAR || file.type(variable) > NC_UINT64)
        file.refuse(fmt::format("{} must be numbers", name));
    if (shape.size() < 3) {
        file.refuse(fmt::format("{} has {} dimensions, a run has 3", name, shape.size()));
    }
    if (shape[1] != shape[2]) {
        file.refuse(fmt::format("{} has {} rows and {} columns, a matrix of ranks is square", name, shape[1],
                                shape[2]));
    }
    if (shape[1] == 0 || shape[1] > max_ranks) file.refuse(fmt::format("{} has {} ranks", name, shape[1]));
    if (shape[0] > max_planes) file.refuse(fmt::format("{} has {} planes", name, shape[0]));
}

void require_room_for(const NetcdfFile& file, int variable) {
    std::size_t value_bytes = 0;
    file.check(nc_inq_type(file.id(), file.type(variable), nullptr, &value_bytes), "read the header");
    auto bytes = static_cast<double>(value_bytes);
    for (const std::size_t length : file.shape(variable)) bytes *= static_cast<double>(length);
    std::error_code error;
    const auto size = std::filesystem::file_size(file.path(), error);
    if (error || bytes > best_packing * static_cast<double>(size)) {
        file.refuse(
            fmt::format("{} claims more than the file holds: it is damaged", name_of(file, variable)));
    }
}

}  // namespace fabricmap
