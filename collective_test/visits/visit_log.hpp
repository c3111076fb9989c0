// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/cell_state.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace fabricmap::collective_test {

/// What has been visited, in this job and those before it that a resumed run had; on rank 0.
class VisitLog {
  public:
    explicit VisitLog(CollectiveTiming timing) : timing_(timing) {}

    /// A visit that is on disk already.
    void recall(const CollectiveVisit& visit);
    /// Stores a visit that was made now, where there is a writer.
    void add(const CollectiveVisit& visit);
    void write_to(CollectiveRunWriter* writer) noexcept { writer_ = writer; }

    [[nodiscard]] const CellState& state_of(VisitPurpose purpose, const CollectiveCell& cell) const;
    [[nodiscard]] const CellStates& states(VisitPurpose purpose) const;
    /// What a visit's runs took, by pass; s. Of split visits, the groups of a pass have one cell: not here.
    [[nodiscard]] std::map<int, double> medians_by_pass(VisitPurpose purpose,
                                                        const CollectiveCell& cell) const;
    /// Greater than that of any visit.
    [[nodiscard]] int next_pass() const noexcept { return next_pass_; }
    [[nodiscard]] std::size_t visits() const noexcept { return visits_; }
    [[nodiscard]] CollectiveTiming timing() const noexcept { return timing_; }

  private:
    CollectiveTiming timing_;
    CollectiveRunWriter* writer_ = nullptr;
    std::map<VisitPurpose, CellStates> states_;
    std::map<VisitPurpose, std::map<CollectiveCell, std::map<int, double>>> by_pass_;
    std::size_t visits_ = 0;
    int next_pass_ = 0;
};

}  // namespace fabricmap::collective_test
