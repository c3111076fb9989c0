// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/labels.hpp"

#include "netcdf_schema/output_file.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace fabricmap::clusterizer {

void write_labels(const Archive& archive, const std::filesystem::path& path, bool overwrite,
                  Progress& progress) {
    require_free(path, overwrite);
    const ArchiveHeader& header = archive.header();
    OutputFile file(path);
    std::string text = "sender,receiver";
    for (const ClusterRange& range : header.ranges) {
        fmt::format_to(std::back_inserter(text), ",{}-{}", header.run.message_lengths[range.first_plane],
                       header.run.message_lengths[range.first_plane + range.planes - 1]);
    }
    text += "\n";
    const std::int64_t ranks = header.run.rank_count();
    progress.begin(static_cast<std::size_t>(ranks), "senders");
    for (std::int64_t sender = 0; sender < ranks; ++sender) {
        for (std::int64_t receiver = 0; receiver < ranks; ++receiver) {
            fmt::format_to(std::back_inserter(text), "{},{}", sender, receiver);
            for (std::size_t range = 0; range < header.ranges.size(); ++range) {
                fmt::format_to(std::back_inserter(text), ",{}", archive.label(range, sender, receiver));
            }
            text += "\n";
        }
        file.write(text);
        text.clear();
        progress.step();
    }
    file.commit();
}

}  // namespace fabricmap::clusterizer
