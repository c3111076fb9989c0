// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/confirmation.hpp"

#include "base/mixing.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "network_test/engine/pair_batches.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace fabricmap::network_test {
namespace {

/// By how much fewer pairs are measured at once than in the rounds, turn by turn, before they are alone.
constexpr std::array thinnings{4, 8, 16};
constexpr std::size_t max_pairs_of_a_rank = 64;  // in one go, so that memory stays O(ranks)

/// Of the two that have the least medians, where these agree: the mean.
std::optional<CellStatistics> agreement_of(const std::vector<CellStatistics>& cells) {
    std::array<CellStatistics, 2> least;
    std::partial_sort_copy(cells.begin(), cells.end(), least.begin(), least.end(),
                           [](const auto& one, const auto& other) { return one.median < other.median; });
    if (least[1].median > (1 + Confirmation::agreement) * least[0].median) return std::nullopt;
    return merged(least[0], least[1]);
}

}  // namespace

ConfirmationTally Confirmation::run() {
    for (const int peer : subject_.stage.endpoints) {
        const CellStatistics& cell = cells_[peer];
        if (peer != subject_.stage.rank && cell.has(Quality::in_round) && is_in_doubt(peer, cell))
            doubts_[peer] = {cell};
    }
    // What single samples found slow, single samples would not refute.
    bool goes_on = !subject_.stage.pace.is_hurried();
    for (const int thinning : thinnings) {
        const std::int64_t pairs_at_once = subject_.pairs_at_once / thinning;
        if (goes_on && pairs_at_once > 1) goes_on = remeasure(pairs_at_once);
    }
    if (goes_on) {
        settle_by_agreement();
        remeasure(1);
    }
    leave_unconfirmed();
    std::array<std::int64_t, 3> sums{tally_.remeasured, tally_.alone, tally_.unconfirmed};
    sum_over_ranks(std::span(sums), visits_.control());
    return {sums[0], sums[1], sums[2]};
}

void Confirmation::leave_unconfirmed() {
    for (const auto& [peer, measurements] : doubts_) cells_[peer].repeat(measurements.front());
    for (const int peer : subject_.stage.endpoints) {
        CellStatistics& cell = cells_[peer];
        if (peer == subject_.stage.rank || cell.count == 0) continue;
        const bool may_be_disturbed = !subject_.rounds_are_trusted && cell.has(Quality::in_round);
        if (!doubts_.contains(peer) && !may_be_disturbed) continue;
        cell.flag(Quality::unconfirmed);
        ++tally_.unconfirmed;
    }
}

RankPair Confirmation::pair_with(int peer) const noexcept {
    const RankIndex rank = subject_.stage.rank;
    const RankIndex other{peer};
    return visits_.holder() == Side::sender ? RankPair{rank, other} : RankPair{other, rank};
}

bool Confirmation::is_slow(int peer, const CellStatistics& cell) const noexcept {
    return cell.median > subject_.limits.of(class_of(pair_with(peer), subject_.stage.locations),
                                            short_delay_of(peer, subject_.short_delays_s));
}

bool Confirmation::is_in_doubt(int peer, const CellStatistics& cell) const noexcept {
    const bool is_scattered = subject_.limits.imprecision_is_rare() && cell.has(Quality::imprecise);
    return is_scattered || is_slow(peer, cell);
}

bool Confirmation::remeasure(std::int64_t pairs_at_once) {
    const bool alone = pairs_at_once == 1;
    std::vector<int> waiting;
    for (const auto& [peer, measurements] : doubts_) waiting.push_back(peer);
    for (std::uint64_t turn = 0; true; ++turn) {
        std::vector<RankPair> own;
        const std::size_t taken = std::min(waiting.size(), max_pairs_of_a_rank);
        for (std::size_t k = 0; k < taken; ++k) own.push_back(pair_with(waiting[k]));
        std::vector<RankPair> pairs = gather_pairs(own, visits_.control());
        if (pairs.empty()) return true;
        // Pairs of one rank often pass the same cables, so they do not stay together.
        auto state = mix(static_cast<std::uint64_t>(pairs_at_once), turn);
        shuffle(std::span(pairs), state);
        auto batches = host_disjoint_batches(pairs, subject_.stage.locations, pairs_at_once);
        const auto wanted = static_cast<std::int64_t>(batches.size());
        const std::int64_t affordable = affordable_batches(wanted);
        batches.resize(static_cast<std::size_t>(affordable));
        visits_.visit_in_turn(subject_.stage, batches, alone ? Quality::alone : Quality::in_round, affordable,
                              cells_, [&](const RankPair& pair) { judge(visits_.follower_of(pair), alone); });
        waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(taken));
        if (affordable < wanted) return false;
    }
}

std::int64_t Confirmation::affordable_batches(std::int64_t wanted) const {
    const Pace& pace = subject_.stage.pace;
    if (!pace.limited()) return wanted;
    // With half the time that the visit in a round had, a pair still tells more than it did there.
    const Nanoseconds left = pace.left(subject_.stage.clock.now());
    return std::min(wanted, visits_.first_ranks(subject_.visit > 0 ? 2 * left / subject_.visit : 0));
}

void Confirmation::judge(int peer, bool alone) {
    const CellStatistics cell = cells_[peer];
    std::vector<CellStatistics>& measurements = doubts_.at(peer);
    measurements.push_back(cell);
    if (alone || !is_in_doubt(peer, cell)) {
        settle(peer, cell, alone);
        return;
    }
    if (is_slow(peer, cell)) return;
    if (const auto mean = agreement_of(measurements)) settle(peer, *mean, false);
}

void Confirmation::settle_by_agreement() {
    auto waiting = static_cast<std::int64_t>(doubts_.size());
    sum_over_ranks(std::span(&waiting, 1), visits_.control());
    if (waiting <= subject_.max_alone) return;
    const auto doubts = doubts_;
    for (const auto& [peer, measurements] : doubts) {
        if (measurements.size() < 2) continue;
        if (const auto mean = agreement_of(measurements)) settle(peer, *mean, false);
    }
}

void Confirmation::settle(int peer, const CellStatistics& cell, bool alone) {
    cells_[peer].repeat(cell);
    cells_[peer].flag(Quality::remeasured);
    ++tally_.remeasured;
    if (alone) ++tally_.alone;
    doubts_.erase(peer);
}

}  // namespace fabricmap::network_test
