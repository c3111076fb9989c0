// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/check/check_options.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::site {

/// One job of network_test.
struct PlannedRun {
    std::string name;  ///< the prefix of its files
    std::string mode;
    bool is_compared = true;  ///< with those of accepted checks
};

/// What a check measures.
struct CheckPlan {
    std::string preset;
    std::string lengths;
    std::vector<PlannedRun> runs;
    std::chrono::seconds time{0};     ///< all jobs take at most
    std::chrono::seconds per_run{0};  ///< a job measures so long at most

    /// The program and its options that measure a run into a folder, for so long at most.
    [[nodiscard]] std::vector<std::string> command(const PlannedRun& run, const std::string& folder,
                                                   std::chrono::seconds at_most) const;
    /// What the next job may measure: less than `per_run` where `spent` of the time is gone already, `jobs`
    /// are left with this one, and the slowest so far took `around` to start and to end.
    [[nodiscard]] std::chrono::seconds time_of_next(std::chrono::seconds spent, std::ptrdiff_t jobs,
                                                    std::chrono::seconds around) const;
};

/// Throws UsageError where the time does not suffice for so many runs.
[[nodiscard]] CheckPlan plan_of(const CheckOptions& options);

/// "3 runs of one_to_one ... on 8 hosts, at most 5 min".
[[nodiscard]] std::string plan_text(const CheckPlan& plan, std::optional<std::size_t> hosts);

}  // namespace fabricmap::site
