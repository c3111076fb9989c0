// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/switch_settings.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::lab {

/// The folder that is a virtual cluster's own: its processes see a /dev/shm that nobody else sees and that
/// ends with them.
constexpr std::string_view private_folder = "/dev/shm";

/// What a virtual cluster is made of, and the command that runs on its first host.
struct ClusterPlan {
    std::vector<std::string> host_names;
    int ranks_per_host = 1;
    SwitchSettings network;
    std::vector<std::string> command;
    /// What the command makes and removes itself; where it is killed in between, it is removed for it.
    std::vector<std::filesystem::path> unfinished_files;
    /// Whether the hosts stay when their starter ends, until network_lab down.
    bool stays = false;
    /// For those that stay: what a shell reads that joins them.
    std::string environment;
};

/// The options of mpirun for a job on all the hosts, to be followed by the program. `remote_shell` is the
/// script that starts commands on a host.
[[nodiscard]] std::vector<std::string> mpirun_words(const ClusterPlan& plan,
                                                    const std::filesystem::path& remote_shell);

/// The same for a shell: variables of Open MPI, the programs, and where Slurm's configuration lies.
[[nodiscard]] std::string environment_text(const ClusterPlan& plan, const std::filesystem::path& remote_shell,
                                           const std::filesystem::path& programs);

/// Files within a cluster, in its private folder.
[[nodiscard]] std::filesystem::path host_file();
[[nodiscard]] std::filesystem::path address_file();
[[nodiscard]] std::filesystem::path network_folder();
[[nodiscard]] std::filesystem::path environment_file();
[[nodiscard]] std::filesystem::path log_file();
/// Written by the command of hosts that stay: they can be used, or why they cannot.
[[nodiscard]] std::filesystem::path ready_file();
[[nodiscard]] std::filesystem::path failure_file();

/// The contents of the files: hosts with their ranks for mpirun, and addresses with their hosts (/etc/hosts).
[[nodiscard]] std::string host_file_text(const ClusterPlan& plan);
[[nodiscard]] std::string address_file_text(const ClusterPlan& plan);

}  // namespace fabricmap::lab
