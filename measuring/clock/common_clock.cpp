// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/common_clock.hpp"

#include "measuring/mpi/waiting.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <set>
#include <thread>
#include <type_traits>
#include <vector>

namespace fabricmap {
namespace {

constexpr int relation_tag = 3;

// A rank that spins may take a core from those whose clocks are being compared.
const IdleWaiting idle(false);

static_assert(std::is_trivially_copyable_v<ClockRelation>, "relations travel as bytes");

/// The relation of a clock whose line to its parent's clock and whose parent's relation are known.
ClockRelation put_after(const ClockFit& to_parent, const ClockRelation& parent, double miss_ns) {
    const ClockOffset& line = to_parent.line();
    return {line.then(parent.offset),
            to_parent.error_bound_ns(line.reference) + parent.error_bound_ns_at(line.common(line.reference)),
            to_parent.drift_bound() + parent.error_growth, miss_ns + parent.miss_ns};
}

constexpr int exchanges_of_comparison = 10;

/// Whether this rank's clock is its leader's.
bool compare_with_leader(MPI_Comm comm, const Clock& clock, const ClockTreeNode& node) {
    for (const int sharer : node.sharers) show_clock(comm, clock, sharer);
    if (!node.shares_with_parent) return true;
    const ClockReading reading = read_clock(comm, clock, node.parent, exchanges_of_comparison);
    return std::abs(reading.offset) <= reading.half_trip;
}

/// Which ranks really share a clock, on every rank: as assumed, but every rank of a host on which a rank's
/// clock differs from the first rank's (it has a time namespace of its own, say) has one of its own. Called
/// by all ranks together; `comm` carries nothing else meanwhile.
///
/// Of a shared clock the first rank's answer always lies between a question and its arrival, however long
/// messages take, so what is shared is never taken apart.
std::vector<int> verified_clocks(MPI_Comm comm, const Clock& clock,
                                 std::span<const int> assumed_clock_of_rank) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    const int shares = compare_with_leader(comm, clock, clock_tree_node(rank, assumed_clock_of_rank)) ? 1 : 0;
    std::vector<int> rank_shares(assumed_clock_of_rank.size());
    MPI_Allgather(&shares, 1, MPI_INT, rank_shares.data(), 1, MPI_INT, comm);

    std::set<int> not_one_clock;
    for (std::size_t other = 0; other < rank_shares.size(); ++other) {
        if (rank_shares[other] == 0) not_one_clock.insert(assumed_clock_of_rank[other]);
    }
    std::vector<int> clocks(assumed_clock_of_rank.begin(), assumed_clock_of_rank.end());
    int unused = *std::max_element(clocks.begin(), clocks.end());
    for (int& number : clocks) {
        if (not_one_clock.contains(number)) number = ++unused;
    }
    return clocks;
}

}  // namespace

double ClockRelation::error_bound_ns_at(Nanoseconds own) const noexcept {
    return error_bound_ns + error_growth * std::abs(static_cast<double>(own - offset.reference));
}

CommonClock::CommonClock(MPI_Comm comm, const Clock& clock, std::span<const int> clock_of_rank,
                         const Settings& settings)
    : comm_(comm), clock_(clock), settings_(settings) {
    if (clock.simulated()) return;
    const std::vector<int> clocks = verified_clocks(comm, clock, clock_of_rank);
    clocks_ = clock_count(clocks);
    assumption_holds_ = clocks_ == clock_count(clock_of_rank);
    if (is_one_clock()) return;
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    tree_node_ = clock_tree_node(rank, clocks, settings.sync);

    read_clocks(settings.exchanges);
    std::this_thread::sleep_for(std::chrono::nanoseconds(settings.between_readings));
    read_clocks(settings.exchanges);
    // Nothing has relied on the first reading alone.
    relation_.miss_ns = 0;
    note_error();
}

void CommonClock::check() {
    if (is_one_clock()) return;
    int due = clock_.now() - read_at_ >= settings_.between_checks ? 1 : 0;
    idle.take_from(0, &due, 1, MPI_INT, comm_);
    if (due != 0) read_clocks(settings_.exchanges_of_check);
    note_error();
}

void CommonClock::read_clocks(int exchanges) {
    if (tree_node_.parent >= 0) read_parent(exchanges);
    const auto hand_down = [&](int to) {
        MPI_Send(&relation_, sizeof relation_, MPI_BYTE, to, relation_tag, comm_);
    };
    for (const int child : tree_node_.children) {
        hand_down(child);
        show_clock(comm_, clock_, child);
    }
    for (const int sharer : tree_node_.sharers) hand_down(sharer);
    read_at_ = clock_.now();
}

void CommonClock::read_parent(int exchanges) {
    // Whoever has a parent's relation is asked in the same breath to read its clock.
    ClockRelation of_parent;
    idle.receive(&of_parent, sizeof of_parent, MPI_BYTE, tree_node_.parent, relation_tag, comm_);
    if (tree_node_.shares_with_parent) {
        relation_ = of_parent;
        return;
    }
    const ClockReading reading = read_clock(comm_, clock_, tree_node_.parent, exchanges);
    const double miss_ns = to_parent_.miss_ns(reading);
    to_parent_.add(reading);
    relation_ = put_after(to_parent_, of_parent, miss_ns);
}

void CommonClock::note_error() {
    struct ErrorOfRank {
        double ns;
        int rank;
    };
    int rank = 0;
    MPI_Comm_rank(comm_, &rank);
    // A clock's other ranks have its error, not one more.
    const bool leads = !tree_node_.shares_with_parent;
    const double own_ns = leads ? std::max(relation_.miss_ns, own_error_bound_ns(clock_.now())) : 0;
    ErrorOfRank largest{own_ns, rank};
    idle.reduce_all(&largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm_);
    double next_ns = largest.rank == rank ? 0 : own_ns;
    idle.reduce_all(&next_ns, 1, MPI_DOUBLE, MPI_MAX, comm_);
    worst_error_ns_ = std::max(worst_error_ns_, largest.ns + next_ns);
}

Nanoseconds CommonClock::agree_on_deadline(Nanoseconds ahead) const {
    Nanoseconds latest = offset().common(clock_.now());
    MPI_Allreduce(MPI_IN_PLACE, &latest, 1, MPI_INT64_T, MPI_MAX, comm_);
    return latest + ahead;
}

Nanoseconds CommonClock::wait_until(Nanoseconds moment, PreciseWait how) noexcept {
    const Nanoseconds now = fabricmap::wait_until(clock_, offset().own(moment), how);
    const Nanoseconds late = std::max(offset().common(now) - moment, Nanoseconds{0});
    largest_lateness_ = std::max(largest_lateness_, late);
    return late;
}

}  // namespace fabricmap
