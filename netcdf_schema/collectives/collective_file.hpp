// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_run.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap {

class NetcdfFile;

/// PREFIX_collectives.nc.
[[nodiscard]] std::filesystem::path collectives_path(const std::filesystem::path& prefix);

/// The file of collective operations that the name stands for, by itself or as a prefix; nothing where it
/// stands for none. Only whether a file holds some counts, not its name.
[[nodiscard]] std::optional<std::filesystem::path> find_collectives(const std::filesystem::path& name);

/// A file of collective operations that is open for reading, finished or not.
class CollectiveFile {
  public:
    /// Throws FileError with the path where the file holds no collective operations, is damaged, cut off, or
    /// of a newer version.
    explicit CollectiveFile(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] const CollectiveRun& run() const noexcept { return run_; }

    /// Calls with each complete visit, in the order in which they were made, holding few of them at a time.
    void each_visit(const std::function<void(CollectiveVisit&&)>& take) const;
    [[nodiscard]] std::vector<CollectiveVisit> visits() const;

  private:
    std::filesystem::path path_;
    std::shared_ptr<const NetcdfFile> file_;
    CollectiveRun run_;
    std::size_t records_ = 0;
};

}  // namespace fabricmap
