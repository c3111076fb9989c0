// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

class NetcdfFile;

/// Planes next to each other that lie in files of their own: archives, or one plane in plain files.
struct RunPart {
    std::size_t first_plane = 0;
    std::size_t planes = 0;
    std::filesystem::path prefix;
};

/// A run that becomes an archive while it is measured: until it is whole it lies in the folder PREFIX.parts,
/// as a head that says what is being measured, archives of the first lengths (`range000000-000007_*_arc.nc`)
/// and plain files of each length after them (`plane000008_*.nc`). Layout: docs/formats.md.
///
/// Nothing here moves data: a plane is committed as a RunWriter's plane is, and goes when all archives that
/// hold it are under their names. So a kill at any moment leaves every committed plane.
class RunParts {
  public:
    /// Makes the folder and the head. Throws FileError, and leaves nothing behind, when files of a run stand
    /// at the prefix (Existing::refuse; otherwise they are removed), the place cannot be written to, or the
    /// disk has no `bytes_needed`.
    static RunParts create(const std::filesystem::path& prefix, const RunDescription& description,
                           RunWriter::Existing existing, double bytes_needed);
    /// Throws the errors with which `create` would refuse the place, and makes nothing.
    static void check_destination(const std::filesystem::path& prefix, const RunDescription& description,
                                  RunWriter::Existing existing, double bytes_needed);
    /// Goes on with what stands at the prefix. What was not whole when the program ended is removed. The disk
    /// must have `bytes_needed` beside what the parts have already.
    static RunParts resume(const std::filesystem::path& prefix, const RunDescription& description,
                           double bytes_needed);

    /// What was planned: message_lengths holds all lengths, ascending.
    [[nodiscard]] const RunDescription& description() const noexcept { return description_; }
    [[nodiscard]] const std::vector<RunPart>& archived() const noexcept { return archived_; }
    [[nodiscard]] const std::vector<RunPart>& plain() const noexcept { return plain_; }
    [[nodiscard]] std::size_t complete_planes() const noexcept { return first_plain() + plain_.size(); }

    /// A writer of the next plane, of that length; plane_committed() is to be called when it is closed.
    [[nodiscard]] RunWriter next_plane(std::int64_t length_bytes) const;
    void plane_committed();

    /// The first of the plain planes, as a run to be archived.
    [[nodiscard]] Run open_plain(std::size_t planes) const;
    /// The part that their archives are to make, each at archive_path(prefix, statistic).
    [[nodiscard]] RunPart next_archived(std::size_t planes) const;
    /// Those archives are whole and on disk: the plain planes go.
    void planes_archived(std::size_t planes);

    /// Writes into the head what the measurement said of itself, and that it has ended.
    void store_measured(const RunDescription& run);
    void store_left_out(const RunDescription& run);
    void finish(const std::string& finished);
    /// Everything is elsewhere now.
    void remove();

  private:
    RunParts(std::filesystem::path folder, RunDescription description);
    void find_parts();
    void change_head(const std::function<void(NetcdfFile&)>& change, bool reaches_disk = true);
    void refuse_gap() const;
    void remove_all_but_parts() const;
    [[nodiscard]] std::size_t first_plain() const noexcept;

    std::filesystem::path folder_;
    RunDescription description_;
    std::vector<RunPart> archived_;
    std::vector<RunPart> plain_;
};

/// Whether an unfinished run lies in parts at the prefix.
[[nodiscard]] bool holds_parts(const std::filesystem::path& prefix);

/// Throws FileError where archives of a run stand at the prefix.
void refuse_archives(const std::filesystem::path& prefix);

/// Removes what a kill may leave of the folder when all is joined; a folder with a head stays.
void remove_remains_of_parts(const std::filesystem::path& prefix);

/// The parts as one run, of the planes that are whole. Throws FileError where one of them cannot be read.
[[nodiscard]] Run open_parts(const std::filesystem::path& prefix);

/// As describe_for_resume, for a run in parts or an archive that was made of them: `complete` in the latter.
[[nodiscard]] std::optional<RunDescription> describe_parts_for_resume(const std::filesystem::path& prefix);

}  // namespace fabricmap
