// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/labels.hpp"

#include "base/output_file.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace fabricmap::clusterizer {

void write_labels(const Archive& archive, const std::filesystem::path& path, bool overwrite,
                  Progress& progress) {
    const bool to_stdout = path == standard_output;
    if (!to_stdout) require_free(path, overwrite);
    std::optional<OutputFile> file;
    if (!to_stdout) file.emplace(path);
    const auto write = [&](std::string_view text) { to_stdout ? print_out(text) : file->write(text); };
    const ArchiveHeader& header = archive.header();
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
        write(text);
        text.clear();
        progress.step();
    }
    if (file) file->commit();
}

}  // namespace fabricmap::clusterizer
