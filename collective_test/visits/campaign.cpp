// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/campaign.hpp"

#include "base/errors.hpp"
#include "collective_test/visits/adaptive_lengths.hpp"
#include "collective_test/visits/group_visits.hpp"
#include "collective_test/visits/guideline_visits.hpp"
#include "collective_test/visits/host_search.hpp"
#include "collective_test/visits/overlap_visits.hpp"
#include "collective_test/visits/sweep.hpp"

#include <optional>

namespace fabricmap::collective_test {
namespace {

/// What the last visits and closing the file may take.
constexpr double reserve_s = 0.5;
constexpr double no_end = -1;

/// The sweep gets no more than its part of a limited time, where other parts follow it.
int parts_of(const Options& options) noexcept {
    return 1 + (options.overlap ? 1 : 0) + (options.guidelines ? 1 : 0) + (options.find_slow ? 1 : 0) +
           (options.groups > 1 ? 1 : 0);
}

}  // namespace

void lead_or_follow(const Session& session, OrderedVisits& visits, const std::function<void()>& lead) {
    std::optional<Error> failure;
    if (session.is_first()) {
        try {
            lead();
        } catch (const Error& error) {
            failure = error;
        }
        visits.end();
    } else {
        visits.follow();
    }
    on_first_rank([&] {
        if (failure) throw Error(*failure);
    });
}

CampaignOutcome carry_out_campaign(VisitDriver& driver, const PlanTerms& terms, const CellPlan& plan) {
    CampaignOutcome outcome{plan.cells, true};
    const Options& options = driver.options();
    const auto endpoints = static_cast<int>(terms.roster.endpoints().size());
    const double end_s =
        options.max_time ? static_cast<double>(options.max_time->count()) - reserve_s : no_end;
    visit_waits(driver, endpoints);
    driver.end_before(end_s < 0 ? no_end : end_s / parts_of(options));
    if (options.adaptive) outcome.cells = find_adaptive_cells(driver, terms, plan);
    sweep_cells(driver, outcome.cells);
    driver.end_before(end_s);
    if (options.overlap) outcome.is_complete = visit_with_work(driver, outcome.cells);
    if (options.guidelines)
        outcome.is_complete = visit_guidelines(driver, terms, outcome.cells) && outcome.is_complete;
    if (options.groups > 1)
        outcome.is_complete = visit_in_groups(driver, terms, outcome.cells) && outcome.is_complete;
    if (options.find_slow)
        outcome.is_complete = search_slow_hosts(driver, terms, outcome.cells) && outcome.is_complete;
    driver.end_before(no_end);
    visit_waits(driver, endpoints);
    return outcome;
}

}  // namespace fabricmap::collective_test
