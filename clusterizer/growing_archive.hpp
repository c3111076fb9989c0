// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/plan.hpp"
#include "netcdf_schema/parts/run_parts.hpp"
#include "netcdf_schema/run/run_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::clusterizer {

/// How an archive grows: by clustering, and with so much of the run in plain files at most.
struct Growth {
    Settings clustering;
    std::uint64_t max_plain_bytes = std::uint64_t{32} << 30;
    std::size_t max_plain_planes = 16;  ///< whatever they take
    bool reaches_disk = false;          ///< a length counts as complete only when it is on the disk
    std::size_t min_plain_planes = 4;   ///< whatever they take: fewer tell too little of the classes

    /// After so many lengths in plain form a range ends.
    [[nodiscard]] std::size_t plain_planes(std::int64_t ranks) const;
};

/// Bytes of disk that a sweep with such an archive takes at its peak: known for what is plain and for the
/// work at the end of a range, assumed (a fiftieth of the values) for the archives.
[[nodiscard]] double bytes_for_growing(std::int64_t ranks, std::size_t lengths, const Growth& growth);

/// Writes a run as archives while it is measured: PREFIX_median_arc.nc and so on, one for each statistic, as
/// network_clusterizer writes them.
///
/// Planes come in the order of their lengths, ascending. Those of the open range lie in plain files. The
/// range ends where clusters that hold its lengths do not hold the later ones, or when it has as many lengths
/// as may be plain; then it becomes an archive of its own, and its plain files go. At the end all ranges are
/// joined. A kill at any moment leaves every committed plane, in RunParts; a joining that was interrupted is
/// repeated. Memory is Growth::clustering.memory_limit and a row. `quality` of the cells is not kept: an
/// archive has none.
class GrowingArchive final : public RunSink {
  public:
    /// Errors as those of RunParts::create. Throws UsageError where the lengths do not ascend.
    static GrowingArchive create(const std::filesystem::path& prefix, const RunDescription& description,
                                 RunWriter::Existing existing, const Growth& growth);
    /// Throws the errors with which `create` would refuse the place, and makes nothing.
    static void check_destination(const std::filesystem::path& prefix, const RunDescription& description,
                                  RunWriter::Existing existing, const Growth& growth);
    /// Goes on with the run whose description was read by describe_parts_for_resume.
    static GrowingArchive resume(const std::filesystem::path& prefix, const RunDescription& description,
                                 const Growth& growth);

    [[nodiscard]] const std::vector<std::int64_t>& complete_lengths() const noexcept override;
    [[nodiscard]] std::vector<std::filesystem::path> paths() const override;

    void begin_plane(std::int64_t length_bytes) override;
    void write_row(std::int64_t sender, std::span<const CellStatistics> cells) override;
    void commit_plane() override;
    void store_measured(const RunDescription& run) override;
    void store_left_out(const RunDescription& run) override;
    void finish(const std::string& finished) override;
    void close() override;

  private:
    GrowingArchive(std::filesystem::path prefix, std::optional<RunParts> parts, const Growth& growth);
    [[nodiscard]] std::size_t planes_of_ended_ranges();
    void archive(std::size_t planes);
    void join();

    std::filesystem::path prefix_;
    std::optional<RunParts> parts_;  ///< nothing once they are joined
    Growth growth_;
    std::optional<RunWriter> plane_;  ///< the one that is being written
    std::vector<std::int64_t> complete_lengths_;
    std::size_t likely_begin_ = 0;  ///< plane with which a new range seemed to begin at the last commit
};

}  // namespace fabricmap::clusterizer
