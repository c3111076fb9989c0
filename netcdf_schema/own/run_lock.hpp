// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/unfinished_files.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace fabricmap {

/// Keeps a prefix for one job: two that measure into the same files, as after a requeue, would each undo what
/// the other does. A record lock on PREFIX.lock, so it ends with its process, on NFSv4 with its host; the
/// file says who has it, and is removed at the end. Where the file system has no locks it keeps nobody out.
class RunLock {
  public:
    /// `holder` stands in the file: program, process, host and time are added. Throws FileError that names
    /// who has the lock, or why the file cannot be made.
    RunLock(const std::filesystem::path& prefix, std::string_view holder);
    ~RunLock();
    RunLock(const RunLock&) = delete;
    RunLock& operator=(const RunLock&) = delete;

  private:
    std::filesystem::path path_;
    int file_ = -1;
    std::optional<UnfinishedFiles> unfinished_;  ///< where the process ends without destructors
};

/// PREFIX.lock.
[[nodiscard]] std::filesystem::path lock_path(const std::filesystem::path& prefix);

}  // namespace fabricmap
