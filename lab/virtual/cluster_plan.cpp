// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/cluster_plan.hpp"

#include "lab/virtual/tap.hpp"

#include <fmt/format.h>

namespace fabricmap::lab {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

Settings settings_of_job(const std::filesystem::path& remote_shell) {
    const std::string interface(interface_name);
    return {
        {"plm", "rsh"},
        {"plm_rsh_agent", remote_shell.string()},
        // Every host is started from the first one, as none of them has anything to start others with.
        {"plm_rsh_no_tree_spawn", "1"},
        {"pml", "ob1"},
        {"btl", "tcp,self,vader"},
        {"btl_tcp_if_include", interface},
        {"oob_tcp_if_include", interface},
        // The only one that works over TCP.
        {"osc", "pt2pt"},
        // Open MPI 4 takes one rank in some thousands for one that never finalized, though it did.
        {"orte_allowed_exit_without_sync", "1"},
        // All hosts share the cores of this machine.
        {"mpi_yield_when_idle", "1"},
    };
}

/// Lets collective calls, which come before the first message between the pairs, go over host 0 alone: no
/// other pair is needed for them.
Settings settings_for_dead_pairs() {
    constexpr std::string_view linear = "1";
    Settings settings{{"coll_tuned_use_dynamic_rules", "1"}};
    for (const char* const call :
         {"allgather", "allgatherv", "allreduce", "barrier", "bcast", "gather", "reduce", "scatter"}) {
        settings.emplace_back(fmt::format("coll_tuned_{}_algorithm", call), linear);
    }
    return settings;
}

}  // namespace

std::vector<std::string> mpirun_words(const ClusterPlan& plan, const std::filesystem::path& remote_shell) {
    const auto ranks = plan.host_names.size() * static_cast<std::size_t>(plan.ranks_per_host);
    std::vector<std::string> words{"mpirun",
                                   "--allow-run-as-root",
                                   "--hostfile",
                                   host_file().string(),
                                   "-np",
                                   std::to_string(ranks),
                                   "--map-by",
                                   "slot",
                                   "--bind-to",
                                   "none",
                                   "--oversubscribe"};
    Settings settings = settings_of_job(remote_shell);
    if (plan.network.has_dead_path()) {
        for (auto& setting : settings_for_dead_pairs()) settings.push_back(std::move(setting));
    }
    for (const auto& [name, value] : settings) words.insert(words.end(), {"--mca", name, value});
    return words;
}

std::string environment_text(const ClusterPlan& plan, const std::filesystem::path& remote_shell,
                             const std::filesystem::path& programs) {
    const std::string folder(private_folder);
    Settings variables{{"PATH", programs.string() + ":$PATH"},
                       {"TMPDIR", folder},
                       {"FABRICMAP_LAB_NETWORKS", network_folder().string()},
                       {"SLURM_CONF", folder + "/slurm/slurm.conf"},
                       {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                       {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"}};
    Settings settings = settings_of_job(remote_shell);
    settings.insert(settings.end(), {{"orte_default_hostfile", host_file().string()},
                                     {"rmaps_base_oversubscribe", "1"},
                                     {"hwloc_base_binding_policy", "none"}});
    if (plan.network.has_dead_path()) {
        for (auto& setting : settings_for_dead_pairs()) settings.push_back(std::move(setting));
    }
    for (const auto& [name, value] : settings) variables.emplace_back("OMPI_MCA_" + name, value);
    std::string text;
    for (const auto& [name, value] : variables) text += fmt::format("export {}=\"{}\"\n", name, value);
    return text;
}

std::filesystem::path host_file() {
    return std::filesystem::path(private_folder) / "hostfile";
}

std::filesystem::path address_file() {
    return std::filesystem::path(private_folder) / "hosts";
}

std::filesystem::path network_folder() {
    return std::filesystem::path(private_folder) / "net";
}

std::filesystem::path environment_file() {
    return std::filesystem::path(private_folder) / "environment";
}

std::filesystem::path log_file() {
    return std::filesystem::path(private_folder) / "log";
}

std::filesystem::path ready_file() {
    return std::filesystem::path(private_folder) / "ready";
}

std::filesystem::path failure_file() {
    return std::filesystem::path(private_folder) / "failure";
}

std::string host_file_text(const ClusterPlan& plan) {
    std::string text;
    for (const std::string& name : plan.host_names) {
        text += fmt::format("{} slots={}\n", name, plan.ranks_per_host);
    }
    return text;
}

std::string address_file_text(const ClusterPlan& plan) {
    std::string text = "127.0.0.1 localhost\n";
    for (std::size_t host = 0; host < plan.host_names.size(); ++host) {
        text += fmt::format("{} {}\n", network_address(static_cast<int>(host)), plan.host_names[host]);
    }
    return text;
}

}  // namespace fabricmap::lab
