// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/run/delay_stack.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace fabricmap {

class NetcdfFile;

/// Message lengths next to each other over which the same pairs belong together.
struct ClusterRange {
    std::size_t first_plane = 0;
    std::size_t planes = 0;
    std::size_t clusters = 0;

    friend bool operator==(const ClusterRange&, const ClusterRange&) = default;
};

/// The rule that the clusters keep, and how far the archive's values are from the run's.
struct ArchiveFacts {
    double threshold = 0;           ///< relative: values a < b of a cluster have b/a at most 1 + threshold
    double absolute_threshold = 0;  ///< or differ by no more than this, in the statistic's unit; 0: not asked
    std::string threshold_reason;   ///< where the threshold comes from, in words
    double noise = std::numeric_limits<double>::quiet_NaN();  ///< measured: relative standard deviation
    std::int64_t exceptions_per_pair = 0;                     ///< at most, in a range
    std::int64_t shortest_range = 1;                          ///< planes
    double largest_relative_error = 0;  ///< |stored - true| / true, over all positive values
    double rms_relative_error = 0;      ///< root of the mean square of the same
};

/// A value that its cluster does not stand for, as the run has it (NaN: not measured).
struct ArchiveException {
    std::int64_t sender = 0;
    std::int64_t receiver = 0;
    std::size_t plane = 0;
    double value = 0;
};

/// What an archive tells of itself before its values.
struct ArchiveHeader {
    RunDescription run;  ///< message_lengths: those of the planes, ascending
    Statistic statistic = Statistic::median;
    std::vector<ClusterRange> ranges;  ///< ascending, without gaps, over all planes
    ArchiveFacts facts;
    std::size_t exceptions = 0;
};

/// Of that file alone, its values as they are. Throws FileError where it is no archive of ours.
[[nodiscard]] std::shared_ptr<const DelayStack> open_archive_stack(const std::filesystem::path& path);

/// Whether the file is an archive, of any version. Throws FileError where it is there and cannot be read.
[[nodiscard]] bool holds_archive(const std::filesystem::path& path);

/// One statistic of a run as clusters of pairs. Any value comes by a search for its range and two look-ups;
/// what is looked up stays in memory, up to 384 MiB, the rest in the file. Indices are the caller's care.
/// Throws FileError where the file breaks while it is read. Not safe for several threads: NetCDF is not.
class Archive {
  public:
    static constexpr std::size_t default_held_bytes = std::size_t{384} << 20;

    /// Keeps so many bytes of labels, means and exceptions in memory, or a little more: what is beyond is
    /// read again. Throws FileError with the path where it is no archive, damaged or of a newer version.
    explicit Archive(const std::filesystem::path& path, std::size_t max_held_bytes = default_held_bytes);
    /// The same of a file that is open already.
    explicit Archive(std::shared_ptr<const NetcdfFile> file, std::size_t max_held_bytes = default_held_bytes);
    Archive(Archive&&) noexcept;
    Archive& operator=(Archive&&) noexcept;
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive();

    [[nodiscard]] const ArchiveHeader& header() const noexcept;
    /// Which range the plane lies in.
    [[nodiscard]] std::size_t range_of(std::size_t plane) const;
    /// The cluster that the pair belongs to in the range, from 0.
    [[nodiscard]] std::uint32_t label(std::size_t range, std::int64_t sender, std::int64_t receiver) const;
    /// The clusters of all pairs of some senders, row after row, read from the file and not kept. Whole rows
    /// of tiles (512 senders) cost least.
    [[nodiscard]] std::vector<std::uint32_t> labels(std::size_t range, std::int64_t first_sender,
                                                    std::int64_t senders) const;
    /// What stands for all pairs of a cluster: one value for each plane of the range.
    [[nodiscard]] std::vector<double> means(std::size_t range, std::uint32_t cluster) const;
    [[nodiscard]] double value(std::size_t plane, std::int64_t sender, std::int64_t receiver) const;
    /// senders × ranks: all values of some senders in a plane, about four times faster than one by one.
    [[nodiscard]] Matrix rows(std::size_t plane, std::int64_t first_sender, std::int64_t senders) const;
    /// Those of one sender, ordered by receiver and plane.
    [[nodiscard]] std::vector<ArchiveException> exceptions(std::int64_t sender) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace fabricmap
