// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_file.hpp"

#include "netcdf_schema/collectives/layout.hpp"
#include "netcdf_schema/layouts/header.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace fabricmap {
namespace {

bool begins_as_cdf5(const std::filesystem::path& path) {
    std::array<char, 4> magic{};
    std::ifstream file(path, std::ios::binary);
    return file.read(magic.data(), magic.size()) && std::string_view(magic.data(), magic.size()) == "CDF\x05";
}

}  // namespace

std::filesystem::path collectives_path(const std::filesystem::path& prefix) {
    return std::filesystem::path(prefix).concat("_collectives.nc");
}

std::optional<std::filesystem::path> find_collectives(const std::filesystem::path& name) {
    std::error_code error;
    const std::filesystem::path of_prefix = collectives_path(name);
    const bool names_file = std::filesystem::is_regular_file(name, error);
    if (!names_file)
        return std::filesystem::is_regular_file(of_prefix, error) ? std::optional(of_prefix) : std::nullopt;
    // Any other format is none of these, and may be costly to open.
    if (!begins_as_cdf5(name)) return std::nullopt;
    const NetcdfFile file = NetcdfFile::open(name, NetcdfFile::Access::read);
    return holds_collectives(file) ? std::optional(name) : std::nullopt;
}

CollectiveFile::CollectiveFile(const std::filesystem::path& path)
    : path_(path),
      file_(std::make_shared<NetcdfFile>(NetcdfFile::open(path, NetcdfFile::Access::read))),
      run_(read_collectives_header(*file_)),
      records_(visit_records(*file_)) {}

void CollectiveFile::each_visit(const std::function<void(CollectiveVisit&&)>& take) const {
    for (std::size_t first = 0; first < records_; first += visits_at_once) {
        const std::size_t count = std::min(visits_at_once, records_ - first);
        for (CollectiveVisit& visit : read_visit_records(*file_, run_, first, count)) {
            if (visit.record_time > 0) take(std::move(visit));
        }
    }
}

std::vector<CollectiveVisit> CollectiveFile::visits() const {
    std::vector<CollectiveVisit> visits;
    each_visit([&](CollectiveVisit&& visit) { visits.push_back(std::move(visit)); });
    return visits;
}

}  // namespace fabricmap
