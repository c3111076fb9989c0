// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/recording.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> rank_files_in(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename();
        if (name.starts_with("rank") && name.ends_with(".trace")) paths.push_back(entry.path());
    }
    if (error == std::errc::no_such_file_or_directory) {
        throw FileError(
            fmt::format("{}: no trace is there: it is made when the program that network_trace record "
                        "starts calls MPI_Init, and no MPI call was seen",
                        folder.string()));
    }
    if (error == std::errc::not_a_directory) {
        throw FileError(
            fmt::format("{}: no folder; give that which network_trace record wrote", folder.string()));
    }
    if (error) throw FileError(fmt::format("{}: {}", folder.string(), error.message()));
    if (paths.empty()) {
        throw FileError(fmt::format("{}: no trace: network_trace record writes rank00000.trace and so on",
                                    folder.string()));
    }
    return paths;
}

void require_one_run(const RankRecording& rank, const RankRecording& first) {
    const bool is_same =
        rank.header.run_id == first.header.run_id && rank.header.rank_count == first.header.rank_count;
    if (is_same) return;
    throw FileError(fmt::format("{}: of another run than {}; keep the files of one run in a folder",
                                rank.path.string(), first.path.filename().string()));
}

}  // namespace

bool Recording::is_complete() const noexcept {
    return missing_ranks.empty() && std::all_of(ranks.begin(), ranks.end(), [](const RankRecording& rank) {
               return rank.header.is_complete != 0 && !rank.is_cut_off && rank.header.lost_calls == 0;
           });
}

ClockMessages clock_messages_of(const FileHeader& header) noexcept {
    ClockMessages messages;
    for (const ClockSighting& sighting : {header.first_sighting, header.last_sighting}) {
        if (sighting.half_trip_ns < 0) continue;
        messages.sent += sighting.exchanges + 1;
        messages.answers += sighting.exchanges;
    }
    return messages;
}

Recording read_recording(const fs::path& folder) {
    Recording recording;
    recording.folder = folder;
    for (const fs::path& path : rank_files_in(folder)) recording.ranks.push_back(read_rank_file(path));
    std::sort(recording.ranks.begin(), recording.ranks.end(),
              [](const auto& a, const auto& b) { return a.header.rank < b.header.rank; });
    recording.rank_count = recording.ranks.front().header.rank_count;
    int expected = 0;
    for (const RankRecording& rank : recording.ranks) {
        require_one_run(rank, recording.ranks.front());
        if (rank.header.rank < expected) {
            throw FileError(
                fmt::format("{}: a second file of rank {}", rank.path.string(), rank.header.rank));
        }
        for (; expected < rank.header.rank; ++expected) recording.missing_ranks.push_back(expected);
        ++expected;
    }
    for (; expected < recording.rank_count; ++expected) recording.missing_ranks.push_back(expected);
    return recording;
}

}  // namespace fabricmap::tracing
