// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/cell_statistics.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "netcdf_schema/run/run_sink.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// A value of a complete plane that has been measured anew.
struct AmendedCell {
    std::int64_t length_bytes = 0;
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
    CellStatistics cell;
};

/// Writes the six files of a run, plane by plane; a kill at any moment leaves complete planes and readable
/// files.
///
/// The object holds one row at a time. Layout: docs/formats.md.
class RunWriter final : public RunSink {
  public:
    enum class Existing : std::uint8_t { refuse, overwrite };

    /// Makes PREFIX_{min,average,median,max,deviation,count}.nc with their headers and no plane; of
    /// `statistics` alone where the others are unknown, as in a converted run (which cannot be resumed).
    /// Throws FileError, and leaves nothing behind, when a file exists (Existing::refuse), the folder is
    /// missing or not writable, or the disk is too small for the `description.message_lengths` planned.
    static RunWriter create(const std::filesystem::path& prefix, const RunDescription& description,
                            Existing existing, std::span<const Statistic> statistics = all_statistics);

    /// Throws the FileError with which `create` would refuse the place, and makes nothing: for programs that
    /// work long before they know the run's lengths.
    static void check_destination(const std::filesystem::path& prefix, const RunDescription& description,
                                  Existing existing);

    /// Goes on with the run at PREFIX whose description was read by describe_for_resume; records after the
    /// last complete plane will be overwritten. Files of the set that are missing are made anew where the run
    /// has no complete plane; otherwise they stay missing, or (Lost::fill) begin with planes in which nothing
    /// is known.
    enum class Lost : std::uint8_t { leave, fill };
    static RunWriter resume(const std::filesystem::path& prefix, const RunDescription& description,
                            Lost lost = Lost::leave);

    RunWriter(RunWriter&&) noexcept;
    RunWriter& operator=(RunWriter&&) noexcept;
    RunWriter(const RunWriter&) = delete;
    RunWriter& operator=(const RunWriter&) = delete;
    ~RunWriter() override;

    /// Whether a plane counts as complete only when it is on the disk, where a power cut leaves it; otherwise
    /// when a kill would. Not, unless asked for.
    void reach_disk(bool wanted) noexcept;
    /// Statistics that a resumed run has no file of.
    [[nodiscard]] std::vector<Statistic> missing() const;

    [[nodiscard]] const std::vector<std::int64_t>& complete_lengths() const noexcept override;
    [[nodiscard]] std::vector<std::filesystem::path> paths() const override;

    void begin_plane(std::int64_t length_bytes) override;
    void write_row(std::int64_t sender, std::span<const CellStatistics> cells) override;
    void commit_plane() override;
    /// Replaces values of complete planes and puts them on disk; quality comes last, so that a value which
    /// is marked as confirmed is. Throws std::out_of_range where the run has no such value.
    void amend(std::span<const AmendedCell> cells);
    void store_measured(const RunDescription& run) override;
    void store_left_out(const RunDescription& run) override;
    void finish(const std::string& finished) override;
    void close() override;

  private:
    struct State;
    explicit RunWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Bytes of disk that such files take with all their planes, or a little more.
[[nodiscard]] double plain_bytes(std::int64_t ranks, std::size_t planes,
                                 std::size_t statistics = all_statistics.size());

/// What stands at PREFIX for `--resume`: the description, in which message_lengths holds the lengths planned
/// in their order, or nothing where no file of the set exists. Throws FileError when the files there are not
/// one run.
[[nodiscard]] std::optional<RunDescription> describe_for_resume(const std::filesystem::path& prefix);

/// Where the files of a run lie in the moments before they have their headers: what a killed program may
/// leave beside its run, and nobody needs.
[[nodiscard]] std::vector<std::filesystem::path> unfinished_paths(const std::filesystem::path& prefix);

/// PREFIX_median.nc and so on.
[[nodiscard]] std::filesystem::path statistic_path(const std::filesystem::path& prefix, Statistic statistic);

/// PREFIX.parts, where a run lies that becomes an archive while it is measured.
[[nodiscard]] std::filesystem::path parts_folder(const std::filesystem::path& prefix);

}  // namespace fabricmap
