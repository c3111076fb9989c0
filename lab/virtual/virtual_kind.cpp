// SPDX-License-Identifier: Apache-2.0
#include "base/installed.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/virtual/cluster.hpp"
#include "lab/virtual/cluster_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::lab {
namespace {

/// The files must not be in the one folder that ends with the cluster.
std::filesystem::path usable_prefix(const std::filesystem::path& prefix) {
    std::filesystem::path absolute = std::filesystem::weakly_canonical(std::filesystem::absolute(prefix));
    const std::filesystem::path own(private_folder);
    const auto shared = std::mismatch(own.begin(), own.end(), absolute.begin(), absolute.end());
    if (shared.first == own.end()) {
        throw UsageError(
            fmt::format("-f {}: hosts of a virtual cluster have a {} of their own: give a prefix "
                        "elsewhere",
                        prefix.string(), private_folder));
    }
    return absolute;
}

ClusterPlan plan_for(const Order& order) {
    const Scenario& scenario = order.scenario;
    ClusterPlan plan;
    for (int host = 0; host < scenario.fabric.hosts; ++host) {
        plan.host_names.push_back(scenario.fabric.host_name(host));
    }
    plan.ranks_per_host = scenario.fabric.ranks_per_host;
    plan.network = settings_of(scenario);
    plan.command = mpirun_words(plan, installed_helper("lab_remote_shell"));
    plan.command.push_back(sibling_program(std::string(order.tester.name)));
    plan.command.insert(plan.command.end(), order.tester_options.begin(), order.tester_options.end());
    const std::filesystem::path prefix = usable_prefix(order.prefix);
    plan.command.insert(plan.command.end(), {"-f", prefix});
    plan.unfinished_files = order.tester.unfinished(prefix);
    if (order.quiet) plan.command.emplace_back("--quiet");
    return plan;
}

}  // namespace

ExitCode run_virtual(const Order& order) {
    Cluster cluster(plan_for(order));
    const Cluster::End end = cluster.wait();
    if (end.interrupted) return ExitCode::interrupted;
    constexpr auto most = static_cast<int>(ExitCode::faults_found);
    const bool is_of_tester =
        end.exit_code <= most || end.exit_code == static_cast<int>(ExitCode::interrupted);
    if (is_of_tester) return static_cast<ExitCode>(end.exit_code);
    throw RunError(fmt::format("mpirun in the virtual cluster ended with code {}: its messages are above",
                               end.exit_code));
}

}  // namespace fabricmap::lab
