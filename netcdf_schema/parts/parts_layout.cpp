// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/parts/parts_layout.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/layouts/reader.hpp"
#include "netcdf_schema/parts/joined_stack.hpp"
#include "netcdf_schema/parts/part_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>
#include <utility>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;

bool all_exist(const std::vector<fs::path>& paths) {
    return std::all_of(paths.begin(), paths.end(), [](const fs::path& path) {
        std::error_code error;
        return fs::exists(path, error);
    });
}

/// The archives that are whole, by their first planes.
std::map<std::size_t, RunPart> whole_archives(const fs::path& folder) {
    std::map<std::size_t, RunPart> found;
    for (const auto& entry : fs::directory_iterator(folder)) {
        std::size_t first = 0;
        std::size_t last = 0;
        const std::string name = entry.path().filename();
        if (std::sscanf(name.c_str(), "range%zu-%zu_", &first, &last) != 2 || last < first) continue;
        RunPart part = archived_part(folder, first, last - first + 1);
        if (all_exist(archives_of(part))) found.insert_or_assign(first, std::move(part));
    }
    return found;
}

bool is_whole_plane(const RunPart& part) {
    return all_exist(plain_files_of(part)) &&
           open_as(own_set, part.prefix).description().message_lengths.size() == 1;
}

using Stacks = std::map<Statistic, JoinedStack::Parts>;

void require_same_run(const Run& run, const RunDescription& head, const RunPart& part) {
    if (run.description().run_id == head.run_id) return;
    throw FileError(fmt::format("{}: this is a part of another run; remove it", part.prefix.string()));
}

}  // namespace

fs::path head_prefix(const fs::path& folder) {
    return folder / "run";
}

RunPart archived_part(const fs::path& folder, std::size_t first_plane, std::size_t planes) {
    const std::size_t last = first_plane + planes - 1;
    return {first_plane, planes, folder / fmt::format("range{:06}-{:06}", first_plane, last)};
}

RunPart plain_part(const fs::path& folder, std::size_t plane) {
    return {plane, 1, folder / fmt::format("plane{:06}", plane)};
}

std::vector<fs::path> archives_of(const RunPart& part) {
    std::vector<fs::path> paths;
    std::transform(all_statistics.begin(), all_statistics.end(), std::back_inserter(paths),
                   [&](Statistic statistic) { return archive_path(part.prefix, statistic); });
    return paths;
}

std::vector<fs::path> plain_files_of(const RunPart& part) {
    std::vector<fs::path> paths;
    std::transform(all_statistics.begin(), all_statistics.end(), std::back_inserter(paths),
                   [&](Statistic statistic) { return statistic_path(part.prefix, statistic); });
    return paths;
}

FoundParts find_parts(const fs::path& folder) {
    FoundParts found;
    const std::map<std::size_t, RunPart> archives = whole_archives(folder);
    std::size_t next = 0;
    for (auto at = archives.find(next); at != archives.end(); at = archives.find(next)) {
        found.archived.push_back(at->second);
        next += at->second.planes;
    }
    for (RunPart plane = plain_part(folder, next); is_whole_plane(plane); plane = plain_part(folder, next)) {
        found.plain.push_back(plane);
        ++next;
    }
    return found;
}

Run join_parts(const std::string& label, const RunDescription& head, const FoundParts& parts) {
    Stacks stacks;
    RunDescription description = head;
    const auto archives = std::make_shared<OpenArchives>();
    for (const RunPart& part : parts.archived) {
        const Run run = open_as(own_archive, part.prefix);
        require_same_run(run, head, part);
        description.archive_error = std::max(description.archive_error, run.description().archive_error);
        for (const Statistic statistic : all_statistics) {
            stacks[statistic].push_back(std::make_shared<PartStack>(
                archives, archive_path(part.prefix, statistic), run.stack(statistic)));
        }
    }
    for (const RunPart& part : parts.plain) {
        const Run run = open_as(own_set, part.prefix);
        require_same_run(run, head, part);
        for (const Statistic statistic : all_statistics) stacks[statistic].push_back(run.stack(statistic));
    }
    Run::Stacks joined;
    for (const Statistic statistic : all_statistics) {
        joined.emplace(statistic, std::make_shared<JoinedStack>(statistic, head.rank_count(),
                                                                std::move(stacks[statistic])));
    }
    description.message_lengths = joined.at(head_statistic)->message_lengths();
    return {label, std::move(description), std::move(joined), std::nullopt};
}

}  // namespace fabricmap
