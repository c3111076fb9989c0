// SPDX-License-Identifier: Apache-2.0
// What mpiGraph printed is judged like any run.
#include "base/mixing.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int hosts_of_graph = 16;
constexpr double healthy_bandwidth = 11000;
const std::string mpigraph_sample = std::string(SAMPLES_DIRECTORY) + "/mpigraph/mpigraph_1.5_4_ranks.txt";

/// MB/s from one rank to another, within 3 %; everything to and from the slow one at half.
double planted_bandwidth(int sender, int receiver, int slow_host) {
    const double fraction =
        static_cast<double>(mix(static_cast<std::uint64_t>(sender), static_cast<std::uint64_t>(receiver)) %
                            1000) /
        1000;
    const double bandwidth = healthy_bandwidth * (1 + 0.03 * fraction);
    return sender == slow_host || receiver == slow_host ? bandwidth / 2 : bandwidth;
}

/// As mpiGraph prints it, one rank a host.
std::string printed_by_mpigraph(int slow_host) {
    const auto name = [](int rank) { return fmt::format("node{:02}:{}", rank, rank); };
    std::string text = fmt::format(
        "START mpiGraph v1.5\nMsgSize\t1048576\nTimes\t100\nWindow\t50\nProcs\t{}\n\n", hosts_of_graph);
    for (int distance = 1; distance < hosts_of_graph; ++distance)
        text +=
            fmt::format("{} of {} ({:.1f}%)\n", distance, hosts_of_graph, 100.0 * distance / hosts_of_graph);
    text += "Gathering results\n";
    for (const bool sends : {true, false}) {
        const std::string title = sends ? "Send" : "Recv";
        text += fmt::format("\n{0} max\t11330.0\n{0} avg\t11000.0\n\n{0}\t", title);
        for (int rank = 0; rank < hosts_of_graph; ++rank) text += name(rank) + "\t";
        for (int row = 0; row < hosts_of_graph; ++row) {
            text += fmt::format("\n{} {}\t", name(row), sends ? "to" : "from");
            for (int column = 0; column < hosts_of_graph; ++column) {
                const double bandwidth = sends ? planted_bandwidth(row, column, slow_host)
                                               : planted_bandwidth(column, row, slow_host);
                text += fmt::format("{:.3f}\t", row == column ? 0 : bandwidth);
            }
        }
        text += "\n";
    }
    return text + "END mpiGraph\n";
}

TEST(MpigraphOutput, ASlowHostInItIsNamed) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "graph.txt", printed_by_mpigraph(6));
    const testing::Outcome judged = testing::run_program("network_diagnose", {folder / "graph.txt"});
    EXPECT_EQ(judged.exit_code, 4) << judged.err;
    EXPECT_THAT(judged.out, AllOf(StartsWith("1 fault in 16 hosts: node06 "),
                                  HasSubstr("RESULT: verdict=faults faults=1 ")));
}

TEST(MpigraphOutput, OfHealthyHostsHasNoFault) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "graph.txt", printed_by_mpigraph(-1));
    const testing::Outcome judged = testing::run_program("network_diagnose", {folder / "graph.txt"});
    EXPECT_EQ(judged.exit_code, 0) << judged.out;
}

TEST(MpigraphOutput, TheReportsStateThatTimesWereComputedFromBandwidths) {
    const testing::TemporaryFolder folder;
    const testing::Outcome judged =
        testing::run_program("network_diagnose", {mpigraph_sample, "--json", folder / "r.json"});
    EXPECT_THAT(judged.out, HasSubstr("mpiGraph"));
    const auto json = nlohmann::json::parse(testing::bytes_of(folder / "r.json"));
    EXPECT_THAT(json.at("runs").at(0).at("comment").get<std::string>(),
                HasSubstr("divided by the bandwidth"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
