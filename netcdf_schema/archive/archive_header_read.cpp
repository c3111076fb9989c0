// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/archive/archive_layout.hpp"
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace fabricmap {
namespace {

void require_known_version(const NetcdfFile& file) {
    require_known_schema(file);
    const auto version = read_archive_version(file);
    if (!version || *version < 1) refuse_damaged(file, "the archive states no version");
    if (*version > archive_version) {
        file.refuse(fmt::format("the archive has version {}, this program knows {}: use a newer fabricmap",
                                *version, archive_version));
    }
}

/// The variable of that name, which must hold numbers and fit into the file.
int find_numbers(const NetcdfFile& file, const char* name) {
    const int variable = file.find_variable(name);
    if (variable < 0) refuse_damaged(file, fmt::format("the variable {} is missing", name));
    if (file.type(variable) == NC_CHAR || file.type(variable) > NC_UINT64)
        refuse_damaged(file, fmt::format("{} holds no numbers", name));
    require_room_for(file, variable);
    return variable;
}

/// The same of one dimension; of that length where one is given.
int find_list(const NetcdfFile& file, const char* name, std::optional<std::size_t> length = std::nullopt) {
    const int variable = find_numbers(file, name);
    const std::vector<std::size_t> shape = file.shape(variable);
    if (shape.size() != 1 || shape[0] != length.value_or(shape[0]))
        refuse_damaged(file, fmt::format("{} has the wrong length", name));
    return variable;
}

int find_labels(const NetcdfFile& file) {
    const int info = find_numbers(file, "info");
    const std::vector<std::size_t> shape = file.shape(info);
    require_matrix_shape(file, info, shape);
    const int type = file.type(info);
    if (shape.size() != 3 || shape[0] == 0 || (type != NC_UBYTE && type != NC_USHORT && type != NC_UINT))
        refuse_damaged(file, "info holds no clusters");
    return info;
}

std::vector<std::int64_t> read_lengths(const NetcdfFile& file) {
    std::vector<std::int64_t> lengths = file.read_integers(find_list(file, "message_length"));
    const bool ascending =
        std::adjacent_find(lengths.begin(), lengths.end(), std::greater_equal<>()) == lengths.end();
    if (lengths.empty() || lengths.size() > max_planes || lengths.front() < 0 || !ascending)
        refuse_damaged(file, "the message lengths do not ascend");
    return lengths;
}

/// Whether they begin with 0 and ascend, the end behind the last.
bool cut_without_gaps(const std::vector<std::int64_t>& begins, std::size_t end) {
    return begins.front() == 0 && std::cmp_less(begins.back(), end) &&
           std::adjacent_find(begins.begin(), begins.end(), std::greater_equal<>()) == begins.end();
}

std::vector<ClusterRange> read_ranges(const NetcdfFile& file, std::size_t count, std::size_t planes,
                                      int data) {
    const std::vector<std::int64_t> first_planes = file.read_integers(find_list(file, "length", count));
    const std::vector<std::int64_t> offsets = file.read_integers(find_list(file, "offset", count));
    const std::size_t values = file.shape(data).front();
    if (!cut_without_gaps(first_planes, planes)) refuse_damaged(file, "length does not cover the planes");
    if (!cut_without_gaps(offsets, values)) refuse_damaged(file, "offset does not cover data");

    std::vector<ClusterRange> ranges;
    for (std::size_t range = 0; range < count; ++range) {
        const auto from_here = [&](const std::vector<std::int64_t>& begins, std::size_t end) {
            return (range + 1 < count ? static_cast<std::size_t>(begins[range + 1]) : end) -
                   static_cast<std::size_t>(begins[range]);
        };
        const std::size_t length = from_here(first_planes, planes);
        const std::size_t means = from_here(offsets, values);
        if (means % length != 0) refuse_damaged(file, "offset does not fit length");
        ranges.push_back({static_cast<std::size_t>(first_planes[range]), length, means / length});
    }
    return ranges;
}

void read_exception_index(const NetcdfFile& file, std::size_t ranks, ArchiveContent& content) {
    const std::int64_t count = read_exception_count(file);
    content.header.exceptions = static_cast<std::size_t>(count);
    if (count == 0) return;
    ArchiveVariables& variables = content.variables;
    variables.exception_begin = find_list(file, "exception_begin", ranks + 1);
    variables.exception_receiver = find_list(file, "exception_receiver", content.header.exceptions);
    variables.exception_plane = find_list(file, "exception_plane", content.header.exceptions);
    variables.exception_value = find_list(file, "exception_value", content.header.exceptions);
    content.exception_begin = file.read_integers(variables.exception_begin);
    const std::vector<std::int64_t>& begin = content.exception_begin;
    if (begin.front() != 0 || begin.back() != count || !std::is_sorted(begin.begin(), begin.end()))
        refuse_damaged(file, "exception_begin does not cover the exceptions");
}

RunDescription read_run(const NetcdfFile& file, std::size_t ranks) {
    require_host_names(file, ranks);
    require_room_for(file, file.find_variable("host_name"));
    RunDescription run = read_description(file);
    if (run.title.ends_with(title_ending)) run.title.resize(run.title.size() - title_ending.size());
    run.message_lengths = read_lengths(file);
    return run;
}

}  // namespace

void refuse_damaged(const NetcdfFile& file, std::string_view what) {
    file.refuse(fmt::format("{}: the archive is damaged; copy it or make it again", what));
}

ArchiveContent read_archive_header(const NetcdfFile& file) {
    if (!is_archive(file))
        file.refuse("this is not an archive of Fabricmap; make one of a run with network_clusterizer");
    require_known_version(file);
    ArchiveContent content;
    content.variables.info = find_labels(file);
    content.variables.data = find_list(file, "data");
    const std::vector<std::size_t> shape = file.shape(content.variables.info);
    ArchiveHeader& header = content.header;
    header.run = read_run(file, shape[1]);
    header.ranges = read_ranges(file, shape[0], header.run.message_lengths.size(), content.variables.data);
    header.facts = read_facts(file);
    const auto statistic = read_statistic(file);
    if (!statistic) refuse_damaged(file, "data_type is unknown");
    header.statistic = *statistic;
    read_exception_index(file, shape[1], content);
    return content;
}

}  // namespace fabricmap
