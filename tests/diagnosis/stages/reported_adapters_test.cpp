// SPDX-License-Identifier: Apache-2.0
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using testing::HeldRun;
using ::testing::IsEmpty;
using testing::judge;
using testing::runs_of;

constexpr std::size_t hosts_with_adapters = 8;
constexpr std::size_t ranks_a_host = 4;

/// Eight hosts with an adapter for each of their four ranks, all of them well.
HeldRun run_with_adapters() {
    HeldRun run{fabric(fmt::format("fat-tree,hosts={},leaf=8,ranks-per-host={};noise,2%", hosts_with_adapters,
                                   ranks_a_host))};
    for (std::size_t rank = 0; rank < hosts_with_adapters * ranks_a_host; ++rank) {
        const std::string own = fmt::format("mlx5_{}", rank % ranks_a_host);
        run.description.adapters.push_back(
            {own, own, {}, "mlx5_0 200 Gbit/s; mlx5_1 200 Gbit/s; mlx5_2 200 Gbit/s; mlx5_3 200 Gbit/s"});
    }
    return run;
}

void report_of_host(HeldRun& run, std::size_t host, const std::string& state) {
    for (std::size_t slot = 0; slot < ranks_a_host; ++slot)
        run.description.adapters[host * ranks_a_host + slot].host = state;
}

std::vector<std::string> sentences_of(const HeldRun& run) {
    std::vector<std::string> sentences;
    for (const Finding& finding : judge(runs_of(run.run())).findings)
        sentences.push_back(sentence_of(finding));
    return sentences;
}

TEST(ReportedAdapters, OfAHealthyMachineAreNoFinding) {
    EXPECT_THAT(sentences_of(run_with_adapters()), IsEmpty());
}

TEST(ReportedAdapters, TwoRanksOnOneAreAFaultOfTheirHost) {
    HeldRun run = run_with_adapters();
    run.description.adapters[5 * ranks_a_host + 3].used = "mlx5_2";
    EXPECT_THAT(sentences_of(run), ElementsAre("node5 sends from ranks 22, 23 by one adapter, mlx5_2"));
}

TEST(ReportedAdapters, SharedByDesignAreNoFault) {
    HeldRun run = run_with_adapters();
    for (std::size_t rank = 0; rank < hosts_with_adapters * ranks_a_host; ++rank)
        run.description.adapters[rank].used = rank % ranks_a_host < 2 ? "mlx5_0" : "mlx5_2";
    EXPECT_THAT(sentences_of(run), IsEmpty());
}

TEST(ReportedAdapters, RanksThatSendByAllAreNoFault) {
    HeldRun run = run_with_adapters();
    for (RankAdapters& rank : run.description.adapters) rank.used = "mlx5_0,mlx5_1,mlx5_2,mlx5_3";
    EXPECT_THAT(sentences_of(run), IsEmpty());
}

TEST(ReportedAdapters, WorseThanOnMostHostsAreFaults) {
    HeldRun run = run_with_adapters();
    report_of_host(run, 1, "mlx5_0 200 Gbit/s; mlx5_1 200 Gbit/s; mlx5_2 200 Gbit/s; mlx5_3 down");
    report_of_host(run, 2, "mlx5_0 100 Gbit/s; mlx5_1 200 Gbit/s; mlx5_2 200 Gbit/s; mlx5_3 200 Gbit/s");
    report_of_host(
        run, 6, "mlx5_0 200 Gbit/s; mlx5_1 200 Gbit/s PCIe x8 of x16; mlx5_2 400 Gbit/s; mlx5_3 200 Gbit/s");
    EXPECT_THAT(sentences_of(run),
                ElementsAre("node1 has its adapter mlx5_3 down", "node2 has its adapter mlx5_0 at 100 Gbit/s",
                            "node6 has its adapter mlx5_1 at 200 Gbit/s PCIe x8 of x16"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
