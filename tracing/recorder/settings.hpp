// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace fabricmap::tracing {

/// How many calls above each are recorded, unless asked otherwise.
inline constexpr std::size_t default_path = 20;

/// What the user asked for: network_trace record puts it into the environment of the program.
struct RecorderSettings {
    std::string folder;         ///< FABRICMAP_TRACE; empty: nothing is recorded
    std::string folder_of_all;  ///< the same; of a spawned process `folder` is one within it
    bool compresses = true;
    bool keeps_all_polls = false;
    /// Threads write their full buffers themselves, as records of 32 bytes; for comparison.
    bool is_synchronous = false;
    std::size_t max_path = default_path;  ///< how many calls above each are recorded
    double disk_bytes_per_second = 0;     ///< 0: as fast as the disk is
    std::uint64_t max_poll_ticks = 0;     ///< polls in a row are written at least as often as this
};

/// `options`: lines "NAME=VALUE" of what the environment does not have.
[[nodiscard]] RecorderSettings read_settings(const std::string& options);

/// Takes functions that are not to be recorded out of those that are: FABRICMAP_TRACE_ONLY and _SKIP.
void skip_functions(const std::string& options);

/// The options of this process, as such lines.
[[nodiscard]] std::string text_of_options();

}  // namespace fabricmap::tracing
