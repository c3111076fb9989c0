// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/cell_plan.hpp"
#include "collective_test/visits/visit_driver.hpp"
#include "measuring/mpi/session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// Runs `lead` on rank 0, while the others make the visits that it orders. An Error that it throws there is
/// thrown on every rank.
void lead_or_follow(const Session& session, OrderedVisits& visits, const std::function<void()>& lead);

/// What a campaign came to; on rank 0.
struct CampaignOutcome {
    std::vector<CollectiveCell> cells;  ///< of the sweep
    bool is_complete = true;            ///< nothing that was asked for beside the sweep is missing
};

/// Measures everything that was asked for. For rank 0.
[[nodiscard]] CampaignOutcome carry_out_campaign(VisitDriver& driver, const PlanTerms& terms,
                                                 const CellPlan& plan);

}  // namespace fabricmap::collective_test
