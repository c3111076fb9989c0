// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/incomplete_ranks.hpp"
#include "tracing/reading/rank_recording.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// Processes that were started together: their MPI_COMM_WORLD.
struct World {
    std::filesystem::path folder;
    int first_rank = 0;  ///< in the recording
    int rank_count = 0;
};

/// What network_trace record wrote: the files of the ranks that there are. Those of further worlds, as of
/// processes that were spawned, follow those of the first.
struct Recording {
    std::filesystem::path folder;
    std::vector<World> worlds;
    std::vector<RankRecording> ranks;  ///< in the order of their ranks; some may be missing
    int rank_count = 0;
    std::vector<int> missing_ranks;     ///< whose files are not there
    std::vector<int> unseen_ranks;      ///< whose calls of MPI, if any, could not be taken
    std::string unseen_reason;          ///< of the first of them
    std::vector<int> unrecorded_ranks;  ///< those of them that were started without the recorder
    std::optional<int> exit_code;       ///< of the launcher, as a shell has it; where that was noted

    [[nodiscard]] bool is_complete() const noexcept;
};

/// "Ranks 2 to 3".
[[nodiscard]] std::string describe_ranks(const World& world);

/// By their ranks, each once.
[[nodiscard]] std::vector<IncompleteRank> incomplete_ranks(const Recording& recording);

/// What is missing of it, a line each: files of ranks, and their ends. Empty where all is there.
[[nodiscard]] std::string describe_gaps(const Recording& recording);

/// Messages of the recorder itself, by which a rank read the clock of its parent. Their length is that of a
/// number of 64 bits.
struct ClockMessages {
    std::uint64_t sent = 0;     ///< to the parent: questions, and that there are no more
    std::uint64_t answers = 0;  ///< from there
};
[[nodiscard]] ClockMessages clock_messages_of(const FileHeader& header) noexcept;

/// Reads the folder. Throws FileError with its path where it holds no file of a rank, files of two runs, or
/// one that cannot be read.
[[nodiscard]] Recording read_recording(const std::filesystem::path& folder);

}  // namespace fabricmap::tracing
