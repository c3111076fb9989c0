// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_copy.hpp"
#include "tests/expectations.hpp"
#include "tests/launched_text.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::bytes_of;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TemporaryFolder;

const fs::path graph_sample = fs::path(SAMPLES_DIRECTORY) / "mpigraph/mpigraph_1.5_4_ranks.txt";

/// Two ranks on two hosts, 2 MiB messages.
const std::string graph_head = "START mpiGraph v1.5\nMsgSize\t2097152\nTimes\t3\nWindow\t4\nProcs\t2\n\n";
const std::string send_table = "Send\ta:0\tb:1\t\na:0 to\t0.000\t1000.000\t\nb:1 to\t500.000\t0.000\t\n";
const std::string recv_table = "Recv\ta:0\tb:1\t\na:0 from\t0.000\t400.000\t\nb:1 from\t2000.000\t0.000\t\n";

Run open_graph(const TemporaryFolder& folder, const std::string& text) {
    testing::write_bytes(folder / "graph.txt", text);
    return open_run(folder / "graph.txt");
}

/// The part of the message behind the path.
std::string refusal_of_output(const std::string& text) {
    const TemporaryFolder folder;
    const std::string line = error_of<FileError>([&] { (void)open_graph(folder, text); });
    const std::string path = (folder / "graph.txt").string() + ":";
    EXPECT_THAT(line, StartsWith(path));
    return line.substr(std::min(path.size(), line.size()));
}

/// `text` with the first `from` made `to`.
std::string with_changed(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST(Mpigraph, TheSampleIsReadSenderMajorAsTheTimeOfTheSlowerEnd) {
    const auto run = open_run(graph_sample);
    EXPECT_EQ(run.statistics(), std::vector{Statistic::average});
    const auto stack = run.stack(run.preferred());
    ASSERT_EQ(stack->message_lengths(), std::vector<std::int64_t>{65536});
    const Matrix plane = stack->plane(0);
    // Send 0 to 1: 2442.265, Recv 1 from 0: 2851.446; 65536 / (2442.265 × 2^20).
    EXPECT_NEAR(plane(0, 1), 2.5590998519816646e-05, 1e-18);
    // Send 2 to 3: 1814.993, Recv 3 from 2: 1379.435.
    EXPECT_NEAR(plane(2, 3), 4.530840525287527e-05, 1e-18);
    // Send 0 to 3: 4391.481, Recv 3 from 0: 4000.435.
    EXPECT_NEAR(plane(0, 3), 1.5623300966019945e-05, 1e-18);
    EXPECT_TRUE((plane.matrix().diagonal().array() == 0).all());
}

TEST(Mpigraph, DescribesWhatWasMeasuredAndThatTimesWereComputed) {
    const RunDescription description = open_run(graph_sample).description();
    EXPECT_EQ(description.rank_count(), 4);
    EXPECT_EQ(description.ranks[3], (RankLocation{"vm", 0, -1, -1}));
    EXPECT_EQ(description.repeats, 5);
    EXPECT_EQ(description.pairs_at_once, 4);
    EXPECT_TRUE(description.complete);
    EXPECT_EQ(description.mode, std::nullopt);
    EXPECT_EQ(description.title, "mpiGraph 1.5, times computed from bandwidths");
    EXPECT_THAT(description.comment, HasSubstr("65536 bytes, divided by the bandwidth"));
    EXPECT_THAT(description.comment, HasSubstr("2 messages at once"));
}

TEST(Mpigraph, WhatStandsAroundTheMatricesDoesNotMatter) {
    const TemporaryFolder folder;
    const auto run = open_graph(folder, "WARNING: no device\n\n" + graph_head +
                                            "1 of 2 (50.0%)\r\nGathering results\n\nSend max\t1000.0\n\n" +
                                            send_table + "\na warning between them\n" + recv_table +
                                            "\nSend MB/sec min:\t500.0\nEND mpiGraph\n");
    const Matrix plane = run.stack(Statistic::average)->plane(0);
    EXPECT_DOUBLE_EQ(plane(0, 1), 2e-3);
    EXPECT_DOUBLE_EQ(plane(1, 0), 5e-3);
    EXPECT_EQ(run.description().ranks[1].host, "b");
}

/// As AMD's fork prints it: other names of parameters, units behind them, columns filled with blanks.
std::string as_of_the_fork(std::string text) {
    for (const auto& [original, other] : std::vector<std::pair<std::string, std::string>>{
             {"v1.5", "v1.5-rocm"},
             {"MsgSize\t2097152", "Msg Size: 2097152 Bytes"},
             {"Times\t3", "Iterations: 3"},
             {"Window\t4", "Window Size: 4"},
             {"Procs\t2", "Procs: 2"},
             {"Send\t", "Send               \t"},
             {"Recv\t", "Recv               \t"},
             {"a:0 to\t0.000", "a:0          to\t0.000          "},
             {"b:1 from\t", "b:1        from\t"},
         })
        text = with_changed(text, original, other);
    return text;
}

TEST(Mpigraph, OfTheForkIsTheSame) {
    const TemporaryFolder folder;
    const std::string text = graph_head + "Send max: 1000.000 MB/s\n\n" + send_table + recv_table;
    const auto original = open_graph(folder, text);
    const Matrix expected = original.stack(Statistic::average)->plane(0);
    const auto fork = open_graph(folder, as_of_the_fork(text));
    EXPECT_TRUE((fork.stack(Statistic::average)->plane(0).array() == expected.array()).all());
    EXPECT_EQ(fork.description().ranks, original.description().ranks);
    EXPECT_EQ(fork.description().repeats, 3);
    EXPECT_EQ(fork.description().source, "mpiGraph 1.5-rocm");
}

TEST(Mpigraph, ABandwidthThatCannotBeIsMissing) {
    for (const char* word : {"0.000", "inf", "nan", "-3.000"}) {
        const TemporaryFolder folder;
        const auto run =
            open_graph(folder, graph_head + with_changed(send_table, "1000.000", word) + recv_table);
        const Matrix plane = run.stack(Statistic::average)->plane(0);
        EXPECT_TRUE(std::isnan(plane(0, 1))) << word;
        EXPECT_DOUBLE_EQ(plane(1, 0), 5e-3) << word;
    }
}

TEST(Mpigraph, WhatDoesNotFitIsRefusedWithItsLine) {
    EXPECT_EQ(refusal_of_output(graph_head + send_table),
              "9: the output ends without the matrix Recv; run mpiGraph to its end");
    EXPECT_EQ(refusal_of_output(graph_head + send_table.substr(0, send_table.find("b:1 to"))),
              "8: the matrix Send ends after 1 of 2 lines; run mpiGraph to its end");
    EXPECT_EQ(refusal_of_output(with_changed(graph_head, "Procs\t2", "Procs\t0") + send_table + recv_table),
              "5: Procs must be a whole number above 0, not '0'");
    EXPECT_EQ(refusal_of_output(with_changed(graph_head, "Procs\t2", "Procs\t3") + send_table + recv_table),
              "7: 2 names for 3 ranks");
    EXPECT_EQ(refusal_of_output(graph_head + with_changed(send_table, "500.000", "fast") + recv_table),
              "9: 'fast' is not a number");
    EXPECT_EQ(refusal_of_output(graph_head + with_changed(send_table, "\t1000.000", "") + recv_table),
              "8: 1 numbers in a matrix of 2 ranks");
    EXPECT_EQ(refusal_of_output(graph_head + send_table + with_changed(recv_table, "b:1\t", "c:1\t")),
              "10: the hosts of the two matrices differ; keep each output in a file of its own");
    EXPECT_EQ(refusal_of_output(graph_head + with_changed(send_table, "b:1 to", "b:2 to") + recv_table),
              "9: the line 'b:2 to\t500.000\t0.000' stands where 'b:1 to' is expected");
}

/// An output of that many ranks on hosts a, b, ... whose bandwidths count from `first` on, in MB/s.
std::string output_of(std::size_t ranks, int first) {
    std::string text =
        fmt::format("START mpiGraph v1.5\nMsgSize\t2097152\nTimes\t3\nWindow\t4\nProcs\t{}\n\n", ranks);
    const auto host = [](std::size_t rank) {
        return fmt::format("{}:{}", static_cast<char>('a' + rank), rank);
    };
    for (const auto& [title, suffix] : {std::pair{"Send", "to"}, std::pair{"Recv", "from"}}) {
        text += title;
        for (std::size_t rank = 0; rank < ranks; ++rank) text += "\t" + host(rank);
        for (std::size_t row = 0; row < ranks; ++row) {
            text += fmt::format("\n{} {}", host(row), suffix);
            for (std::size_t column = 0; column < ranks; ++column) {
                text += "\t";
                text += row == column ? "0.000" : fmt::format("{}.000", first++);
            }
        }
        text += "\n\n";
    }
    return text + "END mpiGraph\n";
}

TEST(Mpigraph, UnderALauncherIsReadAsWithoutOne) {
    for (std::size_t form = 0; form < testing::line_forms.size(); ++form) {
        SCOPED_TRACE(form);
        const std::string text = output_of(2 + form, 900 + static_cast<int>(form));
        const TemporaryFolder folder;
        const auto plain = open_graph(folder, text);
        const TemporaryFolder other_folder;
        const auto launched = open_graph(other_folder, testing::as_launched(text, testing::line_forms[form]));
        EXPECT_EQ(launched.description().ranks, plain.description().ranks);
        EXPECT_TRUE(testing::same_numbers(launched.stack(Statistic::average)->plane(0),
                                          plain.stack(Statistic::average)->plane(0)));
    }
}

TEST(Mpigraph, OfTwoRunsInOneFileIsTheOneThatIsNamed) {
    for (std::size_t form = 0; form < testing::line_forms.size(); ++form) {
        SCOPED_TRACE(form);
        // The second under another launcher, of another size.
        const std::string first = testing::as_launched(output_of(2 + form, 900), testing::line_forms[form]);
        const std::string second = testing::as_launched(
            output_of(9 - form % 7, 500), testing::line_forms[(form * 7 + 3) % testing::line_forms.size()]);
        const TemporaryFolder folder;
        testing::write_bytes(folder / "graph.txt", first + second);
        const std::string path = folder / "graph.txt";
        EXPECT_THAT(error_of<FileError>([&] { (void)open_run(path); }),
                    ::testing::AllOf(StartsWith(path + ": the file holds 2 runs, from lines "),
                                     HasSubstr("name one of them, from " + path + ":1 to " + path + ":2")));
        for (const auto& [number, text] : {std::pair{1, first}, std::pair{2, second}}) {
            const TemporaryFolder alone;
            const auto expected = open_graph(alone, text);
            const auto run = open_run(fmt::format("{}:{}", path, number));
            EXPECT_EQ(run.label(), fmt::format("{}:{}", path, number));
            EXPECT_EQ(run.description().ranks, expected.description().ranks);
            EXPECT_TRUE(testing::same_numbers(run.stack(Statistic::average)->plane(0),
                                              expected.stack(Statistic::average)->plane(0)));
            EXPECT_EQ(files_of_run(fmt::format("{}:{}", path, number)).back().filename(), "graph_hosts.txt");
        }
    }
}

TEST(Mpigraph, OfARunThatWasCutOffBeforeAnotherSaysSo) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "graph.txt",
                         graph_head + send_table + graph_head + send_table + recv_table);
    const std::string path = folder / "graph.txt";
    EXPECT_EQ(error_of<FileError>([&] { (void)open_run(path + ":1"); }),
              path + ":9: the output ends without the matrix Recv; run mpiGraph to its end");
    EXPECT_EQ(open_run(path + ":2").description().rank_count(), 2);
}

TEST(Mpigraph, ACopyInOurFilesStillSaysWhereItsTimesComeFrom) {
    const TemporaryFolder folder;
    const auto run = open_run(graph_sample);
    copy_run(run, run.statistics(), {folder / "copy", RunWriter::Existing::refuse, "copied"}, [] {});
    const auto copy = open_run(folder / "copy_average.nc");
    EXPECT_EQ(copy.description().comment, run.description().comment);
    EXPECT_TRUE(testing::same_numbers(copy.stack(Statistic::average)->plane(0),
                                      run.stack(Statistic::average)->plane(0)));
}

}  // namespace
}  // namespace fabricmap
