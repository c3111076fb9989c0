// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_schedule.hpp"

#include "netcdf_schema/message_lengths.hpp"
#include "netcdf_schema/mixing.hpp"
#include "netcdf_schema/quantities.hpp"
#include "network_test/engine/suspects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::network_test {
namespace {

constexpr std::size_t first_sample = 12;
constexpr std::size_t largest_sample = 48;
// Below, a message's length costs little beside its latency: all such lengths disturb alike.
constexpr std::int64_t shortest_that_differ = 128;

/// Both directions of the pairs, the lower rank's first.
std::vector<RankPair> both_ways(const std::vector<SampledPosition>& sampled) {
    std::vector<RankPair> pairs;
    for (const SampledPosition& entry : sampled) {
        for (const RankPair& pair : entry.pairs) {
            pairs.push_back(pair);
            pairs.push_back({pair.receiver, pair.sender});
        }
    }
    return pairs;
}

}  // namespace

void RoundSchedule::measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) {
    if (order.size() < plan_.positions()) {
        for (std::int64_t p = 0; p < order.size(); ++p) meet_at(stage, order.at(p), 2, cells);
        return;
    }
    Positions measured;
    // Single samples would tell nothing.
    if (plan_.pairs_at_once() > 1 && !stage.pace.is_hurried() &&
        is_due(stage.payload.length_bytes(), checked_bytes_)) {
        measured = settle_width(stage, order, cells);
    }
    const Shuffle positions = order.over(plan_.positions());
    progress_.divide(positions.size());
    for (std::int64_t p = 0; p < positions.size(); ++p) {
        progress_.reached(p);
        if (measured.contains(positions.at(p))) continue;
        // A tenth of the time stays for the suspects.
        const std::int64_t visits_left = 2 * (positions.size() - p);
        meet_at(stage, positions.at(p), visits_left + visits_left / 10, cells);
    }
    remeasure_suspects(stage, cells);
}

void RoundSchedule::meet_at(const Stage& stage, std::int64_t position, std::int64_t visits_left,
                            PlaneCells& cells) {
    const bool low_first = mix(static_cast<std::uint64_t>(position)) % 2 == 0;
    const Quality how = plan_.pairs_at_once() > 1 ? Quality::in_round : Quality::alone;
    visits_.meet(stage, plan_.partner(position, stage.rank), low_first, how, visits_left, cells);
}

bool RoundSchedule::is_due(std::int64_t length_bytes, std::int64_t checked_bytes) noexcept {
    return checked_bytes < 0 || length_bytes >= 2 * std::max(checked_bytes, shortest_that_differ / 2);
}

std::vector<std::int64_t> RoundSchedule::foreseen_parts(const std::vector<std::int64_t>& lengths,
                                                        int /*ranks*/) const {
    constexpr auto sampled = static_cast<std::int64_t>(first_sample * all_pair_classes.size());
    const std::int64_t to_check = plan_.pairs_at_once() < 2 ? 0 : std::min(sampled, plan_.positions());
    std::vector<std::int64_t> parts;
    parts.reserve(lengths.size());
    std::int64_t checked_bytes = checked_bytes_;
    for (const std::int64_t length : lengths) {
        const bool due = is_due(length, checked_bytes);
        if (due) checked_bytes = length;
        parts.push_back(plan_.positions() + (due ? to_check : 0));
    }
    return parts;
}

RoundSchedule::Positions RoundSchedule::settle_width(const Stage& stage, const Shuffle& order,
                                                     PlaneCells& cells) {
    checked_bytes_ = stage.payload.length_bytes();
    for (;;) {
        const Shuffle positions = order.over(plan_.positions());
        RoundSample sample(plan_, stage.places, positions);
        Positions measured;
        const InterferenceTally tally = look(stage, sample, cells, measured);
        if (!tally.disturbed()) {
            note(tally);
            return measured;
        }
        const std::int64_t pairs_before = plan_.pairs_at_once();
        plan_.thin();
        tell_of_thinning(stage, tally, pairs_before);
        if (plan_.pairs_at_once() < 2) return {};
    }
}

InterferenceTally RoundSchedule::look(const Stage& stage, RoundSample& sample, PlaneCells& cells,
                                      Positions& measured) {
    InterferenceTally tally;
    for (std::size_t size = first_sample, taken = 0; size <= largest_sample; size *= 2) {
        const std::vector<SampledPosition> sampled = sample.next(size - taken);
        taken = size;
        if (sampled.empty()) break;
        compare(stage, sampled, cells, tally);
        for (const SampledPosition& entry : sampled) measured.insert(entry.position);
        if (!tally.undecided()) break;
    }
    return tally;
}

void RoundSchedule::compare(const Stage& stage, const std::vector<SampledPosition>& sampled,
                            PlaneCells& cells, InterferenceTally& tally) {
    const std::vector<RankPair> pairs = both_ways(sampled);
    // A look has a third of the plane's time at most.
    const std::int64_t visits = 6 * std::ssize(pairs);
    std::vector<double> ratios(pairs.size(), 0);
    const auto for_each_led = [&](const auto& act) {
        for (std::size_t p = 0; p < pairs.size(); ++p) {
            if (visits_.leader_of(pairs[p]) == stage.rank) act(ratios[p], visits_.follower_of(pairs[p]));
        }
    };
    for (const RankPair& pair : pairs) {
        visits_.visit(stage, std::span(&pair, 1), Quality::alone, visits, cells);
    }
    for_each_led([&](double& alone, int peer) { alone = cells[peer].median; });
    for (const SampledPosition& entry : sampled) meet_at(stage, entry.position, visits, cells);
    for_each_led([&](double& ratio, int peer) { ratio = ratio > 0 ? cells[peer].median / ratio : 1; });

    MPI_Allreduce(MPI_IN_PLACE, ratios.data(), static_cast<int>(ratios.size()), MPI_DOUBLE, MPI_SUM,
                  visits_.control());
    for (std::size_t p = 0; p < pairs.size(); ++p) tally.add(class_of(pairs[p], stage.places), ratios[p]);
}

void RoundSchedule::note(const InterferenceTally& tally) {
    for (const PairClass pair_class : all_pair_classes) {
        Interference& worst = interference_[static_cast<std::size_t>(pair_class)];
        const Interference now = tally.of(pair_class);
        if (std::isnan(worst.high) || now.high > worst.high) worst = now;
    }
}

void RoundSchedule::tell_of_thinning(const Stage& stage, const InterferenceTally& tally,
                                     std::int64_t pairs_before) {
    const PairClass worst = tally.disturbed().value_or(PairClass::between_hosts);
    const Interference seen = tally.of(worst);
    const std::string line = fmt::format(
        "with {} pairs at once, messages of {} bytes {} take {:.0f} % longer than alone ({:.0f} to "
        "{:.0f} %, {} samples): {} from here on",
        pairs_before, format_size(stage.payload.length_bytes()), name_of(worst), seen.inflation * 100,
        seen.low * 100, seen.high * 100, tally.samples(worst),
        plan_.pairs_at_once() > 1 ? fmt::format("{} pairs at once", plan_.pairs_at_once())
                                  : std::string("one pair at a time"));
    tell_(line);
    thinnings_ += fmt::format("\n{} {}", utc_now(), line);
}

void RoundSchedule::remeasure_suspects(const Stage& stage, PlaneCells& cells) {
    if (plan_.pairs_at_once() < 2) return;
    const std::vector<Suspect> suspects = find_suspects(stage, cells, holder(), visits_.control());
    const SuspectBatches again = host_disjoint_batches(suspects, stage.places, plan_.positions());
    left_as_measured_ += again.left_out;
    auto batches_left = static_cast<std::int64_t>(again.batches.size());
    for (const auto& batch : again.batches) {
        visits_.visit(stage, batch, Quality::remeasured, batches_left--, cells);
        remeasured_ += std::ssize(batch);
    }
}

void RoundSchedule::add_findings(RunDescription& run, MPI_Comm /*control*/) const {
    run.history += thinnings_;
    run.pairs_at_once = plan_.pairs_at_once();
    run.interference_same_host = interference_[static_cast<std::size_t>(PairClass::same_host)];
    run.interference_between_hosts = interference_[static_cast<std::size_t>(PairClass::between_hosts)];
}

std::string RoundSchedule::plan() const {
    const std::string rounds =
        plan_.rounds_in_use() == plan_.all_rounds()
            ? fmt::format("{} rounds", plan_.all_rounds())
            : fmt::format("{} of {} rounds", plan_.rounds_in_use(), plan_.all_rounds());
    return plan_.pairs_at_once() > 1 ? fmt::format("{} of up to {} pairs", rounds, plan_.pairs_at_once())
                                     : fmt::format("{}, one pair at a time", rounds);
}

std::string RoundSchedule::account() const {
    std::string text = fmt::format("  {}\n", plan());
    if (plan_.pairs_at_once() > 1 && checked_bytes_ < 0)
        text += "  there was no time to look whether pairs disturb each other in a round\n";
    for (const PairClass pair_class : all_pair_classes) {
        const Interference& seen = interference_[static_cast<std::size_t>(pair_class)];
        if (std::isnan(seen.inflation)) continue;
        text +=
            fmt::format("  in a round, messages {} took {:.1f} % longer than alone ({:.1f} to {:.1f} %)\n",
                        name_of(pair_class), seen.inflation * 100, seen.low * 100, seen.high * 100);
    }
    if (remeasured_ > 0) {
        text += fmt::format("  {} that came out slow in a round measured again, with no other on the hosts\n",
                            counted(remeasured_, "pair"));
    }
    if (left_as_measured_ > 0)
        text += fmt::format("  {} more came out slow and were not\n", counted(left_as_measured_, "pair"));
    return text;
}

}  // namespace fabricmap::network_test
