// SPDX-License-Identifier: Apache-2.0
#include "measuring/clock/shared_clocks.hpp"

#include "measuring/clock/clock_exchange.hpp"
#include "measuring/clock/clock_tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace fabricmap {
namespace {

constexpr int exchanges = 10;

/// Whether this rank's clock is its leader's.
bool compare_with_leader(MPI_Comm comm, const Clock& clock, const ClockTreePlace& place) {
    for (const int sharer : place.sharers) show_clock(comm, clock, sharer);
    if (!place.shares_with_parent) return true;
    const ClockReading reading = read_clock(comm, clock, place.parent, exchanges);
    return std::abs(reading.offset) <= reading.half_trip;
}

}  // namespace

std::vector<int> clocks_really_shared(MPI_Comm comm, const Clock& clock,
                                      std::span<const int> thought_clock_of_rank) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    const int shares =
        compare_with_leader(comm, clock, place_in_clock_tree(rank, thought_clock_of_rank)) ? 1 : 0;
    std::vector<int> rank_shares(thought_clock_of_rank.size());
    MPI_Allgather(&shares, 1, MPI_INT, rank_shares.data(), 1, MPI_INT, comm);

    std::set<int> not_one_clock;
    for (std::size_t other = 0; other < rank_shares.size(); ++other) {
        if (rank_shares[other] == 0) not_one_clock.insert(thought_clock_of_rank[other]);
    }
    std::vector<int> clocks(thought_clock_of_rank.begin(), thought_clock_of_rank.end());
    int unused = *std::max_element(clocks.begin(), clocks.end());
    for (int& number : clocks) {
        if (not_one_clock.contains(number)) number = ++unused;
    }
    return clocks;
}

}  // namespace fabricmap
