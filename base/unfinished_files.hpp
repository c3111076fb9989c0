// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace fabricmap {

/// Files and folders that are of no use until they are whole: removed at the end of this object's life, and
/// by remove_unfinished_files, unless they are kept. They may be made later, or not at all.
class UnfinishedFiles {
  public:
    explicit UnfinishedFiles(std::vector<std::filesystem::path> paths);
    UnfinishedFiles(const UnfinishedFiles&) = delete;
    UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;
    ~UnfinishedFiles();

    /// They are whole.
    void keep() noexcept;

  private:
    std::vector<std::filesystem::path> paths_;  ///< from the root on
};

/// Removes all of this process, before it ends without destructors. Safe in any thread.
void remove_unfinished_files() noexcept;

}  // namespace fabricmap
