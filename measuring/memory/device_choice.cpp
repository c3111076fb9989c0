// SPDX-License-Identifier: Apache-2.0
#include "measuring/memory/device_choice.hpp"

#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sched.h>

namespace fabricmap {
namespace {

int number_in_file(const std::filesystem::path& path) {
    std::ifstream file(path);
    int number = -1;
    return file >> number ? number : -1;
}

}  // namespace

std::optional<int> local_rank_of_launcher() {
    // Of Open MPI, MPICH and Intel MPI, MVAPICH, Cray PALS, Flux, Slurm.
    constexpr std::array variables{"OMPI_COMM_WORLD_LOCAL_RANK",
                                   "MPI_LOCALRANKID",
                                   "MV2_COMM_WORLD_LOCAL_RANK",
                                   "MVP_COMM_WORLD_LOCAL_RANK",
                                   "PALS_LOCAL_RANKID",
                                   "FLUX_TASK_LOCAL_ID",
                                   "SLURM_LOCALID"};
    for (const char* const variable : variables) {
        const char* const text = std::getenv(variable);
        const auto rank = text == nullptr ? std::nullopt : read_number<int>(text);
        if (rank && *rank >= 0) return rank;
    }
    return std::nullopt;
}

int numa_node_of_thread(int thread) {
    constexpr std::string_view prefix = "node";
    std::error_code error;
    const std::filesystem::path folder = fmt::format("/sys/devices/system/cpu/cpu{}", thread);
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename();
        if (!name.starts_with(prefix)) continue;
        if (const auto node = read_number<int>(name.substr(prefix.size()))) return *node;
    }
    return -1;
}

int numa_node_of_device(const std::string& bus_address) {
    std::string name = bus_address;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return number_in_file(fmt::format("/sys/bus/pci/devices/{}/numa_node", name));
}

int numa_node_of_process() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return -1;
    int node = -1;
    for (int thread = 0; thread < CPU_SETSIZE; ++thread) {
        if (!CPU_ISSET(static_cast<unsigned>(thread), &allowed)) continue;
        const int here = numa_node_of_thread(thread);
        if (here < 0 || (node >= 0 && here != node)) return -1;
        node = here;
    }
    return node;
}

int chosen_device(std::optional<int> local_rank, std::span<const int> numa_nodes, int own_node) {
    if (local_rank) return *local_rank % static_cast<int>(numa_nodes.size());
    const auto near = std::find(numa_nodes.begin(), numa_nodes.end(), own_node);
    return own_node < 0 || near == numa_nodes.end() ? 0 : static_cast<int>(near - numa_nodes.begin());
}

}  // namespace fabricmap
