// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_schedule.hpp"

#include "netcdf_schema/message_lengths.hpp"
#include "network_test/engine/suspects.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::network_test {
namespace {

/// Visits whose time stays for the suspects: a tenth of all.
std::int64_t reserve_of(const RoundPlan& plan) noexcept {
    return plan.pairs_at_once() < 2 ? 0 : std::max<std::int64_t>(plan.positions() / 5, 1);
}

}  // namespace

void RoundSchedule::measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) {
    const std::int64_t length_bytes = stage.payload.length_bytes();
    plan_.split(widths_.parts_at(length_bytes));
    Positions measured;
    // Single samples would tell nothing.
    if (!stage.pace.is_hurried() && widths_.is_due(length_bytes)) {
        measured = settle_width(stage, order, cells);
    }
    account_.measured(plan_.pairs_at_once());
    const Shuffle positions = order.over(plan_.positions());
    const Nanoseconds visit = meet_all(stage, positions, measured, cells);
    remeasure_suspects(stage, visit, cells);
}

void RoundSchedule::rehearse(const Stage& stage, const Shuffle& excerpt, PlaneCells& cells) {
    for (std::int64_t p = 0; p < excerpt.size(); ++p) {
        visits_.meet(stage, plan_, excerpt.at(p), 2 * (excerpt.size() - p), cells);
    }
}

Nanoseconds RoundSchedule::meet_all(const Stage& stage, const Shuffle& positions, const Positions& measured,
                                    PlaneCells& cells) {
    progress_.divide(positions.size());
    std::int64_t visits_left = 2 * (positions.size() - std::ssize(measured)) + reserve_of(plan_);
    const Nanoseconds visit = stage.pace.share(stage.clock.now(), visits_left);
    for (std::int64_t p = 0; p < positions.size(); ++p) {
        progress_.reached(p);
        if (measured.contains(positions.at(p))) continue;
        visits_.meet(stage, plan_, positions.at(p), visits_left, cells);
        visits_left -= 2;
    }
    return visit;
}

std::vector<std::int64_t> RoundSchedule::foreseen_parts(const std::vector<std::int64_t>& lengths,
                                                        int /*ranks*/, Effort effort) const {
    RoundWidths widths = widths_;
    RoundPlan plan = plan_;
    std::vector<std::int64_t> parts;
    parts.reserve(lengths.size());
    for (const std::int64_t length : lengths) {
        plan.split(widths.parts_at(length));
        parts.push_back(plan.positions());
        if (effort == Effort::least || plan.pairs_at_once() < 2) continue;
        parts.back() += reserve_of(plan) / 2;
        if (!widths.is_due(length)) continue;
        parts.back() += InterferenceLook::usual_pairs(plan);
        widths.settle(length, plan.parts());
    }
    return parts;
}

RoundSchedule::Positions RoundSchedule::settle_width(const Stage& stage, const Shuffle& order,
                                                     PlaneCells& cells) {
    while (plan_.pairs_at_once() > 1) {
        InterferenceLook look(visits_, plan_, stage, order.over(plan_.positions()));
        const auto tally = look.take(cells);
        if (!tally) return {};
        widths_.settle(stage.payload.length_bytes(), plan_.parts());
        const bool disturbs = tally->disturbed().has_value();
        const std::int64_t pairs_before = plan_.pairs_at_once();
        if (!disturbs || !may_thin(stage)) {
            if (disturbs) tell(stage, *tally, pairs_before, "there is no time to measure fewer at once");
            account_.bore(*tally);
            return look.measured();
        }
        plan_.thin();
        widths_.settle(stage.payload.length_bytes(), plan_.parts());
        tell(stage, *tally, pairs_before,
             plan_.pairs_at_once() > 1
                 ? fmt::format("{} pairs at once from this length on", plan_.pairs_at_once())
                 : "one pair at a time from this length on");
    }
    return {};
}

bool RoundSchedule::may_thin(const Stage& stage) const {
    if (!stage.pace.limited()) return true;
    const Nanoseconds least = 2 * plan_.positions() * stage.pace.least_part();
    return least <= visits_.first_ranks(stage.pace.left(stage.clock.now()));
}

void RoundSchedule::tell(const Stage& stage, const InterferenceTally& tally, std::int64_t pairs_at_once,
                         const std::string& consequence) {
    const PairClass worst = tally.disturbed().value_or(PairClass::between_hosts);
    const std::string line = fmt::format("with {} pairs at once, messages of {} bytes {} {}: {}",
                                         pairs_at_once, format_size(stage.payload.length_bytes()),
                                         name_of(worst), tally.text(worst), consequence);
    tell_(line);
    account_.told(line);
}

void RoundSchedule::remeasure_suspects(const Stage& stage, Nanoseconds visit, PlaneCells& cells) {
    // What single samples found slow, single samples would not refute.
    if (plan_.pairs_at_once() < 2 || stage.pace.is_hurried()) return;
    const Suspects suspects = find_suspects(stage, cells, holder(), visits_.control());
    const SuspectBatches again =
        host_disjoint_batches(suspects.worst, stage.places, affordable_batches(stage, visit));
    auto batches_left = static_cast<std::int64_t>(again.batches.size());
    std::int64_t remeasured = 0;
    for (const auto& batch : again.batches) {
        visits_.visit(stage, batch, Quality::remeasured, batches_left--, cells);
        remeasured += std::ssize(batch);
    }
    account_.remeasured(remeasured, suspects.left_out + again.left_out);
}

std::int64_t RoundSchedule::affordable_batches(const Stage& stage, Nanoseconds visit) const {
    if (!stage.pace.limited()) return plan_.positions();
    // With half the time that the visit in a round had, a pair still tells more alone than it did there.
    const Nanoseconds left = stage.pace.left(stage.clock.now());
    const std::int64_t fitting = visits_.first_ranks(visit > 0 ? 2 * left / visit : 0);
    return std::min(plan_.positions(), fitting);
}

void RoundSchedule::add_findings(RunDescription& run, MPI_Comm /*control*/) const {
    account_.add_to(run);
}

std::string RoundSchedule::plan() const {
    const std::string rounds =
        plan_.rounds_in_use() == plan_.all_rounds()
            ? fmt::format("{} rounds", plan_.all_rounds())
            : fmt::format("{} of {} rounds", plan_.rounds_in_use(), plan_.all_rounds());
    const std::int64_t most = std::max(account_.most_at_once(), plan_.pairs_at_once());
    return most > 1 ? fmt::format("{} of up to {} pairs", rounds, most)
                    : fmt::format("{}, one pair at a time", rounds);
}

std::string RoundSchedule::account() const {
    std::string text = "  " + plan();
    if (account_.fewest_at_once() < account_.most_at_once())
        text += fmt::format(", of up to {} at some lengths", account_.fewest_at_once());
    text += '\n';
    if (plan_.pairs_at_once() > 1 && widths_.settled() == 0)
        text += "  there was no time to look whether pairs disturb each other in a round\n";
    return text + account_.text();
}

}  // namespace fabricmap::network_test
