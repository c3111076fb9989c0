// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/rank_recording.hpp"

#include <filesystem>
#include <vector>

namespace fabricmap::tracing {

/// What network_trace record wrote: the files of the ranks that there are.
struct Recording {
    std::filesystem::path folder;
    std::vector<RankRecording> ranks;  ///< in the order of their ranks; some may be missing
    int rank_count = 0;
    std::vector<int> missing_ranks;

    [[nodiscard]] bool is_complete() const noexcept;
};

/// Reads the folder. Throws FileError with its path where it holds no file of a rank, files of two runs, or
/// one that cannot be read.
[[nodiscard]] Recording read_recording(const std::filesystem::path& folder);

}  // namespace fabricmap::tracing
