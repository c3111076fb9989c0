// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/node_names.hpp"

#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

using fabricmap::testing::error_of;
using fabricmap::testing::TemporaryFolder;
using ::testing::HasSubstr;

constexpr int first_chassis = 1020;

/// Of n hosts: cn00, cn01, ... that call themselves ab-1020.east, ..., with the addresses 10.0.0.1, ...
std::string node(int n) {
    return fmt::format("cn{:02}", n);
}
std::string host(int n) {
    return fmt::format("ab-{}.east", first_chassis + n);
}
std::string address(int n) {
    return fmt::format("10.0.0.{}", n + 1);
}

/// A file that gives these names to so many nodes, in some order.
struct Form {
    std::string name;
    std::function<std::string(const std::vector<int>& order)> text;
};

std::string line_by_line(const std::vector<int>& order, const std::function<std::string(int)>& line) {
    std::string text;
    for (const int n : order) text += line(n);
    return text;
}

std::string range(int first, int count, int digits) {
    return fmt::format("[{:0{}}-{:0{}}]", first, digits, first + count - 1, digits);
}

const std::vector<Form> forms{
    {"slurm.conf by node",
     [](const auto& order) {
         return "ClusterName=x\n" + line_by_line(order, [](int n) {
                    return fmt::format("NodeName={} NodeHostname={} NodeAddr={} CPUs=4\n", node(n), host(n),
                                       address(n));
                });
     }},
    {"slurm.conf by range",
     [](const auto& order) {
         const int count = static_cast<int>(order.size());
         return fmt::format(
             "NodeName=DEFAULT CPUs=4\nnodename = cn{} nodeaddr=10.0.0.{} \\\n  NodeHostName=ab-{}.east\n",
             range(0, count, 2), range(1, count, 1), range(first_chassis, count, 4));
     }},
    {"slurm.conf without domains",
     [](const auto& order) {
         return line_by_line(order, [](int n) {
             return fmt::format("NodeName={} NodeAddr={} NodeHostname=ab-{}  # rack\r\n", node(n), address(n),
                                first_chassis + n);
         });
     }},
    {"scontrol show node",
     [](const auto& order) {
         return line_by_line(order, [](int n) {
             return fmt::format(
                 "NodeName={} Arch=x86_64 CoresPerSocket=1 \n   CPUAlloc=0 CPUTot=2 CPULoad=3.23\n   "
                 "Gres=(null)\n"
                 "   NodeAddr={} NodeHostName={} Version=22.05.8\n   OS=Linux 6.1 #1 SMP NodeHostName=no \n"
                 "   State=IDLE\n   Reason=was NodeName=cn99 NodeHostName=ab-1 [root@2026]\n\n",
                 node(n), address(n), host(n));
         });
     }},
    {"scontrol show node -o",
     [](const auto& order) {
         return line_by_line(order, [](int n) {
             return fmt::format(
                 "NodeName={} Arch=x86_64 CPULoad=3.23 Gres=(null) NodeAddr={} NodeHostName={} "
                 "Version=22.05.8 OS=Linux 6.1 #1 SMP RealMemory=1 State=IDLE \n",
                 node(n), address(n), host(n));
         });
     }},
    {"list",
     [](const auto& order) {
         return line_by_line(order,
                             [](int n) { return fmt::format("{} {} {}\n", node(n), host(n), address(n)); });
     }},
    {"list of tabs",
     [](const auto& order) {
         return "# NodeName host address\n\n" + line_by_line(order, [](int n) {
                    return fmt::format("\t{}\t\t{}\t{}\r\n", node(n), address(n), host(n));
                });
     }},
    {"list of commas",
     [](const auto& order) {
         return line_by_line(order,
                             [](int n) { return fmt::format("{},{},{}\n", node(n), host(n), address(n)); });
     }},
    {"list of semicolons",
     [](const auto& order) {
         return line_by_line(order, [](int n) {
             return fmt::format("{}; ab-{}; {}\n", node(n), first_chassis + n, address(n));
         });
     }},
    {"list of ranges",
     [](const auto& order) {
         const int count = static_cast<int>(order.size());
         return fmt::format("cn{} ab-{}.east,10.0.0.{}\n", range(0, count, 2), range(first_chassis, count, 4),
                            range(1, count, 1));
     }},
};

NodeNames names_of_text(const TemporaryFolder& folder, const std::string& text) {
    fabricmap::testing::write_bytes(folder / "names", text);
    return NodeNames::of_file(folder / "names");
}

TEST(NodeNames, AreReadFromEachFormInAnyOrder) {
    std::mt19937 random(7);
    for (std::size_t f = 0; f < forms.size(); ++f) {
        SCOPED_TRACE(forms[f].name);
        std::vector<int> order(3 + 4 * f);
        std::generate(order.begin(), order.end(), [n = 0]() mutable { return n++; });
        std::shuffle(order.begin(), order.end(), random);
        const TemporaryFolder folder;
        const NodeNames names = names_of_text(folder, forms[f].text(order));
        for (const int n : order) {
            for (const std::string& other :
                 {node(n), host(n), fmt::format("ab-{}", first_chassis + n), address(n), node(n) + ".east"})
                EXPECT_EQ(names.node_of(other), node(n)) << other;
        }
        for (const std::string other : {"cn99", "ab-1", "no", "ab-1019.east", "10.0.0", "10", "east", ""})
            EXPECT_EQ(names.node_of(other), std::nullopt) << other;
    }
}

TEST(NodeNames, AreThoseOfIncludedFilesToo) {
    const TemporaryFolder folder;
    fabricmap::testing::write_bytes(folder / "nodes.conf", "NodeName=cn1 NodeHostname=ab1\n");
    EXPECT_EQ(names_of_text(folder, "ClusterName=x\ninclude nodes.conf\n").node_of("ab1"), "cn1");
}

TEST(NodeNames, WithADomainAreKeptAndTwoDomainsAreTwoNodes) {
    const TemporaryFolder folder;
    const NodeNames names =
        names_of_text(folder, "NodeName=a.east\nNodeName=a.west\nNodeName=b.east NodeHostname=b\n");
    EXPECT_EQ(names.node_of("a.east"), "a.east");
    EXPECT_EQ(names.node_of("a.west"), "a.west");
    EXPECT_EQ(names.node_of("a"), std::nullopt);
    EXPECT_EQ(names.node_of("b"), "b.east");
}

TEST(NodeNames, OfAHostThatSeveralNodesLieOnAreUnknown) {
    const TemporaryFolder folder;
    const NodeNames names =
        names_of_text(folder, "NodeName=cn[1-4] NodeHostname=vm NodeAddr=127.0.0.1 Port=[7001-7004]\n");
    EXPECT_EQ(names.node_of("vm"), std::nullopt);
    EXPECT_EQ(names.node_of("127.0.0.1"), std::nullopt);
    EXPECT_EQ(names.node_of("cn3"), "cn3");
}

TEST(NodeNames, OfHostsThatAreCalledAsOtherNodesAreTheirOwn) {
    const TemporaryFolder folder;
    const NodeNames names =
        names_of_text(folder, "NodeName=n1 NodeHostname=n2\nNodeName=n2 NodeHostname=n1\n");
    EXPECT_EQ(names.node_of("n1"), "n2");
    EXPECT_EQ(names.node_of("n2"), "n1");
    // A user means nodes.
    EXPECT_EQ(names.node_called("n1"), "n1");
}

TEST(NodeNames, OfTwoTablesAreThoseOfTheFirstThatKnows) {
    const TemporaryFolder folder;
    NodeNames names = names_of_text(folder, "n1 a\n");
    names.add(names_of_text(folder, "n2 a\nn3 b\n"));
    EXPECT_EQ(names.node_of("a"), "n1");
    EXPECT_EQ(names.node_of("b"), "n3");
}

TEST(NodeNames, OfASlurmConfWhoseHostsAreCalledAsNodesAreNone) {
    const TemporaryFolder folder;
    fabricmap::testing::write_bytes(folder / "same",
                                    "NodeName=cn[0-3] NodeAddr=10.0.0.[1-4] NodeHostname=cn[0-3]\n");
    fabricmap::testing::write_bytes(folder / "other", "NodeName=cn[0-3] NodeHostname=ab[0-3]\n");
    fabricmap::testing::write_bytes(folder / "none", "SwitchName=s0\n");
    EXPECT_TRUE(NodeNames::of_slurm_conf(folder / "same").empty());
    EXPECT_TRUE(NodeNames::of_slurm_conf(folder / "none").empty());
    EXPECT_EQ(NodeNames::of_slurm_conf(folder / "other").node_of("ab2"), "cn2");
}

TEST(NodeNames, ThatAreWrongAreRefusedWithTheirLine) {
    const TemporaryFolder folder;
    for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
             {"", "names: it names no node; give a slurm.conf"},
             {"# nothing\n", "names: it names no node"},
             {"SwitchName=s0 Nodes=cn[0-3]\n", "names:1: 'SwitchName=s0' is no name"},
             {"\ncn1 a\ncn2 a\n", "names:3: a is another name of cn1 and of cn2; leave one out"},
             {"cn[1-3] a[1-2]\n", "names:1: a[1-2] has 2 names for 3 nodes; give as many"},
             {"cn[1-3] a\n", "names:1: a has 1 name for 3 nodes; give as many"},
             {"cn[1- a\n", "names:1: host list 'cn[1-': a bracket is not closed"},
             {"NodeName=cn[1-3] NodeHostname=a[1-2]\n",
              "names:1: NodeHostname=: a[1-2] has 2 names for 3 nodes; give as many"},
             {"NodeName=cn[1-3] NodeAddr=10.0.0.[1-2]\n",
              "names:1: NodeAddr=: 10.0.0.[1-2] has 2 names for 3 nodes; give as many"},
         }) {
        EXPECT_THAT(error_of<FileError>([&] { (void)names_of_text(folder, text); }), HasSubstr(part)) << text;
    }
}

}  // namespace
}  // namespace fabricmap::diagnosis
