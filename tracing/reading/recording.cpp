// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/recording.hpp"

#include "base/errors.hpp"
#include "base/number_ranges.hpp"
#include "base/quantities.hpp"
#include "tracing/reading/worlds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
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

bool is_of_rank(const fs::path& path) {
    const std::string name = path.filename();
    return name.starts_with("rank") && name.ends_with(".trace");
}

std::vector<fs::path> rank_files_in(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        // Without its header it is of a rank that was killed at that moment, or found the disk full, or was
        // copied in part: it has no file.
        if (is_of_rank(entry.path()) && !ends_within_header(entry.path())) paths.push_back(entry.path());
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
    if (paths.empty() && fs::exists(folder / claim_file, error)) {
        throw FileError(fmt::format(
            "{}: nothing is recorded: no MPI call was seen of the program that was to be recorded",
            folder.string()));
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

std::optional<int> exit_code_in(const fs::path& folder) {
    std::ifstream file(folder / exit_code_file);
    int code = 0;
    if (file >> code) return code;
    return std::nullopt;
}

std::string describe_unmet(std::size_t count) {
    if (count == 0) return {};
    return fmt::format(
        "Spawns, accepts and connects whose other side is not here, or not known: {}; messages by way "
        "of them have one side\n",
        count);
}

}  // namespace

bool Recording::is_complete() const noexcept {
    return missing_ranks.empty() && unseen_ranks.empty() &&
           std::all_of(ranks.begin(), ranks.end(), [](const RankRecording& rank) {
               return rank.header.is_complete != 0 && !rank.is_cut_off && rank.header.lost_calls == 0;
           });
}

std::string describe_ranks(const World& world) {
    if (world.rank_count == 1) return fmt::format("Rank {}", world.first_rank);
    return fmt::format("Ranks {} to {}", world.first_rank, world.first_rank + world.rank_count - 1);
}

std::vector<IncompleteRank> incomplete_ranks(const Recording& recording) {
    std::map<int, MissingPart> parts;
    for (const int rank : recording.unrecorded_ranks) parts.emplace(rank, MissingPart::recording);
    for (const int rank : recording.missing_ranks) parts.emplace(rank, MissingPart::file);
    for (const int rank : recording.unseen_ranks) parts.insert_or_assign(rank, MissingPart::calls);
    for (const RankRecording& rank : recording.ranks) {
        if (rank.is_cut_off) parts.emplace(rank.header.rank, MissingPart::rest);
        if (rank.header.lost_calls > 0) parts.emplace(rank.header.rank, MissingPart::some_calls);
        if (rank.header.is_complete == 0) parts.emplace(rank.header.rank, MissingPart::end);
    }
    std::vector<IncompleteRank> ranks;
    ranks.reserve(parts.size());
    for (const auto& [rank, part] : parts) ranks.push_back({rank, part, {}, 0});
    return ranks;
}

std::string describe_gaps(const Recording& recording) {
    std::string text;
    std::vector<int> lost;
    std::set_difference(recording.missing_ranks.begin(), recording.missing_ranks.end(),
                        recording.unrecorded_ranks.begin(), recording.unrecorded_ranks.end(),
                        std::back_inserter(lost));
    if (!lost.empty()) {
        text += fmt::format("Missing: the files of {}: {}\n", counted(std::ssize(lost), "rank"),
                            format_ranges(lost));
    }
    if (!recording.unrecorded_ranks.empty()) {
        text += fmt::format(
            "Not recorded: {} of {}: {}; messages with them have one side, and waits of theirs are not "
            "known\n",
            recording.unrecorded_ranks.size(), counted(recording.rank_count, "rank"),
            format_ranges(recording.unrecorded_ranks));
    }
    if (std::any_of(recording.ranks.begin(), recording.ranks.end(),
                    [](const RankRecording& rank) { return !has_checksum(rank.header); })) {
        text +=
            "No checksum of headers: recorded by an older network_trace, a changed byte in them is not "
            "seen\n";
    }
    for (const World& world : recording.worlds) {
        if (recording.worlds.size() == 1) break;
        text += fmt::format("{}: a world of its own, recorded in {}\n", describe_ranks(world),
                            world.folder.string());
    }
    text += describe_unmet(Worlds(recording).unmet_links());
    if (!recording.unseen_ranks.empty()) {
        text += unseen_text(recording.unseen_ranks, recording.unseen_reason) + '\n';
    }
    std::vector<int> ended_early;
    for (const RankRecording& rank : recording.ranks) {
        if (rank.header.is_complete == 0) ended_early.push_back(rank.header.rank);
    }
    if (!ended_early.empty()) {
        text += fmt::format("Not at the end: {}: {}; the last second may be missing\n",
                            counted(std::ssize(ended_early), "rank"), format_ranges(ended_early));
    }
    for (const RankRecording& rank : recording.ranks) {
        if (rank.is_cut_off) {
            text += fmt::format("{}: cut off or damaged; what is before that is used\n", rank.path.string());
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

namespace {

/// Whether it holds a file of a rank.
bool is_of_world(const fs::path& folder) {
    std::error_code error;
    const fs::directory_iterator entries(folder, error);
    return std::any_of(begin(entries), end(entries),
                       [](const fs::directory_entry& entry) { return is_of_rank(entry.path()); });
}

/// The folder itself and those of processes that it has spawned, or where it holds no file of a rank those of
/// all jobs that lie in it.
std::vector<fs::path> folders_of_worlds(const fs::path& folder) {
    const bool is_world = is_of_world(folder);
    std::vector<fs::path> within;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const bool is_wanted = !is_world || entry.path().filename().string().starts_with(folder_of_spawned);
        if (is_wanted && is_of_world(entry.path())) within.push_back(entry.path());
    }
    std::sort(within.begin(), within.end());
    std::vector<fs::path> folders;
    if (is_world || within.empty()) folders.push_back(folder);
    for (const fs::path& one : within) {
        if (is_world) {
            folders.push_back(one);
        } else {
            const std::vector<fs::path> of_job = folders_of_worlds(one);
            folders.insert(folders.end(), of_job.begin(), of_job.end());
        }
    }
    return folders;
}

void append(std::vector<int>& ranks, std::vector<int> more, int first) {
    for (const int rank : more) ranks.push_back(first + rank);
}

void add_world(const fs::path& folder, Recording& recording) {
    std::vector<RankRecording> ranks;
    for (const fs::path& path : rank_files_in(folder)) ranks.push_back(read_rank_file(path));
    std::sort(ranks.begin(), ranks.end(),
              [](const auto& a, const auto& b) { return a.header.rank < b.header.rank; });
    const World world{folder, recording.rank_count, ranks.front().header.rank_count};
    std::vector<int> missing;
    int expected = 0;
    for (const RankRecording& rank : ranks) {
        require_one_run(rank, ranks.front());
        if (rank.header.rank < expected) {
            throw FileError(
                fmt::format("{}: a second file of rank {}", rank.path.string(), rank.header.rank));
        }
        for (; expected < rank.header.rank; ++expected) missing.push_back(expected);
        ++expected;
    }
    for (; expected < world.rank_count; ++expected) missing.push_back(expected);
    append(recording.missing_ranks, missing, world.first_rank);
    append(recording.unrecorded_ranks, unrecorded_of(folder, missing), world.first_rank);
    append(recording.unseen_ranks, unseen_ranks_in(folder, recording.unseen_reason), world.first_rank);
    for (RankRecording& rank : ranks) {
        rank.world = static_cast<std::uint32_t>(recording.worlds.size());
        rank.first_of_world = world.first_rank;
        rank.header.rank += world.first_rank;
        if (rank.header.clock_parent >= 0) rank.header.clock_parent += world.first_rank;
        recording.ranks.push_back(std::move(rank));
    }
    recording.worlds.push_back(world);
    recording.rank_count += world.rank_count;
}

}  // namespace

Recording read_recording(const fs::path& folder) {
    Recording recording;
    recording.folder = folder;
    recording.exit_code = exit_code_in(folder);
    for (const fs::path& world : folders_of_worlds(folder)) add_world(world, recording);
    return recording;
}

}  // namespace fabricmap::tracing
