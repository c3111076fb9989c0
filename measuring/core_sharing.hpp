// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fabricmap {

/// The core that the calling thread runs on now; -1 where the system does not tell.
[[nodiscard]] int present_core() noexcept;

/// Moves the calling thread to another core when it runs on `core` and is allowed elsewhere. Two ranks that
/// meet on one core take turns there, and their delay reads several times too long; the system parts them
/// only later.
void step_aside_from(int core) noexcept;

}  // namespace fabricmap
