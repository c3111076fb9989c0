// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_schedule.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "network_test/engine/confirmation.hpp"
#include "network_test/engine/delay_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace fabricmap::network_test {
namespace {

/// Messages up to here show how far apart two ranks are, and disturb others little; bytes.
constexpr std::int64_t max_short_length = 1024;
/// Of a plane's time the short delays may take one part of so many.
constexpr Nanoseconds parts_for_short_delays = 20;

/// So many pairs may be far slower than alone before the rounds are thinned: these are measured again. Not so
/// of short messages, which are not known to be slow from anything else.
constexpr double tolerated_fraction = 0.25;

bool is_short(const Stage& stage) noexcept {
    return stage.payload.length_bytes() <= max_short_length;
}

/// Visits whose time stays for what is measured again: a tenth of all.
std::int64_t reserve_of(const RoundPlan& plan) noexcept {
    return plan.pairs_at_once() < 2 ? 0 : std::max<std::int64_t>(plan.positions() / 5, 1);
}

}  // namespace

void RoundSchedule::measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) {
    const std::int64_t length_bytes = stage.payload.length_bytes();
    // What hosts as a whole do to each other is what is asked for: nothing is thinned, or measured alone.
    if (plan_.has_hosts_together()) {
        account_.measured(plan_.pairs_at_once());
        meet_all(stage, order, {}, cells);
        return;
    }
    plan_.split(widths_.parts_at(length_bytes));
    measure_short_delays(stage, order);
    Positions measured;
    // Single samples would show nothing.
    if (!stage.pace.is_hurried() && widths_.is_due(length_bytes)) {
        measured = settle_width(stage, order, cells);
    }
    account_.measured(plan_.pairs_at_once());
    const Shuffle positions = order.over(plan_.positions());
    const Nanoseconds visit = meet_all(stage, positions, measured, cells);
    confirm(stage, visit, cells);
    keep_short_delays(stage, cells);
}

void RoundSchedule::run_trial(const Stage& stage, const Shuffle& excerpt, PlaneCells& cells) {
    for (std::int64_t p = 0; p < excerpt.size(); ++p) {
        visits_.meet(stage, plan_, excerpt.at(p), 2 * (excerpt.size() - p), cells);
    }
    visits_.await_all();
}

void RoundSchedule::calibrate(const Stage& stage, const Shuffle& order) {
    if (plan_.has_hosts_together()) return;
    const std::int64_t length_bytes = stage.payload.length_bytes();
    plan_.split(widths_.parts_at(length_bytes));
    if (!widths_.is_due(length_bytes)) return;
    measure_short_delays(stage, order);
    PlaneCells cells(stage.rank, stage.size, holder());
    (void)settle_width(stage, order, cells);
}

Nanoseconds RoundSchedule::meet_all(const Stage& stage, const Shuffle& positions, const Positions& measured,
                                    PlaneCells& cells) {
    progress_.divide(positions.size());
    std::int64_t visits_left = 2 * (positions.size() - std::ssize(measured)) + reserve_of(plan_);
    const Nanoseconds visit = stage.pace.visit_time(stage.clock.now(), visits_left);
    for (std::int64_t p = 0; p < positions.size(); ++p) {
        progress_.reached(p);
        if (measured.contains(positions.at(p))) continue;
        visits_.meet(stage, plan_, positions.at(p), visits_left, cells);
        visits_left -= 2;
    }
    visits_.await_all();
    return visit;
}

std::vector<std::int64_t> RoundSchedule::estimated_parts(const std::vector<std::int64_t>& lengths,
                                                         int /*ranks*/, Effort effort) const {
    RoundWidths widths = widths_;
    RoundPlan plan = plan_;
    std::vector<std::int64_t> parts;
    parts.reserve(lengths.size());
    for (const std::int64_t length : lengths) {
        plan.split(widths.parts_at(length));
        parts.push_back(plan.positions());
        if (effort == Effort::minimal || plan.pairs_at_once() < 2 || plan.has_hosts_together()) continue;
        parts.back() += reserve_of(plan) / 2;
        if (!widths.is_due(length)) continue;
        parts.back() += InterferenceCheck::typical_pairs(plan);
        widths.settle(length, plan.parts());
    }
    return parts;
}

RoundSchedule::Positions RoundSchedule::settle_width(const Stage& stage, const Shuffle& order,
                                                     PlaneCells& cells) {
    while (plan_.pairs_at_once() > 1) {
        InterferenceCheck check(visits_, plan_, stage, order.over(plan_.positions()),
                                is_short(stage) ? 0 : tolerated_fraction,
                                is_short(stage) ? std::span<const double>() : std::span(short_delays_s_));
        const auto tally = check.take(cells);
        if (!tally) return {};
        const auto disturbed = tally->disturbed();
        widths_.settle(stage.payload.length_bytes(), plan_.parts(), !disturbed);
        const std::int64_t pairs_before = plan_.pairs_at_once();
        const std::int64_t times = disturbed ? affordable_thinning(stage, tally->thinning(*disturbed)) : 1;
        if (times < 2) {
            if (disturbed) report(stage, *tally, pairs_before, "no time to measure fewer at once");
            account_.tolerated(*tally);
            return check.measured();
        }
        plan_.thin(times);
        widths_.settle(stage.payload.length_bytes(), plan_.parts(), plan_.pairs_at_once() < 2);
        report(stage, *tally, pairs_before,
               plan_.pairs_at_once() > 1
                   ? fmt::format("{} pairs at once from this length on", plan_.pairs_at_once())
                   : "one pair at a time from this length on");
    }
    return {};
}

std::int64_t RoundSchedule::affordable_thinning(const Stage& stage, std::int64_t times) const {
    const auto until_alone = std::bit_ceil(static_cast<std::uint64_t>(plan_.pairs_at_once()));
    times = std::min(times, static_cast<std::int64_t>(until_alone));
    if (!stage.pace.limited()) return times;
    const Nanoseconds left = visits_.first_ranks(stage.pace.left(stage.clock.now()));
    while (times > 1 && times * plan_.positions() * stage.pace.min_part() > left) times /= 2;
    return times;
}

void RoundSchedule::report(const Stage& stage, const InterferenceTally& tally, std::int64_t pairs_at_once,
                           const std::string& consequence) {
    const PairClass worst = tally.disturbed().value_or(PairClass::between_hosts);
    const std::string line = fmt::format("with {} pairs at once, messages of {} bytes {} {}: {}",
                                         pairs_at_once, format_size(stage.payload.length_bytes()),
                                         name_of(worst), tally.text(worst), consequence);
    report_(line);
    account_.add_to_history(line);
}

void RoundSchedule::measure_short_delays(const Stage& stage, const Shuffle& order) {
    if (!short_delays_s_.empty() || plan_.pairs_at_once() < 2 || stage.pace.is_hurried() || is_short(stage)) {
        return;
    }
    const Payload empty(0);
    Pace pace;
    if (stage.pace.limited()) {
        const Nanoseconds now = stage.clock.now();
        pace = Pace(now + stage.pace.left(now) / parts_for_short_delays, 1);
    }
    const Stage short_stage = with_payload(stage, empty, pace);
    RoundPlan whole = plan_;
    whole.split(1);
    const Shuffle positions = order.over(whole.positions());
    PlaneCells cells(stage.rank, stage.size, holder());
    for (std::int64_t p = 0; p < positions.size(); ++p) {
        visits_.meet(short_stage, whole, positions.at(p), 2 * (positions.size() - p), cells);
    }
    visits_.await_all();
    keep_short_delays(short_stage, cells);
}

void RoundSchedule::keep_short_delays(const Stage& stage, const PlaneCells& cells) {
    const std::int64_t length_bytes = stage.payload.length_bytes();
    const bool is_shorter = short_delays_s_.empty() || length_bytes <= short_length_bytes_;
    if (!is_shorter || !is_short(stage) || stage.pace.is_hurried()) return;
    short_length_bytes_ = length_bytes;
    short_delays_s_.assign(static_cast<std::size_t>(stage.size), std::numeric_limits<double>::quiet_NaN());
    for (const int peer : stage.endpoints)
        short_delays_s_[static_cast<std::size_t>(peer)] = cells[peer].median;
}

void RoundSchedule::confirm(const Stage& stage, Nanoseconds visit, PlaneCells& cells) {
    if (plan_.pairs_at_once() < 2) return;
    const std::int64_t length_bytes = stage.payload.length_bytes();
    // A look that is still due had no time.
    const bool is_trusted =
        !stage.pace.is_hurried() && !widths_.is_due(length_bytes) && widths_.is_undisturbed_at(length_bytes);
    // Short messages are compared with all of their class.
    const auto short_delays_s = is_short(stage) ? std::span<const double>() : std::span(short_delays_s_);
    const DelayLimits limits = DelayLimits::of(stage, cells, holder(), short_delays_s, visits_.control());
    Confirmation confirmation(
        visits_,
        {stage, limits, short_delays_s, plan_.pairs_at_once(), visit, 2 * plan_.positions(), is_trusted},
        progress_, cells);
    account_.confirmed(confirmation.run());
}

void RoundSchedule::add_findings(RunDescription& run, MPI_Comm /*control*/) const {
    account_.add_to(run);
}

std::string RoundSchedule::plan() const {
    const std::string rounds =
        plan_.rounds_in_use() == plan_.all_rounds()
            ? counted(plan_.all_rounds(), "round")
            : fmt::format("{} of {}", plan_.rounds_in_use(), counted(plan_.all_rounds(), "round"));
    const std::int64_t most = std::max(account_.max_at_once(), plan_.pairs_at_once());
    if (plan_.has_hosts_together())
        return fmt::format("{} of up to {} pairs, all ranks of two hosts at once", rounds, most);
    return most > 1 ? fmt::format("{} of up to {} pairs", rounds, most)
                    : fmt::format("{}, one pair at a time", rounds);
}

std::string RoundSchedule::account() const {
    std::string text = "  " + plan();
    if (account_.min_at_once() < account_.max_at_once())
        text += fmt::format(", of up to {} at some lengths", account_.min_at_once());
    text += '\n';
    if (plan_.pairs_at_once() > 1 && widths_.settled() == 0 && !plan_.has_hosts_together())
        text += "  no time to check whether pairs disturb each other in a round\n";
    return text + account_.text();
}

}  // namespace fabricmap::network_test
