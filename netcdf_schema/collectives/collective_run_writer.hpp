// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_run.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace fabricmap {

/// Writes PREFIX_collectives.nc, visit by visit; a kill at any moment leaves a readable file.
///
/// Visits are held in memory for up to a second and written together. Errors of the file system throw
/// FileError with the path and the remedy; what was committed stays. Layout: docs/formats.md.
class CollectiveRunWriter {
  public:
    enum class Existing : std::uint8_t { refuse, overwrite };

    /// Makes the file with its header and no visit. A run_id is drawn where the description has none. Throws
    /// FileError, and leaves nothing behind, when the file exists (Existing::refuse), the folder is missing
    /// or not writable, or the disk has less room than for `planned_visits`.
    static CollectiveRunWriter create(const std::filesystem::path& prefix, const CollectiveRun& run,
                                      Existing existing, std::size_t planned_visits = 0);
    /// Throws the FileError with which `create` would refuse the place, and makes nothing.
    static void check_place(const std::filesystem::path& prefix, const CollectiveRun& run, Existing existing,
                            std::size_t planned_visits);
    /// Goes on after the last complete visit of a file whose run was read by CollectiveFile; the history and
    /// the excluded hosts may be new. Throws FileError where the file is of another run, or has other lists
    /// of names.
    static CollectiveRunWriter resume(const std::filesystem::path& prefix, const CollectiveRun& run);

    CollectiveRunWriter(CollectiveRunWriter&&) noexcept;
    CollectiveRunWriter& operator=(CollectiveRunWriter&&) noexcept;
    CollectiveRunWriter(const CollectiveRunWriter&) = delete;
    CollectiveRunWriter& operator=(const CollectiveRunWriter&) = delete;
    /// Commits what it can; errors are lost.
    ~CollectiveRunWriter();

    [[nodiscard]] std::filesystem::path path() const;

    /// A thread of this object commits visits that are about to become a second old while nobody else does:
    /// during a call that takes long, or hangs. Not, unless asked for: a simulator has one thread for all
    /// ranks.
    void commit_in_background();
    /// Takes a visit, and writes it with those before it when the oldest of them is half a second old.
    /// `record_time` is set to now where it is 0. Throws std::invalid_argument where the visit does not fit
    /// the run.
    void append(CollectiveVisit visit);
    /// Writes what is held, now.
    void commit();
    /// Keeps what the measurement itself shows: clock_error_bound_s, clock_resolution_s and the history.
    void store_measured(const RunDescription& run);
    /// Marks the run as ended at that time (ISO 8601, UTC) and closes the file.
    void finish(const std::string& finished);
    /// Commits and closes the file as it is: the run stays incomplete.
    void close();

  private:
    struct State;
    explicit CollectiveRunWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Bytes of disk that a visit takes.
[[nodiscard]] double visit_bytes(const CollectiveRun& run);

/// The place of the file in the moments before it has its header: what a killed program may leave, and
/// nobody needs.
[[nodiscard]] std::filesystem::path unfinished_collectives_path(const std::filesystem::path& prefix);

}  // namespace fabricmap
