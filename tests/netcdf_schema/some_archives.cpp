// SPDX-License-Identifier: Apache-2.0
#include "some_archives.hpp"

#include "netcdf_schema/archive/archive_writer.hpp"
#include "some_runs.hpp"

namespace fabricmap::testing {

Matrix SomeArchive::plane(std::size_t plane) const {
    std::size_t range = 0;
    std::size_t first_mean = 0;
    while (plane >= header.ranges[range].first_plane + header.ranges[range].planes) {
        first_mean += header.ranges[range].planes * header.ranges[range].clusters;
        ++range;
    }
    const ClusterRange& of = header.ranges[range];
    Matrix values(header.run.rank_count(), header.run.rank_count());
    for (Eigen::Index pair = 0; pair < values.size(); ++pair) {
        const std::uint32_t label = labels[range][static_cast<std::size_t>(pair)];
        values.data()[pair] = means[first_mean + label * of.planes + (plane - of.first_plane)];
    }
    for (const ArchiveException& exception : exceptions) {
        if (exception.plane == plane) values(exception.sender, exception.receiver) = exception.value;
    }
    return values;
}

ArchiveHeader some_archive_header(std::size_t ranks, const std::vector<std::size_t>& planes,
                                  std::size_t clusters) {
    ArchiveHeader header;
    std::vector<std::int64_t> lengths;
    for (const std::size_t count : planes) {
        header.ranges.push_back({lengths.size(), count, clusters});
        for (std::size_t k = 0; k < count; ++k)
            lengths.push_back(static_cast<std::int64_t>(lengths.size() * 100));
    }
    header.run = some_description(ranks, lengths);
    header.run.finished = "2024-05-16T11:00:00Z";
    header.run.complete = true;
    header.facts = {0.05, 1e-7, "three times the noise", 0.0125, 2, 3, 0.049, 0.011};
    return header;
}

SomeArchive regular_archive(std::size_t ranks, std::size_t clusters) {
    SomeArchive archive;
    archive.header = some_archive_header(ranks, {2, 2}, clusters);
    for (std::size_t range = 0; range < 2; ++range) {
        auto& labels = archive.labels.emplace_back();
        for (std::size_t pair = 0; pair < ranks * ranks; ++pair) {
            const std::size_t block = pair / ranks / 4 + pair % ranks / 4;
            labels.push_back(static_cast<std::uint32_t>((block + range) % clusters));
        }
    }
    for (std::size_t mean = 0; mean < 4 * clusters; ++mean)
        archive.means.push_back(1e-6 * static_cast<double>(mean + 1));
    return archive;
}

SomeArchive archive_with_exceptions(std::size_t ranks) {
    SomeArchive archive = regular_archive(ranks);
    for (std::size_t sender = 0; sender < ranks; ++sender) {
        archive.exceptions.push_back({static_cast<std::int64_t>(sender),
                                      static_cast<std::int64_t>((sender + 1) % ranks), sender % 4,
                                      1e-3 * static_cast<double>(sender + 1)});
    }
    archive.header.exceptions = ranks;
    return archive;
}

void write_archive(const std::filesystem::path& path, const SomeArchive& archive) {
    ArchiveWriter writer(path, archive.header, false);
    for (std::size_t range = 0; range < archive.labels.size(); ++range)
        writer.write_labels(range, 0, archive.labels[range]);
    writer.write_means(archive.means);
    writer.write_exceptions(archive.exceptions);
    writer.finish();
}

}  // namespace fabricmap::testing
