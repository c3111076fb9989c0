// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>

namespace fabricmap {

/// Does something in a process that may crash in our stead, with its output discarded and so much CPU time:
/// for libraries that trust the file they read. False where it crashed or found no end. What it throws beside
/// FileError, such as that memory ran out, is for whoever does it again without a trial. Throws FileError:
/// its own, or with the path where no process can be started.
[[nodiscard]] bool survives(const std::filesystem::path& path, std::chrono::seconds cpu_time,
                            const std::function<void()>& action);

}  // namespace fabricmap
