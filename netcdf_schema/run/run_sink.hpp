// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

struct CellStatistics;
struct RunDescription;

/// What a run is written into while it is measured, plane by plane.
///
/// A plane is its rows in any order, between begin_plane and commit_plane; nothing of it counts before the
/// commit has put it on disk. Errors of the file system throw FileError with the path; what was committed
/// stays.
class RunSink {
  public:
    virtual ~RunSink() = default;

    /// Lengths of the planes on disk, in their order.
    [[nodiscard]] virtual const std::vector<std::int64_t>& complete_lengths() const noexcept = 0;
    /// Where the run lies: its files, or the folder of its parts.
    [[nodiscard]] virtual std::vector<std::filesystem::path> paths() const = 0;

    virtual void begin_plane(std::int64_t length_bytes) = 0;
    /// One cell per receiver.
    virtual void write_row(std::int64_t sender, std::span<const CellStatistics> cells) = 0;
    virtual void commit_plane() = 0;

    /// Keeps what the measurement itself shows: the schedule, how many pairs were measured at once and their
    /// interference, noise_fraction, empty_epoch_s, clock_error_bound_s, and the history.
    virtual void store_measured(const RunDescription& run) = 0;
    /// Keeps which hosts are left out: excluded_hosts and unresponsive_hosts. Also within a plane. Does not
    /// wait for the disk: other ranks end the job meanwhile.
    virtual void store_left_out(const RunDescription& run) = 0;
    /// Marks the sweep as ended at the time given (ISO 8601, UTC) and closes the files.
    virtual void finish(const std::string& finished) = 0;
    /// Closes the files as they are: the run stays incomplete.
    virtual void close() = 0;

  protected:
    RunSink() = default;
    RunSink(const RunSink&) = default;
    RunSink& operator=(const RunSink&) = default;
    RunSink(RunSink&&) = default;
    RunSink& operator=(RunSink&&) = default;
};

}  // namespace fabricmap
