// SPDX-License-Identifier: Apache-2.0
#include "read_text.hpp"
#include "tests/launched_text.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::plane_in_text;
using testing::refusal_of_text;
using testing::run_in_text;

/// As all_reduce_perf prints it of two hosts with two GPUs each, at 1 and 2 MiB.
std::string printed_by_nccl(const std::string& one, const std::string& other, double first_us,
                            double second_us) {
    std::string text =
        "# Collective test starting: all_reduce_perf\n"
        "# nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 "
        "iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n";
    for (int rank = 0; rank < 4; ++rank) {
        text += fmt::format("#  Rank {:2} Group  0 Pid {:6} on {:>10} device {:2} [0000:8f:00] NVIDIA H200\n",
                            rank, 7000 + rank, rank < 2 ? one : other, rank % 2);
    }
    text +=
        "#\n#                                                              out-of-place                      "
        " "
        "in-place          \n"
        "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   "
        "algbw   "
        "busbw #wrong\n"
        "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  "
        "(GB/s)  "
        "(GB/s)       \n";
    text += fmt::format(
        "     1048576        262144     float     sum      -1  {:7.2f}   10.36   15.54      0   11.00  "
        " 10.39   15.59      0\n",
        first_us);
    text += fmt::format(
        "     2097152        524288     float     sum      -1  {:7.2f}   10.36   15.54      0   12.00  "
        " 10.39   15.59    N/A\n",
        second_us);
    return text + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 15.5500 \n#\n";
}

TEST(NcclTests, EachOutputIsAPairOfHostsWithItsOutOfPlaceTimes) {
    const auto run =
        run_in_text(printed_by_nccl("g1", "g2", 101.2, 202.4) + "g1:7001:7001 [0] NCCL INFO Bootstrap\n" +
                    printed_by_nccl("g2", "g3", 55, 66.5));
    ASSERT_EQ(run.description().rank_count(), 3);
    EXPECT_EQ(run.description().ranks[2].host, "g3");
    ASSERT_EQ(run.description().message_lengths, (std::vector<std::int64_t>{1048576, 2097152}));
    const Matrix plane = run.stack(Statistic::average)->plane(1);
    EXPECT_NEAR(plane(0, 1), 202.4e-6, 1e-15);
    EXPECT_NEAR(plane(2, 1), 66.5e-6, 1e-15);
    EXPECT_TRUE(std::isnan(plane(0, 2)));
    EXPECT_TRUE(is_symmetric(run.description()));
    EXPECT_EQ(run.description().title, "nccl-tests all_reduce_perf");
}

TEST(NcclTests, AJobUnderEachLauncherIsRead) {
    std::string text;
    for (std::size_t form = 0; form < testing::line_forms.size(); ++form) {
        text +=
            testing::as_launched(printed_by_nccl(fmt::format("a{}", form), fmt::format("b{}", form), 10, 20),
                                 testing::line_forms[form]);
    }
    const auto run = run_in_text(text);
    EXPECT_EQ(run.description().rank_count(), 20);
    EXPECT_EQ((run.stack(Statistic::average)->plane(0) > 0).count(), 20);
}

TEST(NcclTests, WrongDataIsCounted) {
    std::string text = printed_by_nccl("g1", "g2", 10, 20);
    text.replace(text.find("15.54      0"), 12, "15.54      7");
    EXPECT_THAT(run_in_text(text).description().comment, HasSubstr("1 value is of wrong data"));
    EXPECT_THAT(run_in_text(printed_by_nccl("g1", "g2", 10, 20)).description().comment,
                ::testing::Not(HasSubstr("wrong")));
}

TEST(NcclTests, OutputsThatNameNoPairAreRefused) {
    const std::filesystem::path sample = std::filesystem::path(SAMPLES_DIRECTORY) / "pairs/nccl.txt";
    EXPECT_EQ(testing::error_of<FileError>([&] { (void)open_run(sample); }),
              sample.string() +
                  ":4: a value of 1 host, which names no pair; run nccl-tests on two hosts at a time and "
                  "append the outputs to one file");
    const std::string text = printed_by_nccl("g1", "g2", 10, 20);
    EXPECT_EQ(refusal_of_text(text.substr(0, text.find("     1048576"))),
              ": no value of two hosts in it; was the output cut off?");
    EXPECT_EQ(refusal_of_text(text.substr(0, text.find("  10.00"))),
              ":13: the line ends before the time; run nccl-tests again");
    std::string nameless = text;
    nameless.replace(nameless.find(" on "), 4, "    ");
    EXPECT_EQ(refusal_of_text(nameless), ":5: a rank without its host; nccl-tests prints 'on HOST device 0'");
}

}  // namespace
}  // namespace fabricmap
