// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/recording.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <set>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;

/// The files that ranks left whose calls of MPI are not seen.
std::vector<int> unseen_ranks_in(const fs::path& folder, std::string& reason) {
    constexpr std::string_view beginning = "unseen";
    std::vector<std::pair<int, fs::path>> files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename();
        int rank = 0;
        const char* const digits = name.data() + beginning.size();
        if (!name.starts_with(beginning)) continue;
        if (std::from_chars(digits, name.data() + name.size(), rank).ec != std::errc()) continue;
        files.emplace_back(rank, entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<int> ranks;
    ranks.reserve(files.size());
    for (const auto& [rank, path] : files) ranks.push_back(rank);
    if (!files.empty()) {
        std::ifstream file(files.front().second);
        std::getline(file, reason);
    }
    return ranks;
}

std::string unseen_text(const std::vector<int>& ranks, const std::string& reason) {
    return fmt::format("Calls of MPI by {} are not seen, the first of them rank {} ({}): time in MPI unknown",
                       counted(std::ssize(ranks), "rank"), ranks.front(), reason);
}

std::vector<fs::path> rank_files_in(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename();
        std::error_code ignored;
        // An empty one is of a rank that was killed at that moment, or found the disk full: it has no file.
        const bool is_empty = entry.is_regular_file(ignored) && entry.file_size(ignored) == 0;
        if (name.starts_with("rank") && name.ends_with(".trace") && !is_empty) paths.push_back(entry.path());
    }
    if (error == std::errc::no_such_file_or_directory) {
        throw FileError(fmt::format(
            "{}: not there: the name is wrong, or no MPI call was seen of the program that was to "
            "be recorded",
            folder.string()));
    }
    if (error == std::errc::not_a_directory) {
        throw FileError(
            fmt::format("{}: no folder; give that which network_trace record wrote", folder.string()));
    }
    if (error) throw FileError(fmt::format("{}: {}", folder.string(), error.message()));
    std::string reason;
    const std::vector<int> unseen = unseen_ranks_in(folder, reason);
    if (paths.empty() && !unseen.empty()) {
        throw FileError(
            fmt::format("{}: nothing is recorded: {}", folder.string(), unseen_text(unseen, reason)));
    }
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

/// Missing ranks that are not in the list of those that were recorded; none where there is no list.
std::vector<int> unrecorded_of(const fs::path& folder, const std::vector<int>& missing) {
    std::ifstream list(folder / recorded_ranks_file);
    std::uint64_t run_id = 0;
    if (!(list >> run_id)) return {};
    const std::set<int> recorded{std::istream_iterator<int>(list), {}};
    std::vector<int> unrecorded;
    std::copy_if(missing.begin(), missing.end(), std::back_inserter(unrecorded),
                 [&](int rank) { return !recorded.contains(rank); });
    return unrecorded;
}

}  // namespace

bool Recording::is_complete() const noexcept {
    return missing_ranks.empty() && unseen_ranks.empty() &&
           std::all_of(ranks.begin(), ranks.end(), [](const RankRecording& rank) {
               return rank.header.is_complete != 0 && !rank.is_cut_off && rank.header.lost_calls == 0;
           });
}

std::string describe_gaps(const Recording& recording) {
    std::string text;
    std::vector<int> lost;
    std::set_difference(recording.missing_ranks.begin(), recording.missing_ranks.end(),
                        recording.unrecorded_ranks.begin(), recording.unrecorded_ranks.end(),
                        std::back_inserter(lost));
    if (!lost.empty()) {
        text += fmt::format("Missing: the files of {}, the first of them rank {}\n",
                            counted(std::ssize(lost), "rank"), lost.front());
    }
    if (!recording.unrecorded_ranks.empty()) {
        text += fmt::format(
            "Not recorded: {} of {}, the first of them rank {}: messages with them have one side, and waits "
            "of theirs "
            "are not known\n",
            recording.unrecorded_ranks.size(), counted(recording.rank_count, "rank"),
            recording.unrecorded_ranks.front());
    }
    for (const fs::path& world : recording.spawned) {
        text += fmt::format("Processes that it has spawned are recorded in {}\n", world.string());
    }
    if (!recording.unseen_ranks.empty()) {
        text += unseen_text(recording.unseen_ranks, recording.unseen_reason) + '\n';
    }
    std::vector<int> ended_early;
    for (const RankRecording& rank : recording.ranks) {
        if (rank.header.is_complete == 0) ended_early.push_back(rank.header.rank);
    }
    if (!ended_early.empty()) {
        text += fmt::format("Not at the end: {}, the first of them rank {}: the last second may be missing\n",
                            counted(std::ssize(ended_early), "rank"), ended_early.front());
    }
    for (const RankRecording& rank : recording.ranks) {
        if (rank.is_cut_off) {
            text +=
                fmt::format("{}: its end cannot be read; what is before it is used\n", rank.path.string());
        }
    }
    return text;
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
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().filename().string().starts_with(folder_of_spawned))
            recording.spawned.push_back(entry.path());
    }
    std::sort(recording.spawned.begin(), recording.spawned.end());
    recording.unseen_ranks = unseen_ranks_in(folder, recording.unseen_reason);
    recording.unrecorded_ranks = unrecorded_of(folder, recording.missing_ranks);
    return recording;
}

}  // namespace fabricmap::tracing
