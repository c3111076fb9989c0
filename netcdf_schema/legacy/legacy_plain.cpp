// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/file/plane_stack.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/legacy/legacy_run.hpp"

#include <fmt/format.h>

#include <numeric>

namespace fabricmap {
namespace {

struct PlainFile {
    std::shared_ptr<const NetcdfFile> file;
    int data = -1;
    LegacyHeader header;
    Statistic statistic;

    [[nodiscard]] std::shared_ptr<const DelayStack> stack(const std::vector<std::int64_t>& lengths) const {
        std::vector<std::size_t> records(lengths.size());
        std::iota(records.begin(), records.end(), std::size_t{0});
        return std::make_shared<PlaneStack>(file, data, statistic, static_cast<std::int64_t>(header.ranks),
                                            lengths, std::move(records),
                                            legacy_repairs(header.mode, statistic));
    }
};

bool is_legacy_plain(const Content& content) {
    return content.netcdf && !has_our_schema(*content.netcdf) && content.netcdf->scalar("test_type") &&
           content.netcdf->find_variable("data") >= 0;
}

std::optional<PlainFile> open_plain_file(const Content& content) {
    if (!is_legacy_plain(content)) return std::nullopt;
    const NetcdfFile& file = *content.netcdf;
    const int data = file.find_variable("data");
    const std::vector<std::size_t> shape = file.shape(data);
    require_matrix_shape(file, data, shape);
    if (shape.size() != 3) file.refuse(fmt::format("data has {} dimensions, a run has 3", shape.size()));
    file.require_whole_records();
    const LegacyHeader header = read_legacy_header(file, "", shape[1], shape[0]);
    const auto statistic = statistic_numbered(header.data_type);
    if (!statistic)
        file.refuse(fmt::format("the header says data_type {}, which is unknown", header.data_type));
    return PlainFile{content.netcdf, data, header, *statistic};
}

Run open_legacy_plain(const Request& request, const Content& content) {
    const auto files = open_family<PlainFile>(
        request, content, open_plain_file,
        [](const auto& first, const auto& other) { return same_legacy_run(first.header, other.header); });
    return assemble_legacy_run(request, files);
}

}  // namespace

extern constinit const Reader legacy_plain{"run of the older toolkit", is_legacy_plain, open_legacy_plain};

}  // namespace fabricmap
