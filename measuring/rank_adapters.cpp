// SPDX-License-Identifier: Apache-2.0
#include "measuring/rank_adapters.hpp"

#include "base/quantities.hpp"
#include "measuring/memory/device.hpp"
#include "measuring/memory/device_choice.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

#include <mpi.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace fabricmap {
namespace {

constexpr int burst_messages = 32;
constexpr int burst_message = 1 << 20;
constexpr int burst_tag = 1;
// Of a burst that goes over several adapters each has a good part; what else the host sends meanwhile is
// less.
constexpr std::int64_t parts_of_a_burst = 8;

std::size_t common_components(const std::filesystem::path& some, const std::filesystem::path& other) {
    return static_cast<std::size_t>(std::distance(
        some.begin(), std::mismatch(some.begin(), some.end(), other.begin(), other.end()).first));
}

std::vector<std::optional<std::int64_t>> counts_of(const std::vector<Adapter>& adapters) {
    std::vector<std::optional<std::int64_t>> counts;
    counts.reserve(adapters.size());
    for (const Adapter& adapter : adapters) counts.push_back(bytes_sent(adapter));
    return counts;
}

/// The measured ranks of the job that are the n-th of their hosts: one a host, in the order of hosts.
std::vector<std::vector<int>> ranks_by_slot(const Roster& roster, std::span<const RankLocation> locations) {
    std::map<int, std::vector<int>> of_node;
    for (const int rank : roster.endpoints())
        of_node[locations[static_cast<std::size_t>(rank)].node].push_back(rank);
    std::vector<std::vector<int>> slots;
    for (const auto& [node, ranks] : of_node) {
        if (slots.size() < ranks.size()) slots.resize(ranks.size());
        for (std::size_t slot = 0; slot < ranks.size(); ++slot) slots[slot].push_back(ranks[slot]);
    }
    return slots;
}

/// To the next of them, from the one before.
void send_burst(const std::vector<int>& ring, std::size_t place) {
    std::vector<std::byte> out(burst_message);
    std::vector<std::byte> in(burst_message);
    const int next = ring[(place + 1) % ring.size()];
    const int previous = ring[(place + ring.size() - 1) % ring.size()];
    for (int message = 0; message < burst_messages; ++message) {
        MPI_Sendrecv(out.data(), burst_message, MPI_BYTE, next, burst_tag, in.data(), burst_message, MPI_BYTE,
                     previous, burst_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/// The names of those that this rank sends by; empty where it is the only one of its place.
std::string measure_used(const std::vector<Adapter>& adapters, const std::vector<std::vector<int>>& slots) {
    std::string used;
    int own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    for (const std::vector<int>& ring : slots) {
        const WaitScope waiting("looking which adapters the ranks use");
        const auto found = std::find(ring.begin(), ring.end(), own);
        const auto before = counts_of(adapters);
        MPI_Barrier(MPI_COMM_WORLD);
        if (found != ring.end() && ring.size() > 1) {
            send_burst(ring, static_cast<std::size_t>(found - ring.begin()));
            const auto bytes = std::int64_t{burst_messages} * burst_message;
            used = joined_by(adapters_used(adapters, before, counts_of(adapters), bytes), ",");
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return used;
}

std::string gpus_near(const std::vector<Gpu>& gpus, int numa) {
    std::vector<std::string> near;
    for (const Gpu& gpu : gpus) {
        if (numa >= 0 && gpu.numa == numa) near.push_back(gpu.bus_address);
    }
    return joined_by(near, ",");
}

RankAdapters own_adapters(const std::vector<Adapter>& adapters, const MessageMemory& memory,
                          const std::filesystem::path& system) {
    RankAdapters own;
    const std::vector<Gpu> gpus = gpus_of(system);
    const int numa = numa_node_of_process();
    const Device* const device = device_of_process(memory.device());
    own.gpu = device == nullptr ? gpus_near(gpus, numa) : device->bus_address();
    const auto gpu = std::find_if(gpus.begin(), gpus.end(), [&](const Gpu& each) {
        return device != nullptr && each.bus_address == device->bus_address();
    });
    own.near = joined_by(
        adapters_near(adapters, gpu == gpus.end() ? std::filesystem::path() : gpu->device, numa), ",");
    std::vector<std::string> texts;
    texts.reserve(adapters.size());
    for (const Adapter& adapter : adapters) texts.push_back(adapter.text());
    own.host = joined_by(texts, "; ");
    return own;
}

}  // namespace

std::vector<std::string> adapters_near(const std::vector<Adapter>& adapters,
                                       const std::filesystem::path& device, int numa) {
    std::map<std::size_t, std::vector<std::string>> by_nearness;
    std::size_t up = 0;
    for (const Adapter& adapter : adapters) {
        if (!adapter.is_up) continue;
        ++up;
        const std::size_t nearness = !device.empty()        ? common_components(adapter.device, device)
                                     : numa < 0             ? 0
                                     : adapter.numa == numa ? 1
                                                            : 0;
        by_nearness[nearness].push_back(adapter.name);
    }
    // Where none is nearer than another, only a single one is known to be near.
    if (up == 0 || (by_nearness.size() == 1 && by_nearness.begin()->first == 0 && up > 1)) return {};
    return by_nearness.rbegin()->second;
}

std::vector<std::string> adapters_used(const std::vector<Adapter>& adapters,
                                       const std::vector<std::optional<std::int64_t>>& before,
                                       const std::vector<std::optional<std::int64_t>>& after,
                                       std::int64_t bytes) {
    std::vector<std::string> used;
    for (std::size_t place = 0; place < adapters.size(); ++place) {
        if (before[place] && after[place] && *after[place] - *before[place] >= bytes / parts_of_a_burst)
            used.push_back(adapters[place].name);
    }
    return used;
}

std::vector<RankAdapters> find_rank_adapters(const Roster& roster, std::span<const RankLocation> locations,
                                             const MessageMemory& memory,
                                             const std::filesystem::path& system) {
    if (is_simulated()) return {};
    const std::vector<Adapter> adapters = adapters_of(system);
    RankAdapters own = own_adapters(adapters, memory, system);
    int max_up = static_cast<int>(std::count_if(adapters.begin(), adapters.end(),
                                                [](const Adapter& adapter) { return adapter.is_up; }));
    MPI_Allreduce(MPI_IN_PLACE, &max_up, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (max_up > 1) own.used = measure_used(adapters, ranks_by_slot(roster, locations));

    std::vector<RankAdapters> all(locations.size());
    for (std::string RankAdapters::*const text :
         {&RankAdapters::near, &RankAdapters::used, &RankAdapters::gpu, &RankAdapters::host}) {
        const std::vector<std::string> texts = gather_texts(own.*text);
        for (std::size_t rank = 0; rank < all.size(); ++rank) all[rank].*text = texts[rank];
    }
    std::size_t size = 0;
    for (const int rank : roster.endpoints())
        size = std::max(size, static_cast<std::size_t>(roster.matrix_rank(rank)) + 1);
    std::vector<RankAdapters> rows(size);
    bool any = false;
    for (const int rank : roster.endpoints()) {
        any |= !all[static_cast<std::size_t>(rank)].host.empty();
        rows[static_cast<std::size_t>(roster.matrix_rank(rank))] =
            std::move(all[static_cast<std::size_t>(rank)]);
    }
    return any ? std::move(rows) : std::vector<RankAdapters>();
}

}  // namespace fabricmap
