// SPDX-License-Identifier: Apache-2.0
// Slurm's own controller reads the topology.conf that is written here. It is given a priority plugin that
// does not exist: that is found out after the topology was read and before anything is served, so that it
// ends.
#include "base/host_list.hpp"
#include "base/host_name.hpp"
#include "diagnosis/topology/slurm_topology.hpp"
#include "tests/command.hpp"
#include "tests/diagnosis/topology/some_machines.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <pwd.h>
#include <unistd.h>

namespace fabricmap::diagnosis {
namespace {

using fabricmap::testing::Outcome;
using fabricmap::testing::run;
using fabricmap::testing::TemporaryFolder;
using fabricmap::testing::write_bytes;
using ::testing::HasSubstr;
using ::testing::Not;

std::string user_name() {
    const passwd* const user = getpwuid(geteuid());
    return user == nullptr ? "root" : user->pw_name;
}

Outcome read_by_slurm(const std::filesystem::path& controller, const std::string& topology,
                      const std::vector<std::string>& hosts) {
    const TemporaryFolder folder;
    write_bytes(folder / "topology.conf", topology);
    write_bytes(folder / "slurm.conf",
                fmt::format("ClusterName=test\nSlurmctldHost={0}(127.0.0.1)\nSlurmUser={1}\n"
                            "AuthType=auth/none\nCredType=cred/none\nStateSaveLocation={2}\n"
                            "SlurmctldPidFile={2}/pid\nProctrackType=proctrack/pgid\nMailProg=/bin/true\n"
                            "TopologyPlugin=topology/tree\nPriorityType=priority/that_does_not_exist\n"
                            "SlurmctldDebug=debug\nNodeName={3} CPUs=1 State=FUTURE\n"
                            "PartitionName=all Nodes=ALL\n",
                            host_name(), user_name(), folder.path().string(), format_host_list(hosts)));
    return run({controller.string(), "-D", "-c", "-f", (folder / "slurm.conf").string()});
}

TEST(SlurmItself, ReadsTheSwitchesAsTheyWereMeant) {
    const std::filesystem::path controller = "/usr/sbin/slurmctld";
    if (!std::filesystem::exists(controller)) GTEST_SKIP() << "slurmctld is not installed";
    const testing::Machine machine = testing::machine_of(testing::fat_tree({8, 4}, 64), 0.03, 5);
    const std::string text = slurm_topology_of(find_topology(machine.delays.cast<float>()), machine.names());
    const Outcome outcome = read_by_slurm(controller, text, machine.names());
    const std::string said = outcome.out + outcome.err;
    for (const auto& group : machine.groups_of(8)) {
        std::vector<std::string> nodes;
        for (const int host : group) nodes.push_back(machine.names()[static_cast<std::size_t>(host)]);
        EXPECT_THAT(said, HasSubstr(fmt::format("nodes:{} switches:(null)", format_host_list(nodes))));
    }
    EXPECT_THAT(said, HasSubstr("Switch level:1 name:pod0 "));
    EXPECT_THAT(said, HasSubstr("Switch level:2 name:spine nodes:node[000-063] switches:pod[0-1]"));
    EXPECT_THAT(said, Not(HasSubstr("WARNING: switches lack access")));
    EXPECT_THAT(said, HasSubstr("failed to initialize priority plugin"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
