// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "lab/kinds/tester.hpp"
#include "netcdf_schema/synthetic/synthetic_run.hpp"
#include "scenario/scenario.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::lab {

/// What `network_lab run` was asked for.
struct Order {
    Scenario scenario;
    std::string source;                       ///< the scenario, as find_scenario takes it from any folder
    std::filesystem::path prefix;             ///< the run's files begin with it
    std::vector<std::string> tester_options;  ///< without -f and --quiet
    bool quiet = false;
    const Tester& tester = all_testers().front();
};

/// A way to make a run of a scenario. To add one: a folder in lab/ and a line in table.cpp.
struct Kind {
    std::string_view name;
    std::string_view what;  ///< one line
    /// Why this kind cannot show that scenario; nothing where it can.
    std::optional<std::string> (*unsupported_scenario)(const Scenario& scenario);
    /// The statements that this kind passes over, so that the run does not show what they say.
    std::vector<std::string_view> (*not_in_it)(const Scenario& scenario);
    /// What this machine or user lacks for this kind and program, with the remedy; nothing where it can run
    /// here.
    std::optional<std::string> (*unsupported_reason)(const Tester& tester);
    /// Makes the run PREFIX_*.nc; the truth is written by the caller. Throws Error.
    ExitCode (*run)(const Order& order);
};

[[nodiscard]] std::vector<std::string_view> not_in_synthetic(const Scenario& scenario);
[[nodiscard]] std::optional<std::string> synthetic_unsupported_reason(const Tester& tester);
[[nodiscard]] ExitCode run_synthetic(const Order& order);

[[nodiscard]] std::optional<std::string> simulated_unsupported_scenario(const Scenario& scenario);
[[nodiscard]] std::vector<std::string_view> not_in_simulated(const Scenario& scenario);
[[nodiscard]] std::optional<std::string> simulated_unsupported_reason(const Tester& tester);
[[nodiscard]] ExitCode run_simulated(const Order& order);

[[nodiscard]] std::optional<std::string> virtual_unsupported_scenario(const Scenario& scenario);
[[nodiscard]] std::vector<std::string_view> not_in_virtual(const Scenario& scenario);
[[nodiscard]] std::optional<std::string> virtual_unsupported_reason(const Tester& tester);
[[nodiscard]] ExitCode run_virtual(const Order& order);

}  // namespace fabricmap::lab
