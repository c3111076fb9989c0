// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/file/plane_stack.hpp"
#include "netcdf_schema/layouts/header.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/legacy/legacy_run.hpp"
#include "netcdf_schema/legacy/sample_stack.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <numeric>

namespace fabricmap {
namespace {

constexpr int single_delays = 5;
constexpr int counts = 6;

struct VariantFile {
    std::shared_ptr<const NetcdfFile> file;
    int data = -1;
    LegacyHeader header;
    Statistic statistic;  ///< of a file of single delays: none of its own
    bool has_samples = false;

    [[nodiscard]] Repairs repairs() const {
        // All statistics come from the same samples here, so the round trips of the plain files' median do
        // not occur.
        Repairs repairs = legacy_repairs(header.mode, Statistic::average);
        repairs.transposed = true;
        return repairs;
    }
    [[nodiscard]] std::shared_ptr<const DelayStack> stack(const std::vector<std::int64_t>& lengths) const {
        std::vector<std::size_t> records(lengths.size());
        std::iota(records.begin(), records.end(), std::size_t{0});
        return std::make_shared<PlaneStack>(file, data, statistic, static_cast<std::int64_t>(header.ranks),
                                            lengths, std::move(records), repairs());
    }
    [[nodiscard]] std::shared_ptr<const DelayStack> computed(Statistic wanted,
                                                             const std::vector<std::int64_t>& lengths) const {
        return std::make_shared<SampleStack>(file, data, wanted, static_cast<std::int64_t>(header.ranks),
                                             lengths, repairs());
    }
};

/// The variable "data", else the first double of three dimensions; -1 where there is none.
int find_data(const NetcdfFile& file) {
    const int named = file.find_variable("data");
    if (named >= 0) return named;
    int variables = 0;
    file.check(nc_inq_nvars(file.id(), &variables), "read the header");
    for (int variable = 0; variable < variables; ++variable) {
        if (file.type(variable) == NC_DOUBLE && file.shape(variable).size() == 3) return variable;
    }
    return -1;
}

bool is_variant_2024(const Content& content) {
    return content.netcdf && !has_our_schema(*content.netcdf) && !content.netcdf->scalar("test_type") &&
           content.netcdf->find_variable("begin_mes_length") >= 0 && find_data(*content.netcdf) >= 0;
}

std::optional<VariantFile> open_variant_file(const Content& content) {
    if (!is_variant_2024(content)) return std::nullopt;
    const NetcdfFile& file = *content.netcdf;
    const int data = find_data(file);
    const std::vector<std::size_t> shape = file.shape(data);
    require_matrix_shape(file, data, shape);
    file.require_whole_records();
    const LegacyHeader header = read_legacy_header(file, "", shape[1], shape[0]);
    if (header.data_type == single_delays && shape.size() == 4) {
        return VariantFile{content.netcdf, data, header, Statistic::median, true};
    }
    const auto statistic =
        header.data_type == counts ? std::optional(Statistic::count) : statistic_numbered(header.data_type);
    if (!statistic || shape.size() != 3) {
        file.refuse(
            fmt::format("data_type {} with {} dimensions is unknown", header.data_type, shape.size()));
    }
    return VariantFile{content.netcdf, data, header, *statistic, false};
}

Run open_variant_2024(const Request& request, const Content& content) {
    const auto files = open_family<VariantFile>(
        request, content, open_variant_file,
        [](const auto& first, const auto& other) { return same_legacy_run(first.header, other.header); });
    const VariantFile& first = files.front();
    std::size_t planes = first.header.planes;
    for (const VariantFile& entry : files) planes = std::min(planes, entry.header.planes);
    const std::vector<std::int64_t> lengths = legacy_lengths(first.header, planes);

    Run::Stacks stacks;
    for (const VariantFile& entry : files) {
        // A named file of single delays speaks for itself: nothing beside it is taken.
        const bool alone = request.names_file && first.has_samples;
        if (!entry.has_samples && !alone) stacks.try_emplace(entry.statistic, entry.stack(lengths));
    }
    const auto samples =
        std::find_if(files.begin(), files.end(), [](const auto& entry) { return entry.has_samples; });
    if (samples != files.end()) {
        for (const Statistic statistic : all_statistics) {
            if (!stacks.contains(statistic)) stacks.emplace(statistic, samples->computed(statistic, lengths));
        }
    }
    const bool names_statistic = request.names_file && !first.has_samples;
    return {request.label, describe_legacy(first.header, lengths, request.prefix), std::move(stacks),
            names_statistic ? std::optional(first.statistic) : std::nullopt};
}

}  // namespace

extern constinit const Reader variant_2024{"run of the older toolkit's variant of 2024", is_variant_2024,
                                           open_variant_2024};

}  // namespace fabricmap
