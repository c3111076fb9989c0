// SPDX-License-Identifier: Apache-2.0
#include "measuring/rank_locations.hpp"

#include "base/quantities.hpp"
#include "measuring/memory/device_choice.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sched.h>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace fabricmap {
namespace {

/// The first line of a file of the system; empty where there is none.
std::string first_line_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// The core that a hardware thread belongs to, named by its first thread.
int core_of(int thread) {
    const std::string siblings =
        first_line_of(fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", thread));
    int first = thread;
    std::from_chars(siblings.data(), siblings.data() + siblings.size(), first);
    return first;
}

/// The cores that this process may run on.
std::set<int> allowed_cores() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    std::set<int> cores;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
    for (int thread = 0; thread < CPU_SETSIZE; ++thread) {
        if (CPU_ISSET(static_cast<unsigned>(thread), &allowed)) cores.insert(core_of(thread));
    }
    return cores;
}

/// The first of the ranks that share memory with this one, as the MPI library has it: two containers of one
/// machine may have one name, and share none.
int first_sharing_memory() {
    MPI_Comm sharing = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &sharing);
    int first = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &first);
    MPI_Bcast(&first, 1, MPI_INT, 0, sharing);
    MPI_Comm_free(&sharing);
    return first;
}

}  // namespace

std::vector<RankLocation> gather_placement(bool simulated) {
    const WaitScope waiting("locating the ranks");
    const std::set<int> cores = simulated ? std::set<int>{} : allowed_cores();
    const int seen_on = simulated ? -1 : sched_getcpu();
    const std::array<int, 3> own_numbers{cores.size() == 1 ? *cores.begin() : -1,
                                         seen_on < 0 ? -1 : numa_node_of_thread(seen_on),
                                         simulated ? 0 : first_sharing_memory()};
    const std::string present_start =
        simulated ? std::string() : first_line_of("/proc/sys/kernel/random/boot_id");

    const std::vector<std::string> hosts = gather_texts(own_host());
    const std::vector<std::string> starts = gather_texts(present_start);
    const std::vector<std::string> core_lists = gather_texts(joined_by(cores, " "));
    std::vector<std::array<int, 3>> numbers(hosts.size());
    MPI_Allgather(own_numbers.data(), 3, MPI_INT, numbers.data(), 3, MPI_INT, MPI_COMM_WORLD);

    std::vector<RankLocation> locations;
    std::map<std::tuple<std::string, std::string, int>, int> nodes;
    std::vector<std::set<std::string>> cores_of_node;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        const int node =
            nodes.try_emplace({hosts[rank], starts[rank], numbers[rank][2]}, static_cast<int>(nodes.size()))
                .first->second;
        locations.push_back({hosts[rank], node, numbers[rank][0], numbers[rank][1]});
        cores_of_node.resize(nodes.size());
        std::istringstream list(core_lists[rank]);
        for (std::string core; list >> core;) cores_of_node[static_cast<std::size_t>(node)].insert(core);
    }
    for (RankLocation& location : locations) {
        const auto usable = static_cast<int>(cores_of_node[static_cast<std::size_t>(location.node)].size());
        if (usable > 0) location.usable_cores = usable;
    }
    return locations;
}

std::vector<int> clocks_of(const Clock& clock, std::span<const RankLocation> locations,
                           std::span<const int> ranks) {
    std::vector<int> clocks;
    clocks.reserve(ranks.size());
    for (const int rank : ranks)
        clocks.push_back(clock.is_of_host() ? locations[static_cast<std::size_t>(rank)].node : rank);
    return clocks;
}

int host_count(const std::vector<RankLocation>& locations) {
    int largest = -1;
    for (const RankLocation& location : locations) largest = std::max(largest, location.node);
    return largest + 1;
}

std::vector<std::string> placement_warnings(const std::vector<RankLocation>& locations) {
    std::map<int, std::vector<int>> ranks_on_node;
    std::map<std::pair<int, int>, std::vector<int>> ranks_on_core;
    for (std::size_t rank = 0; rank < locations.size(); ++rank) {
        const RankLocation& location = locations[rank];
        ranks_on_node[location.node].push_back(static_cast<int>(rank));
        if (location.core >= 0)
            ranks_on_core[{location.node, location.core}].push_back(static_cast<int>(rank));
    }
    const auto host_of = [&](int rank) { return locations[static_cast<std::size_t>(rank)].host; };
    std::vector<std::string> warnings;
    for (const auto& [where, ranks] : ranks_on_core) {
        if (ranks.size() < 2) continue;
        warnings.push_back(
            fmt::format("ranks {} share core {} of {}: delays between them are several times too long; give "
                        "each rank a core "
                        "of its own (mpirun --bind-to core)",
                        joined_by(ranks, ", "), where.second, host_of(ranks.front())));
    }
    for (const auto& [node, ranks] : ranks_on_node) {
        const int cores = locations[static_cast<std::size_t>(ranks.front())].usable_cores;
        if (cores < 0 || std::cmp_less_equal(ranks.size(), cores)) continue;
        warnings.push_back(
            fmt::format("{} ranks take turns on {} cores of {}: fine for a first look, but delays are longer "
                        "than those of the "
                        "network; start at most as many ranks as there are cores",
                        ranks.size(), cores, host_of(ranks.front())));
    }
    return warnings;
}

std::string likely_cause_of_silence(const std::vector<RankLocation>& locations) {
    if (placement_warnings(locations).empty()) return {};
    return " (ranks take turns on cores here, which alone can cause this: start fewer before you suspect the "
           "link)";
}

}  // namespace fabricmap
