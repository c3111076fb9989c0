// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/archive/archive_layout.hpp"
#include "netcdf_schema/layouts/attribute_table.hpp"
#include "netcdf_schema/layouts/attributes.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <array>

namespace fabricmap {
namespace {

constexpr const char* exceptions_attribute = "exceptions";

using ArchiveAttribute = Attribute<ArchiveFacts>;
constexpr std::array archive_facts{
    ArchiveAttribute{"threshold", &ArchiveFacts::threshold},
    ArchiveAttribute{"absolute_threshold", &ArchiveFacts::absolute_threshold},
    ArchiveAttribute{"threshold_reason", &ArchiveFacts::threshold_reason},
    ArchiveAttribute{"relative_noise", &ArchiveFacts::noise},
    ArchiveAttribute{"exceptions_per_pair", &ArchiveFacts::exceptions_per_pair},
    ArchiveAttribute{"shortest_range", &ArchiveFacts::shortest_range},
    ArchiveAttribute{"largest_relative_error", &ArchiveFacts::largest_relative_error},
    ArchiveAttribute{"rms_relative_error", &ArchiveFacts::rms_relative_error},
};

}  // namespace

void put_facts(const NetcdfFile& file, const ArchiveHeader& archive) {
    file.put_attribute("title", title_of(archive.run).append(title_ending));
    file.put_attribute(archive_attribute, archive_version);
    file.put_attribute(exceptions_attribute, static_cast<std::int64_t>(archive.exceptions));
    put_fields(file, archive_facts, archive.facts);
}

ArchiveFacts read_facts(const NetcdfFile& file) {
    ArchiveFacts facts;
    read_fields(file, archive_facts, facts);
    return facts;
}

std::optional<std::int64_t> read_archive_version(const NetcdfFile& file) {
    return file.integer_attribute(archive_attribute);
}

std::int64_t read_exception_count(const NetcdfFile& file) {
    const std::int64_t count = file.integer_attribute(exceptions_attribute).value_or(-1);
    if (count < 0) refuse_damaged(file, "the archive does not state its number of exceptions");
    return count;
}

}  // namespace fabricmap
