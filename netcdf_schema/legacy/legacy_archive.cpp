// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/legacy/legacy_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap {
namespace {

struct Archive {
    std::shared_ptr<const NetcdfFile> file;
    int info = -1;  ///< groups × ranks × ranks: where the cluster of a pair begins in `values`
    std::vector<std::int64_t> ends;  ///< first plane after each group
    std::vector<double> values;
};

class LegacyArchiveStack : public BlockStack {
  public:
    LegacyArchiveStack(std::shared_ptr<const Archive> archive, Statistic statistic, std::int64_t rank_count,
                       std::vector<std::int64_t> message_lengths, Repairs repairs)
        : BlockStack(statistic, rank_count, std::move(message_lengths), repairs,
                     archive->file->path().string()),
          archive_(std::move(archive)) {}

  private:
    [[nodiscard]] Matrix read_block(std::size_t plane, const Block& block) const override {
        const auto& ends = archive_->ends;
        const auto absolute = static_cast<std::int64_t>(plane);
        const auto group = std::find_if(ends.begin(), ends.end(), [&](auto end) { return absolute < end; });
        const std::array start{static_cast<std::size_t>(group - ends.begin()), block.row, block.column};
        const std::array count{std::size_t{1}, block.rows, block.columns};
        Matrix cells(static_cast<Eigen::Index>(block.rows), static_cast<Eigen::Index>(block.columns));
        archive_->file->read(archive_->info, start, count, cells.data());
        return cells.unaryExpr([&](double offset) { return value_at(offset + static_cast<double>(plane)); });
    }

    [[nodiscard]] double value_at(double place) const {
        if (!(place >= 0) || place >= static_cast<double>(archive_->values.size())) {
            archive_->file->refuse("ainfo points outside adata: the archive is damaged");
        }
        // Holes hold the library's fill value, 9.96921e+36: no plausible delay, so they become missing like
        // others.
        return archive_->values[static_cast<std::size_t>(place)];
    }

    std::shared_ptr<const Archive> archive_;
};

struct ArchiveFile {
    std::shared_ptr<const Archive> archive;
    LegacyHeader header;
    Statistic statistic;

    [[nodiscard]] std::shared_ptr<const DelayStack> stack(const std::vector<std::int64_t>& lengths) const {
        return std::make_shared<LegacyArchiveStack>(archive, statistic,
                                                    static_cast<std::int64_t>(header.ranks), lengths,
                                                    legacy_repairs(header.mode, statistic));
    }
};

std::size_t check_groups(const NetcdfFile& file, const Archive& archive) {
    const auto planes = file.dimension_length("ai");
    if (!planes || *planes > max_planes) file.refuse("the archive does not state its number of planes");
    const bool ascending = std::is_sorted(archive.ends.begin(), archive.ends.end());
    const bool covers = *planes == 0 || (!archive.ends.empty() && archive.ends.back() >= 0 &&
                                         static_cast<std::size_t>(archive.ends.back()) >= *planes);
    if (!ascending || !covers) file.refuse("alength does not cover the planes: the archive is damaged");
    return *planes;
}

bool is_legacy_archive(const Content& content) {
    return content.netcdf && content.netcdf->find_variable("ainfo") >= 0 &&
           content.netcdf->find_variable("adata") >= 0;
}

std::optional<ArchiveFile> open_archive_file(const Content& content) {
    if (!is_legacy_archive(content)) return std::nullopt;
    const NetcdfFile& file = *content.netcdf;
    file.require_whole_records();
    const int data = file.find_variable("adata");
    const int length = file.find_variable("alength");
    Archive archive{content.netcdf, file.find_variable("ainfo"), {}, {}};
    const std::vector<std::size_t> shape = file.shape(archive.info);
    require_matrix_shape(file, archive.info, shape);
    if (length < 0 || file.shape(length) != std::vector{shape[0]} || file.shape(data).size() != 1) {
        file.refuse("alength and adata do not fit ainfo: the archive is damaged");
    }
    archive.ends = file.read_integers(length);
    archive.values = file.read_doubles(data);
    const std::size_t planes = check_groups(file, archive);
    const LegacyHeader header = read_legacy_header(file, "a", shape[1], planes);
    const auto statistic = statistic_numbered(header.data_type);
    if (!statistic)
        file.refuse(fmt::format("the header says data_type {}, which is unknown", header.data_type));
    return ArchiveFile{std::make_shared<Archive>(std::move(archive)), header, *statistic};
}

Run open_legacy_archive(const Request& request, const Content& content) {
    const auto files = open_family<ArchiveFile>(
        request, content, open_archive_file,
        [](const auto& first, const auto& other) { return same_legacy_run(first.header, other.header); });
    return assemble_legacy_run(request, files);
}

}  // namespace

extern constinit const Reader legacy_archive{"archive of the older toolkit", is_legacy_archive,
                                             open_legacy_archive};

}  // namespace fabricmap
