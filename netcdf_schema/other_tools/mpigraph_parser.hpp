// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// What mpiGraph printed of one measurement.
struct MpigraphContent {
    std::string version;             ///< "1.5"
    std::int64_t message_bytes = 0;  ///< MsgSize
    std::int64_t times = 0;          ///< repetitions that each value is the average of
    std::int64_t window = 0;         ///< messages of a repetition, all in flight at once
    std::vector<std::string> hosts;  ///< one a rank
    Matrix delay_s;                  ///< senders × receivers; NaN where no bandwidth was printed
};

/// One of the runs in the file (see PrintedText). Lines that belong to neither the parameters nor the two
/// matrices are skipped, as launchers print theirs between them. Throws FileError "PATH:LINE: what" for the
/// first line that does not fit.
[[nodiscard]] MpigraphContent parse_mpigraph(const std::filesystem::path& path,
                                             std::optional<std::size_t> run_number);

}  // namespace fabricmap
