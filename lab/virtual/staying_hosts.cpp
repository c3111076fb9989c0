// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/staying_hosts.hpp"

#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/virtual/cluster.hpp"
#include "lab/virtual/cluster_plan.hpp"

#include <fmt/format.h>

#include <limits>
#include <unistd.h>

namespace fabricmap::lab {
namespace {

void require_slurm() {
    for (const char* const program :
         {"/usr/sbin/munged", "/usr/sbin/slurmctld", "/usr/sbin/slurmd", "/usr/bin/srun"}) {
        if (access(program, X_OK) != 0) {
            throw UsageError(
                fmt::format("--slurm: {} is not there: install munge, slurmctld, slurmd and "
                            "slurm-client",
                            program));
        }
    }
}

ClusterPlan plan_of(const Scenario& scenario, bool has_slurm) {
    ClusterPlan plan;
    for (int host = 0; host < scenario.fabric.hosts; ++host)
        plan.host_names.push_back(scenario.fabric.host_name(host));
    plan.ranks_per_host = scenario.fabric.ranks_per_host;
    plan.network = settings_of(scenario);
    plan.stays = true;
    const std::filesystem::path remote_shell = installed_helper("lab_remote_shell");
    plan.environment = environment_text(plan, remote_shell, sibling_program("").parent_path());
    plan.command = {installed_helper("lab_stay"), std::string(private_folder), remote_shell};
    if (has_slurm) {
        plan.command.emplace_back("--slurm");
        plan.command.insert(plan.command.end(), plan.host_names.begin(), plan.host_names.end());
    }
    return plan;
}

}  // namespace

std::string start_hosts(const Scenario& scenario, bool has_slurm) {
    if (const auto reason = virtual_unsupported_scenario(scenario)) throw UsageError(*reason);
    if (const auto reason = virtual_unsupported_reason(all_testers().front()))
        throw UsageError(fmt::format("up: {}", *reason));
    if (has_slurm) require_slurm();
    const ClusterPlan plan = plan_of(scenario, has_slurm);
    // Files of whoever started this program, such as a pipe that is read to its end.
    close_range(STDERR_FILENO + 1, std::numeric_limits<unsigned>::max(), 0);
    Cluster cluster(plan);
    const std::string enter = fmt::format("nsenter --all --wd --target {}", cluster.leave_ready());
    const std::size_t hosts = plan.host_names.size();
    const std::size_t ranks = hosts * static_cast<std::size_t>(plan.ranks_per_host);
    std::string text = fmt::format(
        "{0} virtual hosts are up until network_lab down: {1}\n"
        "  a shell on {2}:  {3} bash --rcfile {4}\n"
        "  a command there:  {3} env BASH_ENV={4} bash -c 'COMMAND'\n"
        "  there on all of them:  mpirun -np {5} network_test (host file {6}), or fabricmap check --hosts "
        "{7}\n",
        hosts, joined_by(plan.host_names, " "), plan.host_names.front(), enter, environment_file().string(),
        ranks, host_file().string(), joined_by(plan.host_names, ","));
    if (has_slurm)
        text += fmt::format("  and by Slurm:  sinfo, srun -N {} network_test, salloc, sbatch\n", hosts);
    return text;
}

}  // namespace fabricmap::lab
