// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/archive/archive_layout.hpp"
#include "netcdf_schema/file/netcdf_types.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <fmt/format.h>
#include <ncDim.h>
#include <ncVar.h>
#include <netcdf.h>

#include <algorithm>
#include <limits>

namespace fabricmap {
namespace {

using netCDF::NcDim;
using netCDF::NcGroup;
using netCDF::NcType;
using netCDF::NcVar;

// Beyond it a search for the last per cent takes long.
constexpr int deflate_level = 4;
// The library's index of the packed pieces of a variable takes as much.
constexpr std::size_t min_worth_packing_bytes = 2048;

NcVar add_variable(NcGroup& header, const char* name, const NcType& type,
                   const std::vector<NcDim>& dimensions, const char* long_name) {
    const NcVar variable = header.addVar(name, type, dimensions);
    variable.putAtt("long_name", long_name);
    return variable;
}

/// Packs the variable piece by piece; as a whole where no shape of the pieces is given.
void pack(const NcVar& variable, std::vector<std::size_t> piece = {}) {
    std::size_t bytes = variable.getType().getSize();
    for (const NcDim& dimension : variable.getDims()) bytes *= dimension.getSize();
    if (bytes < min_worth_packing_bytes) return;
    if (!piece.empty()) variable.setChunking(NcVar::nc_CHUNKED, piece);
    variable.setCompression(true, true, deflate_level);
    // What does not get smaller is stored as it is, and zlib's own checksum is not there.
    variable.setChecksum(NcVar::nc_FLETCHER32);
}

void define_archive_planes(NcGroup& header, const ArchiveHeader& archive) {
    const NcDim plane = header.addDim("plane", archive.run.message_lengths.size());
    // Whoever selects by a dimension looks for the variable of its name.
    for (const char* name : {"message_length", "plane"}) {
        const NcVar lengths = add_variable(header, name, int64_type, {plane}, "message length");
        lengths.putAtt("units", "byte");
        pack(lengths);
    }
}

void define_clusters(NcGroup& header, const ArchiveHeader& archive, ArchiveVariables& variables) {
    const NcDim n = header.addDim("n", archive.ranges.size());
    const NcDim x = header.getDim("x");
    const NcVar length =
        add_variable(header, "length", int_type, {n}, "first plane of a range of message lengths");
    const NcVar offset = add_variable(header, "offset", int64_type, {n}, "where a range begins in data");
    pack(length);
    pack(offset);

    const NcVar info = add_variable(header, "info", NcType(label_type(archive.ranges)), {n, x, x},
                                    "cluster that a pair belongs to in a range, from 0");
    info.putAtt("row", "sender");
    info.putAtt("column", "receiver");
    const std::size_t tile = std::min(x.getSize(), tile_ranks);
    pack(info, {1, tile, tile});
    variables.info = info.getId();

    const NcDim d = header.addDim("d", data_offsets(archive.ranges).back());
    const NcVar data = add_variable(header, "data", double_type, {d},
                                    "means, range after range, cluster after cluster, plane after plane");
    data.putAtt("units", std::string(unit_of(archive.statistic)));
    data.putAtt("_FillValue", double_type, std::numeric_limits<double>::quiet_NaN());
    pack(data, {std::min(d.getSize(), piece_values)});
    variables.data = data.getId();
}

void define_exceptions(NcGroup& header, const ArchiveHeader& archive, ArchiveVariables& variables) {
    // A dimension of length 0 would be an unlimited one.
    if (archive.exceptions == 0) return;
    const NcDim ends = header.addDim("x_and_end", archive.run.ranks.size() + 1);
    const NcDim e = header.addDim("e", archive.exceptions);
    const NcVar begin = add_variable(header, "exception_begin", int64_type, {ends},
                                     "first exception of a sender; the last one is their number");
    const NcVar receiver =
        add_variable(header, "exception_receiver", int_type, {e}, "receiver of an exception");
    const NcVar plane = add_variable(header, "exception_plane", int_type, {e}, "plane of an exception");
    const NcVar value = add_variable(header, "exception_value", double_type, {e},
                                     "what holds for the pair and plane instead of the mean");
    value.putAtt("units", std::string(unit_of(archive.statistic)));
    value.putAtt("_FillValue", double_type, std::numeric_limits<double>::quiet_NaN());
    pack(begin);
    for (const NcVar& variable : {receiver, plane, value})
        pack(variable, {std::min(e.getSize(), piece_values)});
    variables.exception_begin = begin.getId();
    variables.exception_receiver = receiver.getId();
    variables.exception_plane = plane.getId();
    variables.exception_value = value.getId();
}

void write_numbers(const NetcdfFile& file, const char* name, const std::vector<long long>& numbers) {
    file.check(nc_put_var_longlong(file.id(), file.find_variable(name), numbers.data()), "write the header");
}

}  // namespace

std::vector<std::size_t> data_offsets(const std::vector<ClusterRange>& ranges) {
    std::vector<std::size_t> offsets{0};
    for (const ClusterRange& range : ranges)
        offsets.push_back(offsets.back() + range.clusters * range.planes);
    return offsets;
}

int label_type(const std::vector<ClusterRange>& ranges) {
    std::size_t most = 0;
    for (const ClusterRange& range : ranges) most = std::max(most, range.clusters);
    constexpr std::size_t byte_labels = std::size_t{std::numeric_limits<unsigned char>::max()} + 1;
    constexpr std::size_t short_labels = std::size_t{std::numeric_limits<unsigned short>::max()} + 1;
    return most <= byte_labels ? NC_UBYTE : most <= short_labels ? NC_USHORT : NC_UINT;
}

ArchiveVariables write_archive_header(NetcdfFile& file, const ArchiveHeader& archive) {
    ArchiveVariables variables;
    file.define([&](NcGroup& header) {
        define_run(header, archive.run, archive.statistic);
        for (const char* name : {"host_name", "node", "core", "numa", "usable_cores", "excluded"})
            pack(header.getVar(name));
        define_archive_planes(header, archive);
        define_clusters(header, archive, variables);
        define_exceptions(header, archive, variables);
    });
    define_attributes(file, archive.run);
    put_facts(file, archive);
    file.end_define();

    write_run(file, archive.run, archive.statistic);
    const std::vector<std::int64_t>& lengths = archive.run.message_lengths;
    const std::vector<std::size_t> offsets = data_offsets(archive.ranges);
    std::vector<long long> first_planes;
    for (const ClusterRange& range : archive.ranges)
        first_planes.push_back(static_cast<long long>(range.first_plane));
    for (const char* name : {"message_length", "plane"})
        write_numbers(file, name, {lengths.begin(), lengths.end()});
    write_numbers(file, "length", first_planes);
    write_numbers(file, "offset", {offsets.begin(), offsets.end() - 1});
    return variables;
}

}  // namespace fabricmap
