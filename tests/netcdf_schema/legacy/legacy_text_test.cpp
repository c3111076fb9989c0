// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/launched_text.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <clocale>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using testing::error_of;
using ::testing::HasSubstr;
using testing::same_numbers;
using testing::TemporaryFolder;
using testing::two_by_two;

const std::string header =
    "processors 2\n"
    "test type \"one_to_one\"\n"
    "data type \"median\"\n"
    "begin message length 0\n"
    "end message length 200\n"
    "step length 100\n"
    "number of repeates 10\n";

Run open_text(const TemporaryFolder& folder, const std::string& text) {
    testing::write_bytes(folder / "run_median.txt", text);
    return open_run(folder / "run_median.txt");
}

/// The part of the message behind the path.
std::string refusal(const std::string& text) {
    const TemporaryFolder folder;
    const std::string line = error_of<FileError>([&] { (void)open_text(folder, text); });
    const std::string path = (folder / "run_median.txt").string() + ":";
    EXPECT_THAT(line, ::testing::StartsWith(path));
    return line.substr(std::min(path.size(), line.size()));
}

TEST(LegacyText, TheSampleIsReadSenderMajor) {
    const auto run = open_run(fs::path(SAMPLES_DIRECTORY) / "legacy/text/sample.txt");
    EXPECT_EQ(run.preferred(), Statistic::median);
    EXPECT_EQ(run.description().mode, Mode::one_to_one);
    EXPECT_EQ(run.description().repeats, 10);
    EXPECT_TRUE(run.description().complete);
    EXPECT_EQ(run.description().ranks,
              (std::vector<RankLocation>{{"node1", 0, -1, -1}, {"node2", 1, -1, -1}}));
    const auto stack = run.stack(Statistic::median);
    EXPECT_EQ(stack->message_lengths(), (std::vector<std::int64_t>{0, 100, 200}));
    EXPECT_TRUE(same_numbers(stack->plane(0), two_by_two(0, 1.6e-06, 1.5e-06, 0)));
    EXPECT_TRUE(same_numbers(stack->plane(2), two_by_two(0, 3.6e-06, 3.5e-06, 0)));
    EXPECT_EQ(stack->row(0)(1, 1), 2.6e-06);
}

TEST(LegacyText, DecimalCommasBlanksAndLineEndsAreFree) {
    const TemporaryFolder folder;
    const auto run = open_text(
        folder, "\n\n" + header + "\r\n\n  Message length 100\r\n\n 0 \t 2,5e-06\r\n\n+1.25\t0  \n");
    EXPECT_TRUE(same_numbers(run.stack(Statistic::median)->plane(0), two_by_two(0, 1.25, 2.5e-6, 0)));
    EXPECT_EQ(run.description().ranks, std::vector<RankLocation>(2));
}

/// `count` planes whose values count from `first` on.
std::string text_of_planes(int planes, int first) {
    std::string text = header + "hosts:\nprocessors-1\nprocessors-2\n";
    for (int plane = 0; plane < planes; ++plane)
        text +=
            fmt::format("Message length {}\n0 {}.5\n{}.25 0\n", 100 * plane, first + plane, first + plane);
    return text;
}

TEST(LegacyText, UnderALauncherAndOfTwoRunsInOneFileIsTheOneThatIsNamed) {
    for (std::size_t form = 0; form < testing::line_forms.size(); ++form) {
        SCOPED_TRACE(form);
        const int planes = 1 + static_cast<int>(form);
        const std::string first = testing::as_launched(text_of_planes(planes, 10), testing::line_forms[form]);
        const TemporaryFolder folder;
        EXPECT_EQ(open_text(folder, first).description().message_lengths.size(), planes);
        testing::write_bytes(folder / "run_median.txt",
                             first + testing::as_launched(text_of_planes(2, 70), testing::line_forms[4]));
        const std::string path = folder / "run_median.txt";
        EXPECT_THAT(error_of<FileError>([&] { (void)open_run(path); }),
                    HasSubstr("the file holds 2 runs, from lines"));
        const auto earlier = open_run(path + ":1");
        EXPECT_EQ(earlier.description().message_lengths.size(), planes);
        EXPECT_TRUE(same_numbers(earlier.stack(Statistic::median)->plane(0), two_by_two(0, 10.25, 10.5, 0)));
        const auto later = open_run(path + ":2");
        EXPECT_EQ(later.description().message_lengths.size(), 2U);
        EXPECT_TRUE(same_numbers(later.stack(Statistic::median)->plane(1), two_by_two(0, 71.25, 71.5, 0)));
        EXPECT_EQ(later.description().ranks[1].host, "processors-2");
    }
}

TEST(LegacyText, TheLocaleDoesNotMatter) {
    const char* const before = std::setlocale(LC_NUMERIC, nullptr);
    const std::string kept = before == nullptr ? "C" : before;
    for (const char* name : {"de_DE.UTF-8", "ru_RU.UTF-8", "fr_FR.UTF-8"}) std::setlocale(LC_NUMERIC, name);
    const TemporaryFolder folder;
    const auto run = open_text(folder, header + "Message length 0\n0 1.5\n2,5 0\n");
    std::setlocale(LC_NUMERIC, kept.c_str());
    EXPECT_TRUE(same_numbers(run.stack(Statistic::median)->plane(0), two_by_two(0, 2.5, 1.5, 0)));
}

TEST(LegacyText, PlanesAreShownAscendingTheLastOfALengthWinning) {
    const TemporaryFolder folder;
    const auto run = open_text(folder, header +
                                           "Message length 100\n0 1\n1 0\n"
                                           "Message length 0\n0 2\n2 0\n"
                                           "Message length 100\n0 3\n3 0\n");
    const auto stack = run.stack(Statistic::median);
    EXPECT_EQ(stack->message_lengths(), (std::vector<std::int64_t>{0, 100}));
    EXPECT_EQ(stack->pair(0, 1)(0), 2);
    EXPECT_EQ(stack->pair(0, 1)(1), 3);
}

TEST(LegacyText, DefectsOfTheModeAreRepairedToo) {
    const TemporaryFolder folder;
    std::string text = header + "Message length 0\n4.6e-310 4\n6 -1.5e-4\n";
    text.replace(text.find("one_to_one"), 10, "send_recv_and_recv_send");
    EXPECT_TRUE(
        same_numbers(open_text(folder, text).stack(Statistic::median)->plane(0), two_by_two(0, 3, 2, 0)));
}

TEST(LegacyText, ThePrefixOpensTheSiblings) {
    const TemporaryFolder folder;
    std::string text = header + "Message length 0\n0 1\n1 0\n";
    testing::write_bytes(folder / "run_median.txt", text);
    text.replace(text.find("median"), 6, "average");
    testing::write_bytes(folder / "run_average.txt", text);
    EXPECT_EQ(open_run(folder / "run").statistics(), (std::vector{Statistic::average, Statistic::median}));
    EXPECT_EQ(open_run(folder / "run_average.txt").preferred(), Statistic::average);
}

TEST(LegacyText, ErrorsNameTheLineAndWhatIsWrongThere) {
    EXPECT_EQ(refusal(header + "Message length 0\n0 one\n1 0\n"), "9: 'one' is not a number");
    EXPECT_EQ(refusal(header + "Message length 0\n0 1.2.3\n1 0\n"), "9: '1.2.3' is not a number");
    EXPECT_EQ(refusal(header + "Message length 0\n0 1 2\n1 0\n"), "9: 3 numbers in a matrix of 2 processors");
    EXPECT_EQ(refusal(header + "Message length 0\n0 1\n"), "9: the matrix ends after 1 of 2 lines");
    EXPECT_EQ(refusal(header + "Message length 0\n0 1\nMessage length 100\n"),
              "10: the matrix ends after 1 of 2 lines");
    EXPECT_THAT(refusal(header + "Message length 0\n0 1\n1 0\n1 0\n"),
                HasSubstr("11: 'Message length' is expected"));
    EXPECT_THAT(refusal(header + "Message length -5\n"),
                EndsWith("8: a message length cannot be negative: 'Message length -5'"));
    EXPECT_EQ(refusal(header + "Message length x\n"), "8: 'x' is not a whole number");
    EXPECT_EQ(refusal(header + "hosts:\none\n\nMessage length 0\n"), "11: 1 hosts for 2 processors");
    EXPECT_THAT(refusal(header + "hosts:\none\ntwo\nthree\n"), HasSubstr("11: more hosts than processors"));
    EXPECT_THAT(refusal("processors 2\nweather fine\n"),
                HasSubstr("2: this line does not belong into the header"));
    EXPECT_THAT(refusal("processors 2\ntest type \"none\"\n"), HasSubstr("2: this test type is unknown"));
    EXPECT_THAT(refusal("processors 2\n\ndata type \"none\"\n"), HasSubstr("3: this data type is unknown"));
    EXPECT_THAT(refusal("processors -2\n"), HasSubstr("1: a negative number makes no sense"));
    EXPECT_THAT(refusal("processors 2000000000\ndata type \"median\"\n"),
                HasSubstr("no number of processors"));
    EXPECT_THAT(refusal("processors 2\n"), HasSubstr("no data type"));
}

}  // namespace
}  // namespace fabricmap
