// SPDX-License-Identifier: Apache-2.0
#include "site/check/plan.hpp"

#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "site/check/preset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::site {
namespace {

/// Of each job, to start and to end.
constexpr std::chrono::seconds around_a_job{5};
constexpr std::chrono::seconds min_per_run{2};

}  // namespace

std::vector<std::string> CheckPlan::command(const PlannedRun& run, const std::string& folder,
                                            std::chrono::seconds at_most) const {
    return {sibling_program("network_test").string(),
            "-f",
            folder + "/" + run.name,
            "-t",
            run.mode,
            "--lengths",
            lengths,
            "--max-time",
            fmt::format("{}s", at_most.count()),
            "--start-timeout",
            "2m",
            "--quiet"};
}

std::chrono::seconds CheckPlan::time_of_next(std::chrono::seconds spent, std::ptrdiff_t jobs,
                                             std::chrono::seconds around) const {
    const std::chrono::seconds left = (time - spent) / jobs - std::max(around, around_a_job);
    return std::clamp(left, min_per_run, per_run);
}

CheckPlan plan_of(const CheckOptions& options) {
    const Preset& preset = preset_named(options.preset);
    CheckPlan plan;
    plan.preset = preset.name;
    plan.lengths = preset.lengths;
    plan.time = options.time.value_or(preset.time);
    for (int run = 1; run <= options.runs; ++run)
        plan.runs.push_back({fmt::format("run{}", run), "one_to_one"});
    if (preset.both_ways) plan.runs.push_back({"both_ways", "async_one_to_one", false});
    const auto runs = std::ssize(plan.runs);
    plan.per_run = plan.time / runs - around_a_job;
    if (plan.per_run < min_per_run) {
        throw UsageError(fmt::format("--time {}s: too short for {}; give {}s or more, or fewer --runs",
                                     plan.time.count(), counted(runs, "run"),
                                     (runs * (min_per_run + around_a_job)).count()));
    }
    return plan;
}

std::string plan_text(const CheckPlan& plan, std::optional<std::size_t> hosts) {
    std::map<std::string, std::int64_t> of_mode;
    for (const PlannedRun& run : plan.runs) ++of_mode[run.mode];
    std::vector<std::string> modes;
    for (const auto& [mode, count] : of_mode)
        modes.push_back(fmt::format("{} of {}", counted(count, "run"), mode));
    std::reverse(modes.begin(), modes.end());
    return fmt::format(
        "{} on {}, lengths {}; at most {}, and their diagnosis after that", joined_by(modes, " and "),
        hosts ? counted(static_cast<std::int64_t>(*hosts), "host") : "the hosts of the launcher",
        plan.lengths, format_duration(static_cast<double>(plan.time.count())));
}

}  // namespace fabricmap::site
