// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/drawings.hpp"

#include "tests/command.hpp"
#include "tests/diagnosis/topology/some_machines.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

using fabricmap::testing::bytes_of;
using fabricmap::testing::run;
using fabricmap::testing::TemporaryFolder;
using fabricmap::testing::write_bytes;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using testing::fat_tree;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::Machine;
using testing::machine_of;
using ::testing::StartsWith;
using testing::torus;

constexpr const char* dot = "/usr/bin/dot";

std::ptrdiff_t lines_of(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// The picture that Graphviz makes of it, without a word of complaint.
std::string picture_of(const std::string& graph) {
    const TemporaryFolder folder;
    write_bytes(folder / "fabric.dot", graph);
    const auto outcome =
        run({dot, "-Tsvg", "-o", (folder / "fabric.svg").string(), (folder / "fabric.dot").string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, IsEmpty());
    return bytes_of(folder / "fabric.svg");
}

TEST(Drawing, OfATreeShowsSwitchesAndFaultyHosts) {
    if (!std::filesystem::exists(dot)) GTEST_SKIP() << "Graphviz is not installed";
    const Machine machine = machine_of(fat_tree({8, 4}, 64), 0.03, 1);
    const std::string graph = dot_of(find_topology(machine.delays.cast<float>()), machine.names(), {17});
    EXPECT_EQ(count(graph, "FAULTY"), 1);
    EXPECT_THAT(graph, ContainsRegex("host17 .label=.node017.nFAULTY., shape=octagon.*fillcolor"));
    const std::string picture = picture_of(graph);
    EXPECT_THAT(picture, HasSubstr("leaf 8"));
    EXPECT_THAT(picture, HasSubstr("node063"));
    EXPECT_EQ(count(picture, "class=\"edge\""), 64 + 8 + 2);
}

TEST(Drawing, OfATorusHasEdgesBetweenNeighboursAlone) {
    if (!std::filesystem::exists(dot)) GTEST_SKIP() << "Graphviz is not installed";
    const Machine machine = machine_of(torus({4, 4, 4}), 0.01, 1);
    const std::string picture =
        picture_of(dot_of(find_topology(machine.delays.cast<float>()), machine.names(), {5}));
    EXPECT_EQ(count(picture, "class=\"node\""), 64);
    EXPECT_EQ(count(picture, "class=\"edge\""), 64 * 3);
    EXPECT_EQ(count(picture, "FAULTY"), 1);
}

TEST(Drawing, OfALargeMachineIsMadeInTime) {
    if (!std::filesystem::exists(dot)) GTEST_SKIP() << "Graphviz is not installed";
    const Machine grid = machine_of(torus({8, 8, 8}), 0, 1);
    EXPECT_EQ(count(picture_of(dot_of(find_topology(grid.delays.cast<float>()), grid.names(), {})),
                    "class=\"edge\""),
              512 * 3);
    const Machine tree = machine_of(fat_tree({16, 8}, 1024), 0, 1);
    const std::string picture =
        picture_of(dot_of(find_topology(tree.delays.cast<float>()), tree.names(), {1000}));
    EXPECT_THAT(picture, AllOf(HasSubstr("node1000"), HasSubstr("FAULTY")));
    EXPECT_LT(count(picture, "class=\"node\""), 200);
}

TEST(Drawing, TakesAnyHostName) {
    if (!std::filesystem::exists(dot)) GTEST_SKIP() << "Graphviz is not installed";
    Topology topology;
    EXPECT_THAT(picture_of(dot_of(topology, {"a\"b", "c\\n", "<d>"}, {1})), HasSubstr("a&quot;b"));
    picture_of(dot_of(topology, {}, {}));
}

TEST(TextTree, ShowsPodsLeavesAndTheirDelays) {
    const Machine machine = machine_of(fat_tree({4, 2}, 16), 0, 1);
    const std::string text = text_tree_of(find_topology(machine.delays.cast<float>()), machine.names());
    EXPECT_THAT(text, StartsWith("spine (16 hosts)\n  pod 1 (8 hosts, 1.4 µs)\n    leaf 1: node"));
    EXPECT_THAT(text, ContainsRegex("    leaf 1: node[^\n]*  1\\.2 µs\n"));
    EXPECT_EQ(lines_of(text), 1 + 2 + 4);
}

TEST(TextTree, OfALargeMachineIsAbridged) {
    const Machine machine = machine_of(fat_tree({8, 4}, 512), 0, 1);
    const std::string tree = text_tree_of(find_topology(machine.delays.cast<float>()), machine.names());
    EXPECT_LE(lines_of(tree), 42);
    const Machine wide = machine_of(fat_tree({4}, 256), 0, 1);
    const std::string abridged = text_tree_of(find_topology(wide.delays.cast<float>()), wide.names());
    EXPECT_LE(lines_of(abridged), 42);
    EXPECT_THAT(abridged, HasSubstr("more groups"));
    const Machine grid = machine_of(torus({8, 8, 8}), 0, 1);
    EXPECT_LE(lines_of(text_tree_of(find_topology(grid.delays.cast<float>()), grid.names())), 42);
}

TEST(TextTree, OfOtherShapesStatesWhatTheyAre) {
    const Machine grid = machine_of(torus({5, 4}), 0, 1);
    EXPECT_THAT(text_tree_of(find_topology(grid.delays.cast<float>()), grid.names()),
                StartsWith("torus of 5 x 4 (20 hosts)\n  (0,0): node"));
    EXPECT_EQ(text_tree_of({}, {"a", "b"}), "all equally near (2 hosts): a,b\n");
    const Machine fly = machine_of(testing::dragonfly(4, 1, 4, 4), 0.01, 1);
    EXPECT_THAT(text_tree_of(find_topology(fly.delays.cast<float>()), fly.names()),
                StartsWith("all (64 hosts)\n  group 1"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
