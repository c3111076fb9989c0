// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/places.hpp"

#include "network_test/mpi/session.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <sched.h>
#include <utility>

namespace fabricmap::network_test {
namespace {

std::string own_host() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return {name.data(), static_cast<std::size_t>(length)};
}

/// The one core that this process may run on; -1 where it may run on several.
int bound_core() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) != 1) return -1;
    return sched_getcpu();
}

int numa_node_of(int core) {
    constexpr std::string_view prefix = "node";
    std::error_code error;
    const std::filesystem::path folder = fmt::format("/sys/devices/system/cpu/cpu{}", core);
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename();
        int node = -1;
        if (!name.starts_with(prefix)) continue;
        const auto parsed = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), node);
        if (parsed.ec == std::errc()) return node;
    }
    return -1;
}

}  // namespace

std::vector<RankPlace> gather_places(bool simulated) {
    const std::string host = own_host();
    const int core = simulated ? -1 : bound_core();
    const int seen_on = simulated ? -1 : sched_getcpu();
    const std::array<int, 2> own_numbers{core, seen_on < 0 ? -1 : numa_node_of(seen_on)};

    const std::vector<std::string> hosts = gather_texts(host);
    std::vector<std::array<int, 2>> numbers(hosts.size());
    MPI_Allgather(own_numbers.data(), 2, MPI_INT, numbers.data(), 2, MPI_INT, MPI_COMM_WORLD);

    std::map<std::string, int> node_of_host;
    std::vector<RankPlace> places;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        const auto known = node_of_host.emplace(hosts[rank], static_cast<int>(node_of_host.size())).first;
        places.push_back({hosts[rank], known->second, numbers[rank][0], numbers[rank][1]});
    }
    return places;
}

int host_count(const std::vector<RankPlace>& places) {
    int largest = -1;
    for (const RankPlace& place : places) largest = std::max(largest, place.node);
    return largest + 1;
}

std::vector<std::string> placement_warnings(const std::vector<RankPlace>& places) {
    std::map<std::pair<int, int>, std::vector<int>> ranks_on_core;
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
        if (places[rank].core < 0) continue;
        ranks_on_core[{places[rank].node, places[rank].core}].push_back(static_cast<int>(rank));
    }
    std::vector<std::string> warnings;
    for (const auto& [where, ranks] : ranks_on_core) {
        if (ranks.size() < 2) continue;
        warnings.push_back(fmt::format(
            "ranks {} share core {} of {}: delays between them are several times too long; give each rank a "
            "core "
            "of its own (mpirun --bind-to core)",
            fmt::join(ranks, ", "), where.second, places[static_cast<std::size_t>(ranks.front())].host));
    }
    return warnings;
}

}  // namespace fabricmap::network_test
