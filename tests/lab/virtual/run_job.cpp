// SPDX-License-Identifier: Apache-2.0
// Runs a program on the hosts of a virtual cluster, launched by a file that network_place wrote: a program of
// its own, as a cluster is made where a process has a single thread.
// Usage: virtual_run_job SCENARIO seq|rankfile|slurm|hydra FILE PROGRAM WORD...
#include "base/installed.hpp"
#include "command_line/program.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/virtual/cluster.hpp"
#include "lab/virtual/cluster_plan.hpp"

#include <algorithm>

using namespace fabricmap;

namespace {

/// What starts a Slurm on the hosts, and srun with the file.
std::vector<std::string> slurm_words(const lab::ClusterPlan& plan, const std::string& file) {
    std::vector<std::string> words{SLURM_JOB, installed_helper("lab_remote_shell").string(), file,
                                   std::to_string(plan.ranks_per_host)};
    words.insert(words.end(), plan.host_names.begin(), plan.host_names.end());
    words.emplace_back("--");
    return words;
}

/// The options of mpirun for all hosts, with the file in the place of its mapping by slot.
std::vector<std::string> launch_words(const lab::ClusterPlan& plan, const std::string& layout,
                                      const std::string& file) {
    const std::string shell = installed_helper("lab_remote_shell");
    if (layout == "slurm") return slurm_words(plan, file);
    if (layout == "hydra") {
        return {"mpiexec.hydra",
                "-launcher",
                "ssh",
                "-launcher-exec",
                shell,
                "-f",
                file,
                "-n",
                std::to_string(plan.host_names.size() * static_cast<std::size_t>(plan.ranks_per_host))};
    }
    std::vector<std::string> words = lab::mpirun_words(plan, shell);
    const auto take_off = [&](const std::string& option) {
        const auto found = std::find(words.begin(), words.end(), option);
        words.erase(found, found + 2);
    };
    take_off("--map-by");
    if (layout == "seq") {
        *(std::find(words.begin(), words.end(), "--hostfile") + 1) = file;
        words.insert(words.end(), {"--mca", "rmaps", "seq"});
    } else {
        take_off("--bind-to");
        words.insert(words.end(), {"--rankfile", file});
    }
    return words;
}

}  // namespace

int main(int count, char** arguments) {
    return run_program("virtual_run_job", [&] {
        const std::vector<std::string> words = words_of(count, arguments);
        if (words.size() < 4) throw UsageError("give SCENARIO seq|rankfile|slurm|hydra FILE PROGRAM WORD...");
        if (const auto reason = lab::virtual_unsupported_reason(lab::all_testers().front()))
            throw UsageError(*reason);
        const Scenario scenario = find_scenario(words[0]);
        lab::ClusterPlan plan;
        for (int host = 0; host < scenario.fabric.hosts; ++host)
            plan.host_names.push_back(scenario.fabric.host_name(host));
        plan.ranks_per_host = scenario.fabric.ranks_per_host;
        plan.network = lab::settings_of(scenario);
        plan.command = launch_words(plan, words[1], words[2]);
        plan.command.insert(plan.command.end(), words.begin() + 3, words.end());
        lab::Cluster cluster(plan);
        const lab::Cluster::End end = cluster.wait();
        return end.exit_code == 0 ? ExitCode::success : ExitCode::failure;
    });
}
