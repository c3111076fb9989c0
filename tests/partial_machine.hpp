// SPDX-License-Identifier: Apache-2.0
// A machine of 16 hosts below one switch, of which jobs measure the hosts that they have.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::testing {

inline constexpr int hosts_of_partial_machine = 16;

/// "cn05".
[[nodiscard]] std::string host_of_partial_machine(int number);

/// What one job measures of it.
struct PartOfMachine {
    std::vector<int> hosts;
    std::uint64_t seed = 1;                          ///< of the noise
    double age_s = 0;                                ///< how long ago
    double all_slower = 1;                           ///< as in a job with another clock rate
    std::optional<int> slow_host{};                  ///< receives 2.5 times slower
    std::optional<std::pair<int, int>> slow_link{};  ///< 3 times slower both ways
    std::optional<int> other_host{};  ///< stands in the place of a host: 1.6 times slower both ways
    std::string mpi_library = "Open MPI v4.1.4";
    std::string command_line{};
    bool is_cut_short = false;  ///< after the first length
};

/// Writes what a run of network_test would have measured.
void measure_part(const std::filesystem::path& prefix, const PartOfMachine& part);

/// So many of the hosts, drawn, ascending.
[[nodiscard]] std::vector<int> drawn_hosts(std::uint64_t seed, int count);

}  // namespace fabricmap::testing
