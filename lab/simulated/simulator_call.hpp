// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/kinds/kind.hpp"
#include "lab/simulated/child.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// The environment variable that tells the platform which file holds the scenario.
inline constexpr const char* scenario_variable = "FABRICMAP_SCENARIO";

/// What the simulator loads: the platform, the program in the build for its MPI, and a clock that stands
/// still.
inline constexpr const char* fabric_platform = "fabric_platform.so";
inline constexpr const char* still_clock = "still_clock.so";
[[nodiscard]] std::string simulated_program(const Tester& tester);

/// What the simulator needs in its environment for the scenario of that file.
[[nodiscard]] Environment simulator_environment(const std::string& source);

/// The words that start the simulator with a program that was built for it, on so many ranks; the program's
/// own words are to follow.
[[nodiscard]] std::vector<std::string> simulator_words(const std::filesystem::path& program, int ranks,
                                                       const std::string& host_list);

/// The words that start the simulator with the tester on the order's fabric, the program first. `host_list`
/// is the path of the file with a host for each rank.
[[nodiscard]] std::vector<std::string> simulator_call(const Order& order, const std::string& host_list);

}  // namespace fabricmap::lab
