// SPDX-License-Identifier: Apache-2.0
#include "tests/slurm_cluster.hpp"

#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <array>
#include <sys/socket.h>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

/// Ports that nothing listens on, above those that the system gives away by itself.
std::vector<int> unused_ports(std::size_t count) {
    constexpr int first_port = 61000;
    constexpr int last_port = 65535;
    std::vector<int> ports;
    for (int port = first_port; port <= last_port && ports.size() < count; ++port) {
        const int one = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        if (bind(one, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) ports.push_back(port);
        close(one);
    }
    EXPECT_EQ(ports.size(), count) << "so few ports are free";
    return ports;
}

}  // namespace

std::string slurm_unsupported_reason() {
    for (const char* const program : {"/usr/bin/srun", "/usr/bin/scontrol", "/usr/sbin/slurmctld",
                                      "/usr/sbin/slurmd", "/usr/sbin/munged"}) {
        if (!std::filesystem::exists(program)) return fmt::format("{} is not installed", program);
    }
    return geteuid() == 0 ? "" : "slurmd starts jobs of others, for which it needs root";
}

void write_slurm_conf(const std::filesystem::path& folder, const std::vector<SlurmTestNode>& nodes,
                      const std::string& more) {
    const std::vector<int> ports = unused_ports(nodes.size() + 1);
    std::array<char, 256> machine{};
    gethostname(machine.data(), machine.size() - 1);
    std::string conf = fmt::format(
        "ClusterName=test\nSlurmctldHost={0}(127.0.0.1)\nSlurmctldPort={1}\nSlurmUser=root\n"
        "AuthInfo=socket={2}/munge.socket\nStateSaveLocation={2}/state\nSlurmdSpoolDir={2}/spool/"
        "%n\nTmpFS={2}/tmp/%n\n"
        "SlurmctldPidFile={2}/slurmctld.pid\nSlurmdPidFile={2}/slurmd.%n.pid\n"
        "SlurmctldLogFile={2}/slurmctld.log\nSlurmdLogFile={2}/slurmd.%n.log\n"
        "ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nMailProg=/bin/true\nMpiDefault=none\n"
        "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nSlurmdParameters=config_overrides\n"
        // A busy machine is no node that has gone.
        "ReturnToService=2\nMessageTimeout=60\nSlurmdTimeout=0\nTCPTimeout=30\n{3}",
        machine.data(), ports.back(), folder.string(), more);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const SlurmTestNode& node = nodes[n];
        conf += fmt::format("NodeName={} NodeAddr={} Port={} CPUs=2{}\n", node.name, node.address, ports[n],
                            node.hostname.empty() ? "" : " NodeHostname=" + node.hostname);
    }
    write_bytes(folder / "slurm.conf", conf + "PartitionName=all Nodes=ALL Default=YES State=UP\n");
    std::filesystem::create_directories(folder / "state");
    // PMIx servers of several nodes must not meet in one.
    for (const SlurmTestNode& node : nodes) std::filesystem::create_directories(folder / "tmp" / node.name);
}

Outcome run_in_slurm(const std::filesystem::path& folder, const std::vector<SlurmTestNode>& nodes,
                     const std::string& script) {
    write_bytes(folder / "script", fmt::format("PATH={}:$PATH\n{}", PROGRAMS, script));
    std::vector<std::string> words{SLURM_NODES, folder};
    for (const SlurmTestNode& node : nodes) words.push_back(node.name);
    words.insert(words.end(), {"--", "/bin/sh", folder / "script"});
    return run(words);
}

}  // namespace fabricmap::testing
