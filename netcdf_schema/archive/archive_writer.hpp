// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/archive/archive.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace fabricmap {

/// Writes an archive piece by piece, in memory that does not grow with it. The file appears under its name
/// when it is finished; without that nothing stays. Every failure is a FileError with the path.
class ArchiveWriter {
  public:
    /// Refuses an existing file unless it may be overwritten.
    ArchiveWriter(const std::filesystem::path& path, const ArchiveHeader& header, bool overwrite);
    ~ArchiveWriter();
    ArchiveWriter(const ArchiveWriter&) = delete;
    ArchiveWriter& operator=(const ArchiveWriter&) = delete;

    /// Whole rows of the range, sender after sender from the first on: a cluster for each receiver.
    void write_labels(std::size_t range, std::int64_t first_sender, std::span<const std::uint32_t> labels);
    /// The next means: range after range, cluster after cluster, plane after plane.
    void write_means(std::span<const double> means);
    /// The next exceptions, ordered by sender, receiver and plane.
    void write_exceptions(std::span<const ArchiveException> exceptions);
    /// Throws std::logic_error unless everything that the header promised was written.
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// PREFIX_median_arc.nc and so on.
[[nodiscard]] std::filesystem::path archive_path(const std::filesystem::path& prefix, Statistic statistic);
/// Those of them that are there.
[[nodiscard]] std::vector<std::filesystem::path> archives_at(const std::filesystem::path& prefix);

}  // namespace fabricmap
