// SPDX-License-Identifier: Apache-2.0
// A real Slurm takes what is written for it: drain commands, topology files and placements of machines whose
// hosts call themselves otherwise than their nodes are called.
#include "tests/printed_machine.hpp"
#include "tests/programs.hpp"
#include "tests/slurm_cluster.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>
#include <string_view>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;

constexpr std::size_t node_count = 12;
constexpr std::size_t nodes_on_a_leaf = 4;

/// A third each has a NodeHostname, a domain in its NodeName, and just a name.
std::string node_name(std::size_t n) {
    return n < 4   ? fmt::format("cn{:02}", n + 1)
           : n < 8 ? fmt::format("gpu{}.west", n - 3)
                   : fmt::format("io{}", n - 7);
}
std::string address_of(std::size_t n) {
    return fmt::format("127.0.1.{}", n + 1);
}
std::string short_host_name(std::size_t n) {
    return n < 4 ? fmt::format("ab{}", n + 1) : n < 8 ? fmt::format("gpu{}", n - 3) : node_name(n);
}

/// What the hosts call themselves.
enum class Calling : std::uint8_t { short_name, with_domain, address, node };
std::string host_name_of(Calling calling, std::size_t n) {
    switch (calling) {
        case Calling::short_name:
            return short_host_name(n);
        case Calling::with_domain:
            return short_host_name(n) + (n < 4 ? ".east" : n < 8 ? ".west" : ".cluster.local");
        case Calling::address:
            return address_of(n);
        case Calling::node:
            break;
    }
    return node_name(n);
}

/// Of a machine with these hosts in that order, a leaf for four, the names come from that source.
struct Case {
    Calling calling;
    std::string source;  ///< a file in the folder
    unsigned order;      ///< seeds it
};
const std::array cases{
    Case{Calling::with_domain, "slurm.conf", 0}, Case{Calling::with_domain, "show", 1},
    Case{Calling::with_domain, "show-o", 2},     Case{Calling::with_domain, "list", 3},
    Case{Calling::short_name, "slurm.conf", 4},  Case{Calling::short_name, "show", 5},
    Case{Calling::address, "slurm.conf", 6},     Case{Calling::address, "show-o", 7},
    Case{Calling::node, "slurm.conf", 8},        Case{Calling::node, "list", 9},
};

class SlurmItself : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::string why_not = testing::slurm_unsupported_reason();
        if (!why_not.empty()) GTEST_SKIP() << why_not;
        write_configuration();
    }

    void write_configuration() {
        std::string list;
        for (std::size_t n = 0; n < node_count; ++n) {
            nodes_.push_back({node_name(n), address_of(n), n < 4 ? short_host_name(n) + ".east" : ""});
            list += fmt::format("{}\t{}\n", node_name(n), host_name_of(Calling::with_domain, n));
        }
        testing::write_slurm_conf(folder_.path(), nodes_, "TopologyPlugin=topology/tree\n");
        testing::write_bytes(folder_ / "list", list);
        testing::write_bytes(
            folder_ / "topology.conf",
            "SwitchName=s0 Nodes=cn[01-04],gpu1.west,gpu2.west,gpu3.west,gpu4.west,io[1-4]\n");
    }

    /// Of a case, in a folder of its own: the run, and the nodes in the order of its ranks.
    std::vector<std::size_t> write_run(std::size_t k, std::size_t slow) const {
        std::vector<std::size_t> order(node_count);
        std::generate(order.begin(), order.end(), [n = std::size_t{0}]() mutable { return n++; });
        std::shuffle(order.begin(), order.end(), std::mt19937(cases[k].order));
        std::vector<std::string> hosts;
        hosts.reserve(order.size());
        for (const std::size_t n : order) hosts.push_back(host_name_of(cases[k].calling, n));
        std::filesystem::create_directories(folder_ / std::to_string(k));
        testing::write_bytes(folder_ / fmt::format("{}/run.txt", k),
                             testing::printed_machine(hosts, nodes_on_a_leaf, slow));
        return order;
    }

    /// Runs a script in the folder, with a Slurm; what it writes there is read by text_of.
    void run_in_slurm(const std::string& script) const {
        const Outcome outcome = testing::run_in_slurm(
            folder_.path(), nodes_, "scontrol show node >show\nscontrol show node -o >show-o\n" + script);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    [[nodiscard]] std::string text_of(std::size_t k, std::string_view name) const {
        const std::filesystem::path path = folder_ / fmt::format("{}/{}", k, name);
        return std::filesystem::exists(path) ? testing::bytes_of(path) : fmt::format("no file {}", name);
    }

    testing::TemporaryFolder folder_;
    std::vector<testing::SlurmTestNode> nodes_;
};

TEST_F(SlurmItself, DrainsTheNodeOfTheFaultyHost) {
    std::string script = "echo login1 >none\n";
    std::vector<std::string> nodes;
    for (std::size_t k = 0; k < cases.size(); ++k) {
        nodes.push_back(node_name(write_run(k, k)[k]));
        script += fmt::format(
            "network_diagnose {0}/run.txt --slurm-drain --names {1} >{0}/drain 2>{0}/errors\n"
            "sh -e {0}/drain 2>>{0}/errors; echo $? >{0}/code\n"
            "scontrol show node {2} >{0}/shown; sinfo -h -t drain -o %N >{0}/drained\n"
            "scontrol update nodename={2} state=resume\n"
            "network_diagnose {0}/run.txt --slurm-drain --names none --quiet >{0}/other\n"
            "sh -e {0}/other 2>{0}/refused; sinfo -h -t drain -o %N >{0}/other_drained\n"
            "scontrol update nodename={2} state=resume 2>/dev/null\n",
            k, cases[k].source, nodes.back());
    }
    run_in_slurm(script);
    for (std::size_t k = 0; k < cases.size(); ++k) {
        SCOPED_TRACE(k);
        EXPECT_EQ(text_of(k, "code"), "0\n") << text_of(k, "drain");
        EXPECT_EQ(text_of(k, "errors"), "");
        EXPECT_EQ(text_of(k, "drained"), nodes[k] + "\n");
        EXPECT_THAT(text_of(k, "shown"), HasSubstr("Reason=fabricmap: sends and receives "));
        // Without the names Slurm does not know the host, unless it is called as its node is.
        if (cases[k].calling == Calling::address || nodes[k].starts_with("gpu")) {
            EXPECT_NE(text_of(k, "refused"), "") << text_of(k, "other");
            EXPECT_EQ(text_of(k, "other_drained"), "");
        }
    }
}

TEST_F(SlurmItself, ReadsTheLeavesOfTheTopology) {
    constexpr std::size_t leaves = node_count / nodes_on_a_leaf;
    std::string script;
    std::vector<std::vector<std::string>> nodes(cases.size());
    for (std::size_t k = 0; k < cases.size(); ++k) {
        for (const std::size_t n : write_run(k, node_count)) nodes[k].push_back(node_name(n));
        script += fmt::format(
            "network_diagnose {0}/run.txt --quiet --topology-out {0}/out.conf --names {1} >{0}/report "
            "2>{0}/errors\n"
            "cp {0}/out.conf topology.conf; scontrol reconfigure >>{0}/errors 2>&1\n",
            k, cases[k].source);
        for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
            script += fmt::format(
                "scontrol show topology {2} | sed -n '1s/.* Nodes=//;1s/ .*//;1p' | xargs scontrol show "
                "hostnames | "
                "LC_ALL=C sort >{0}/leaf{1}\n",
                k, leaf, nodes[k][leaf * nodes_on_a_leaf]);
        }
    }
    run_in_slurm(script);
    for (std::size_t k = 0; k < cases.size(); ++k) {
        SCOPED_TRACE(k);
        EXPECT_EQ(text_of(k, "errors"), "");
        for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
            const auto first = nodes[k].begin() + static_cast<std::ptrdiff_t>(leaf * nodes_on_a_leaf);
            std::string expected;
            for (const std::string& node : std::set(first, first + nodes_on_a_leaf)) expected += node + "\n";
            EXPECT_EQ(text_of(k, fmt::format("leaf{}", leaf)), expected) << text_of(k, "out.conf");
        }
    }
}

TEST_F(SlurmItself, StartsEachTaskWhereItIsPlaced) {
    std::string script = "tell() { \"$@\" sh -c 'echo $SLURM_PROCID $SLURMD_NODENAME' | sort -n; }\n";
    for (std::size_t k = 0; k < cases.size(); ++k) {
        write_run(k, node_count);
        script += fmt::format(
            "network_place {0}/run.txt --names {1} --pattern random,degree=2,length=64K --ranks {2} --slots "
            "{3} "
            "-o {0}/placed --to slurm >{0}/report 2>{0}/errors\n"
            // As the program says it is started, and as Slurm's manual says.
            "tell $(sed -n 's/^ *\\(srun .*\\) .\\/application$/\\1/p' {0}/report) >{0}/started "
            "2>>{0}/errors\n"
            "export SLURM_HOSTFILE={0}/placed.slurm\n"
            "tell srun -n {2} --distribution=arbitrary >{0}/started_by_file 2>>{0}/errors\n"
            "unset SLURM_HOSTFILE\n",
            k, cases[k].source, 3 + k % 9, 1 + k % 2);
    }
    run_in_slurm(script);
    for (std::size_t k = 0; k < cases.size(); ++k) {
        SCOPED_TRACE(k);
        std::istringstream nodes(text_of(k, "placed.slurm"));
        std::string expected;
        std::size_t rank = 0;
        for (std::string node; nodes >> node;) expected += fmt::format("{} {}\n", rank++, node);
        EXPECT_EQ(rank, 3 + k % 9) << text_of(k, "errors");
        EXPECT_EQ(text_of(k, "started"), expected) << text_of(k, "report") << text_of(k, "errors");
        EXPECT_EQ(text_of(k, "started_by_file"), expected) << text_of(k, "errors");
    }
}

}  // namespace
}  // namespace fabricmap
