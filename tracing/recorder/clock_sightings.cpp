// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/clock_sightings.hpp"

#include "base/mixing.hpp"
#include "measuring/clock/clock_exchange.hpp"
#include "measuring/clock/clock_tree.hpp"

#include <array>
#include <fcntl.h>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

namespace fabricmap::tracing {
namespace {

constexpr int exchanges = 30;

std::vector<int> clocks_of_ranks(MPI_Comm comm) {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    const std::uint64_t own = identity_of_clock();
    std::vector<std::uint64_t> all(static_cast<std::size_t>(size));
    PMPI_Allgather(&own, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, comm);
    std::map<std::uint64_t, int> numbers;
    std::vector<int> clocks;
    clocks.reserve(all.size());
    for (const std::uint64_t identity : all) {
        clocks.push_back(numbers.emplace(identity, static_cast<int>(numbers.size())).first->second);
    }
    return clocks;
}

}  // namespace

std::uint64_t identity_of_clock() {
    std::array<char, 256> text{};
    std::uint64_t sum = 0;
    const auto add = [&](std::string_view part) {
        for (const char letter : part) sum = mix(sum, static_cast<unsigned char>(letter));
    };
    const int boot = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (boot >= 0) {
        const auto length = read(boot, text.data(), text.size());
        close(boot);
        if (length > 0) add({text.data(), static_cast<std::size_t>(length)});
    }
    gethostname(text.data(), text.size() - 1);
    add(text.data());
    const auto length = readlink("/proc/self/ns/time", text.data(), text.size());
    if (length > 0) add({text.data(), static_cast<std::size_t>(length)});
    return sum;
}

void sight_clocks(MPI_Comm comm, const std::vector<int>& world_ranks, FileHeader& header,
                  ClockSighting& sighting) {
    int own_rank = 0;
    PMPI_Comm_rank(comm, &own_rank);
    const ClockTreeNode node = clock_tree_node(own_rank, clocks_of_ranks(comm));
    header.clock_parent = node.parent < 0 ? -1 : world_ranks[static_cast<std::size_t>(node.parent)];
    header.shares_clock = node.shares_with_parent ? 1 : 0;
    const Clock clock(false);
    if (node.parent >= 0 && !node.shares_with_parent) {
        const ClockReading reading = read_clock(comm, clock, node.parent, exchanges);
        sighting = {reading.own, reading.offset, reading.half_trip,
                    static_cast<std::uint64_t>(reading.exchanges)};
    }
    for (const int child : node.children) show_clock(comm, clock, child);
}

}  // namespace fabricmap::tracing
