// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/trial_read.hpp"

#include "base/trial.hpp"
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/file/structure_checksum.hpp"

#include <netcdf.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <malloc.h>
#include <vector>

namespace fabricmap {
namespace {

// The CPU time of a trial: damage may lead the library round in circles.
constexpr std::chrono::seconds min_trial_time(10);
constexpr std::uintmax_t bytes_per_trial_second = std::uintmax_t{4} << 20U;

/// Global ones where the variable is NC_GLOBAL.
void read_attributes(int file, int variable) {
    constexpr std::size_t max_values = std::size_t{1} << 20U;
    int count = 0;
    nc_inq_varnatts(file, variable, &count);
    for (int number = 0; number < count; ++number) {
        std::array<char, NC_MAX_NAME + 1> name{};
        nc_type type = NC_NAT;
        std::size_t length = 0;
        if (nc_inq_attname(file, variable, number, name.data()) != NC_NOERR ||
            nc_inq_att(file, variable, name.data(), &type, &length) != NC_NOERR || type > NC_UINT64 ||
            length > max_values)
            continue;
        std::vector<double> values(length + 1);  // no type is wider
        nc_get_att(file, variable, name.data(), values.data());
    }
}

/// One value of each packed piece: the library unpacks all of it.
void read_pieces(const NetcdfFile& file, int variable) {
    const std::vector<std::size_t> shape = file.shape(variable);
    if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return;
    std::vector<std::size_t> piece = shape;
    int storage = NC_CONTIGUOUS;
    if (nc_inq_var_chunking(file.id(), variable, &storage, piece.data()) != NC_NOERR) return;
    if (storage != NC_CHUNKED) piece = shape;
    std::vector<std::size_t> place(shape.size());
    bool more = true;
    while (more) {
        std::array<double, 1> value{};
        // A piece that the library refuses is refused again when it is asked for.
        nc_get_var1(file.id(), variable, place.data(), value.data());
        more = false;
        for (std::size_t i = place.size(); i > 0 && !more; --i) {
            place[i - 1] += std::max<std::size_t>(piece[i - 1], 1);
            more = place[i - 1] < shape[i - 1];
            if (!more) place[i - 1] = 0;
        }
    }
}

void read_through(const std::filesystem::path& path) {
    NetcdfFile file = NetcdfFile::open_unchecked(path, NetcdfFile::Access::read);
    read_attributes(file.id(), NC_GLOBAL);
    int variables = 0;
    nc_inq_nvars(file.id(), &variables);
    for (int variable = 0; variable < variables; ++variable) {
        read_attributes(file.id(), variable);
        if (file.type(variable) > NC_UINT64) continue;
        require_room_for(file, variable);
        read_pieces(file, variable);
    }
    file.close();
}

}  // namespace

void require_survivable(const std::filesystem::path& path) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    const std::chrono::seconds size_time(unknown ? 0 : size / bytes_per_trial_second);
    const bool is_whole = survives(path, min_trial_time + size_time, [&] {
        // Memory that was never written, and is used all the same, is to show here and not by chance later.
        mallopt(M_PERTURB, 0xa5);
        read_through(path);
    });
    if (!is_whole) refuse_damaged_file(path);
}

}  // namespace fabricmap
