// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fabricmap {

/// Which ranks of the job are measured, and their rows in the run's matrices: a run that is resumed
/// may have more ranks than the job.
class Roster {
  public:
    /// Of a new run, whose matrices have all ranks of the job. Throws UsageError where an excluded host is no
    /// host of the job, or fewer than two ranks are left.
    static Roster of_new_run(const std::vector<RankLocation>& job, const std::vector<std::string>& excluded);
    /// Of a run that is resumed: ranks are matched by their host and their place among its ranks. Throws
    /// UsageError where one has no match, or the run has ranks on another host than the excluded which the
    /// job lacks.
    static Roster of_earlier_run(const std::vector<RankLocation>& job, const std::vector<RankLocation>& run,
                                 const std::vector<std::string>& excluded);

    /// The ranks of the job that are measured, ascending.
    [[nodiscard]] const std::vector<int>& endpoints() const noexcept { return endpoints_; }
    /// The row and column of a rank of the job.
    [[nodiscard]] int matrix_rank(int rank) const noexcept {
        return matrix_ranks_[static_cast<std::size_t>(rank)];
    }
    /// The rank of the job that has that row and column; -1 where the job lacks it.
    [[nodiscard]] int job_rank(int matrix_rank) const noexcept;
    /// The row of the matrix, of `size` cells, that a row of the job's ranks makes; what the job lacks is not
    /// measured.
    [[nodiscard]] std::vector<CellStatistics> matrix_row(std::span<const CellStatistics> row,
                                                         std::size_t size) const;

    /// All ranks get what rank 0 has; called by all together.
    void broadcast();

  private:
    std::vector<int> endpoints_;
    std::vector<int> matrix_ranks_;
};

}  // namespace fabricmap
