// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap {

/// From now on SIGINT, SIGTERM and SIGHUP, where they are not ignored, end the work: where it has not ended
/// itself within a second, at one of its steps, the program ends at once with ExitCode::interrupted, says so,
/// and leaves no unfinished file.
void catch_interruption();

/// Whether such a signal has come.
[[nodiscard]] bool is_interrupted() noexcept;

/// What is said then.
inline constexpr const char* interruption_text = "interrupted; what was not finished is removed";

}  // namespace fabricmap
