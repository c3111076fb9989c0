// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/pair_batches.hpp"

#include "measuring/watch/watchdog.hpp"

#include <algorithm>
#include <map>
#include <type_traits>

namespace fabricmap::network_test {

std::vector<RankPair> gather_pairs(std::span<const RankPair> own, MPI_Comm control) {
    static_assert(std::is_trivially_copyable_v<RankPair>, "pairs travel as bytes");
    int ranks = 0;
    MPI_Comm_size(control, &ranks);
    const int own_bytes = static_cast<int>(own.size_bytes());
    std::vector<int> bytes(static_cast<std::size_t>(ranks));
    const WaitScope awaited("comparing pairs", Waiting::idle);
    MPI_Allgather(&own_bytes, 1, MPI_INT, bytes.data(), 1, MPI_INT, control);
    std::vector<int> offsets(bytes.size() + 1, 0);
    for (std::size_t rank = 0; rank < bytes.size(); ++rank) offsets[rank + 1] = offsets[rank] + bytes[rank];
    std::vector<RankPair> all(static_cast<std::size_t>(offsets.back()) / sizeof(RankPair));
    MPI_Allgatherv(own.data(), own_bytes, MPI_BYTE, all.data(), bytes.data(), offsets.data(), MPI_BYTE,
                   control);
    return all;
}

std::vector<std::vector<RankPair>> host_disjoint_batches(std::span<const RankPair> pairs,
                                                         const PerRank<RankLocation>& locations,
                                                         std::int64_t pairs_at_once) {
    std::vector<std::vector<RankPair>> batches;
    std::map<int, std::size_t> first_free;  // batch, by host
    std::size_t first_open = 0;             // all batches before are full
    for (const RankPair& pair : pairs) {
        std::size_t& of_sender = first_free[locations[pair.sender].node];
        std::size_t& of_receiver = first_free[locations[pair.receiver].node];
        const auto is_full = [&](std::size_t batch) {
            return batch < batches.size() && std::ssize(batches[batch]) >= pairs_at_once;
        };
        while (is_full(first_open)) ++first_open;
        std::size_t batch = std::max({of_sender, of_receiver, first_open});
        while (is_full(batch)) ++batch;
        of_sender = of_receiver = batch + 1;
        batches.resize(std::max(batches.size(), batch + 1));
        batches[batch].push_back(pair);
    }
    return batches;
}

}  // namespace fabricmap::network_test
