// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/unfinished_files.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace fabricmap {

/// Where a file of that name lies until it is whole: NAME.partial.
[[nodiscard]] std::filesystem::path partial_path(const std::filesystem::path& path);

/// From the root on and without a slash at its end, which would make `partial_path` lie within the folder.
[[nodiscard]] std::filesystem::path absolute_folder(const std::filesystem::path& folder);

/// Throws FileError where something stands under the name that may not be replaced, or is no regular file.
void require_free(const std::filesystem::path& path, bool overwrite);

/// Throws UsageError where the output would replace the file that is read.
void require_another(const std::filesystem::path& output, const std::filesystem::path& input);

/// Syncs what lies at the partial_path and gives it its name. Throws FileError with the path.
void publish(const std::filesystem::path& path);

/// The names in the file's folder go to the disk, where the file system can do that.
void sync_names_beside(const std::filesystem::path& path) noexcept;

/// The files in a folder and in those below it go to the disk, with their names. Throws FileError with the
/// path of one that cannot.
void sync_files_in(const std::filesystem::path& folder);

/// Throws FileError unless the disk and the limit on file sizes let the file grow by so many bytes, and some
/// MiB of whatever its library adds.
void require_room(const std::filesystem::path& path, std::size_t bytes);

/// The name of a file that a library writes: it lies at its partial_path, and is removed at the end of this
/// object's life unless it was published. Errors as those of OutputFile.
class PartialFile {
  public:
    /// Nothing is left at the partial_path, and a file can be made there.
    explicit PartialFile(std::filesystem::path path);
    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;
    ~PartialFile() = default;

    /// Syncs and renames the file, which is closed.
    void publish();
    [[nodiscard]] bool published() const noexcept { return published_; }
    /// Gives the disk back what a file has that is still open and will not be published.
    void make_room() const;

  private:
    std::filesystem::path path_;
    std::optional<UnfinishedFiles> unfinished_;
    bool published_ = false;
};

/// A file that appears under its name only when it is whole. Until then it lies at its partial_path; at
/// the end of its life without a commit it is gone. What is no regular file is not replaced. Every failure is
/// a FileError with the path.
class OutputFile {
  public:
    explicit OutputFile(std::filesystem::path path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    void write(std::string_view bytes);
    /// Syncs and renames; what stood under the name is replaced.
    void commit();

  private:
    std::filesystem::path path_;
    std::filesystem::path partial_;
    int descriptor_ = -1;
    std::optional<UnfinishedFiles> unfinished_;
};

}  // namespace fabricmap
