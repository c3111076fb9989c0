// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/visit_driver.hpp"

#include "base/remark.hpp"
#include "measuring/rank_locations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::collective_test {
namespace {

constexpr std::chrono::milliseconds between_texts{200};
// Below, a few moments in which others had the core may be most of them.
constexpr std::int64_t runs_before_warning = 200;
constexpr double max_fraction_missed = 0.2;

}  // namespace

VisitOrder VisitDriver::order_of(const CollectiveCell& cell, VisitPurpose purpose, int pass) const {
    VisitOrder order;
    order.cell = cell;
    order.purpose = purpose;
    order.pass = pass;
    order.runs = terms_.run.runs_per_visit;
    return order;
}

double VisitDriver::visit_s(const CollectiveCell& cell) const {
    const auto found = visit_s_.find(cell);
    return found == visit_s_.end() ? 0 : found->second;
}

std::vector<CollectiveVisit> VisitDriver::visit_groups(VisitOrder order, std::span<const int> group_of_rank) {
    const double begin_s = elapsed_s();
    if (end_s_ >= 0 && begin_s + visit_s(order.cell) > end_s_) return {};
    if (order.slot == 0) order.slot = log().state_of(order.purpose, order.cell).slot();
    std::vector<CollectiveVisit> visits = terms_.visits.make(order, group_of_rank);
    for (const CollectiveVisit& visit : visits) log().add(visit);
    if (terms_.visits_stored != nullptr) *terms_.visits_stored = static_cast<std::int64_t>(log().visits());
    visit_s_[order.cell] = elapsed_s() - begin_s;
    warn_if_busy();
    return visits;
}

void VisitDriver::warn_if_busy() {
    const RunCounts& runs = terms_.visits.counts();
    const std::int64_t made = runs.counted + runs.missed;
    if (warned_ || options().quiet || made < runs_before_warning) return;
    const std::vector<bool> shares = ranks_sharing_cores(run().description.ranks);
    // Which has been said.
    if (std::find(shares.begin(), shares.end(), true) != shares.end()) return;
    const double fraction = static_cast<double>(runs.missed) / static_cast<double>(made);
    if (fraction <= max_fraction_missed) return;
    warned_ = true;
    progress().clear();
    remark(fmt::format(
        "collective_test: warning: the machine is busy: {:.0f} % of the runs began late behind one that took "
        "longer than its slot, and are made again, which takes time: end what else runs on these hosts, "
        "or give --max-time\n",
        100 * fraction));
}

bool VisitDriver::visit(VisitOrder order, std::span<const int> group_of_rank) {
    return !visit_groups(order, group_of_rank).empty();
}

void VisitDriver::show(const std::function<std::string()>& text) {
    if (!shows_progress(options().quiet)) return;
    const auto now = SteadyTime::now();
    if (now - shown_ < between_texts) return;
    shown_ = now;
    progress().prepare(text());
    progress().redraw();
}

}  // namespace fabricmap::collective_test
