// SPDX-License-Identifier: Apache-2.0
#include "lab/program/commands.hpp"

#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "lab/kinds/table.hpp"
#include "lab/simulated/replay.hpp"
#include "lab/virtual/leftovers.hpp"
#include "lab/virtual/staying_hosts.hpp"
#include "netcdf_schema/open_run.hpp"
#include "scenario/ground_truth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <sys/stat.h>
#include <utility>

namespace fabricmap::lab {
namespace {

/// What tells whether a file of a run is another one, or was written to, since it was looked at.
using FileStates = std::vector<std::array<std::int64_t, 4>>;

FileStates states_of_run(const Order& order) {
    FileStates states;
    for (const std::filesystem::path& path : order.tester.files(order.prefix)) {
        struct stat file {};
        const bool is_there = stat(path.c_str(), &file) == 0;
        states.push_back(is_there
                             ? FileStates::value_type{static_cast<std::int64_t>(file.st_ino), file.st_size,
                                                      file.st_mtim.tv_sec, file.st_mtim.tv_nsec}
                             : FileStates::value_type{});
    }
    return states;
}

/// The kind asked for; without one, the first that can show the scenario on this machine.
const Kind& chosen_kind(const LabOptions& options, const Order& order) {
    if (!options.kind.empty()) return kind_named(options.kind);
    const auto kinds = all_kinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) {
        return !kind.unsupported_scenario(order.scenario) && !kind.unsupported_reason(order.tester);
    });
    return found == kinds.end() ? kinds.front() : *found;
}

std::vector<Scenario> shipped_scenarios() {
    std::vector<Scenario> scenarios;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(scenario_folder(), missing)) {
        if (entry.path().extension() == ".lab") scenarios.push_back(read_scenario(entry.path()));
    }
    if (scenarios.empty()) {
        throw FileError(fmt::format("{}: there are no scenarios; install the toolkit as a whole",
                                    scenario_folder().string()));
    }
    std::sort(scenarios.begin(), scenarios.end(), [](const Scenario& a, const Scenario& b) {
        return std::pair(a.fabric.rank_count(), a.name) < std::pair(b.fabric.rank_count(), b.name);
    });
    return scenarios;
}

std::string kinds_of(const Scenario& scenario) {
    std::string names;
    for (const Kind& kind : all_kinds()) {
        if (!kind.unsupported_scenario(scenario))
            names += fmt::format("{}{}", names.empty() ? "" : ",", kind.name);
    }
    return names;
}

}  // namespace

ExitCode run_scenario(const LabOptions& options) {
    const std::string source =
        options.scenario.substr(is_synthetic(options.scenario) ? synthetic_prefix.size() : 0);
    Order order{find_scenario(source),
                located(source),
                options.prefix,
                options.tester_options,
                options.quiet,
                options.program.empty() ? all_testers().front() : tester_named(options.program)};
    if (order.prefix.empty()) order.prefix = order.scenario.name;
    const Kind& kind = chosen_kind(options, order);
    if (const auto reason = kind.unsupported_scenario(order.scenario)) throw UsageError(*reason);
    if (const auto unsupported_reason = kind.unsupported_reason(order.tester))
        throw UsageError(fmt::format("--kind {}: {}", kind.name, *unsupported_reason));
    if (!options.quiet && options.kind.empty()) remark(fmt::format("network_lab: {} run\n", kind.name));
    const auto passed_over = kind.not_in_it(order.scenario);
    if (!passed_over.empty() && !options.quiet) {
        remark(fmt::format("network_lab: note: a {} run ignores: {}\n", kind.name,
                           joined_by(passed_over, ", ")));
    }
    const FileStates before = states_of_run(order);
    const ExitCode code = kind.run(order);
    // A run that was refused has left the files of an earlier one, whose truth is another.
    if (states_of_run(order) == before) return code;
    write_ground_truth(order.scenario, kind.name, passed_over, order.prefix);
    if (!options.quiet) {
        remark(fmt::format("Ground truth: {}\n", ground_truth_path(order.prefix).string()));
    }
    return code;
}

ExitCode replay_scenario(const LabOptions& options) {
    const std::string source =
        options.scenario.substr(is_synthetic(options.scenario) ? synthetic_prefix.size() : 0);
    const Scenario scenario = find_scenario(source);
    if (const auto reason = simulated_unsupported_scenario(scenario)) throw UsageError(*reason);
    if (const auto unsupported_reason = simulated_unsupported_reason(all_testers().front()))
        throw UsageError(fmt::format("replay: {}", *unsupported_reason));
    std::vector<std::string> words = options.replay_options;
    if (options.quiet) words.emplace_back("--quiet");
    return replay_simulated({scenario, located(source), options.placement, words});
}

ExitCode start_staying_hosts(const LabOptions& options) {
    print_out(start_hosts(find_scenario(options.scenario), options.has_slurm));
    return ExitCode::success;
}

void end_staying_hosts(const LabOptions& options) {
    const std::vector<Leftover> chosen = chosen_leftovers(leftovers(), options.cluster);
    for (const Leftover& one : chosen) print_out(end_leftover(one) + '\n');
    if (chosen.empty()) print_out("nothing was left\n");
}

std::string scenario_list() {
    std::string text;
    for (const Scenario& scenario : shipped_scenarios()) {
        text += fmt::format("{:<28}{:<29}{}\n", scenario.name, kinds_of(scenario), scenario.title);
    }
    return text;
}

}  // namespace fabricmap::lab
