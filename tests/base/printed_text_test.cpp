// SPDX-License-Identifier: Apache-2.0
#include "base/printed_text.hpp"

#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <vector>

namespace fabricmap {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::TemporaryFolder;

bool begins_with_start(std::string_view line) {
    return line.starts_with("START");
}

std::vector<std::string> lines_of(const std::filesystem::path& path, std::optional<std::size_t> number = {}) {
    PrintedText printed(path, begins_with_start, number);
    std::vector<std::string> lines;
    while (printed.next()) lines.emplace_back(printed.line());
    return lines;
}

std::vector<std::string> lines_of_text(const std::string& text, std::optional<std::size_t> number = {}) {
    const TemporaryFolder folder;
    testing::write_bytes(folder / "text", text);
    return lines_of(folder / "text", number);
}

TEST(WithoutLabel, KnowsWhatLaunchersPutBeforeALine) {
    // As Open MPI 4.1.4, PRRTE 3, srun 22.05 and Hydra 4 print "  two" of rank 1.
    for (const auto& [line, writer] : std::vector<std::pair<std::string, std::string>>{
             {"[1,1]<stdout>:  two", "[1,1]<stdout>:"},
             {"Sat Nov 28 17:12:26 2026<stdout>:  two", "<stdout>:"},
             {"Sat Nov 28 17:12:26 2026[1,1]<stdout>:  two", "[1,1]<stdout>:"},
             {"[prterun-node07-2263@1,1]<stdout>:   two", "[prterun-node07-2263@1,1]<stdout>:"},
             {"[prterun-node07-2263@1,1][node07:99]<stderr>:   two",
              "[prterun-node07-2263@1,1][node07:99]<stderr>:"},
             {"1:   two", "1: "},
             {"01:   two", "01: "},
             {" 1:   two", "1: "},
             {"[1]   two", "[1] "},
         }) {
        const PrintedLine printed = without_label(line);
        EXPECT_EQ(printed.writer, writer) << line;
        EXPECT_THAT(std::string(printed.text), ::testing::EndsWith(" two")) << line;
        EXPECT_EQ(printed.text.substr(0, printed.text.find('t')).find_first_not_of(' '), std::string::npos)
            << line;
    }
}

TEST(WithoutLabel, LeavesEveryOtherLineAsItIs) {
    for (const std::string line :
         {"", "two", "a:0 to\t1.5", "0 1.5", "12:30", "[    1] of 24 ( 4.2%)", "[0]two",
          "the file <stdout>: full", "[0 <stdout>:", "Send max: 12 MB/s", "0,1,5,100"}) {
        EXPECT_EQ(without_label(line).text, line);
        EXPECT_EQ(without_label(line).writer, "") << line;
    }
}

TEST(WithoutLabel, KnowsEmptyLines) {
    for (const std::string line : {"0: ", "0:", "[0] ", "[0]", "[1,0]<stdout>:"}) {
        EXPECT_EQ(without_label(line).text, "");
        EXPECT_NE(without_label(line).writer, "") << line;
    }
}

TEST(PrintedText, IsWhatTheRankPrintedThatBegan) {
    EXPECT_THAT(
        lines_of_text("srun: job 7 queued\n1: warning\n0: START\n1: other\n0: a\n0: \n0: b\nsrun: done\n"),
        ElementsAre("srun: job 7 queued", "START", "a", "", "b", "srun: done"));
}

TEST(PrintedText, LabelsStayWhereTheFirstLineHasNone) {
    EXPECT_THAT(lines_of_text("START\n0: a\n[1] b\n"), ElementsAre("START", "0: a", "[1] b"));
}

TEST(PrintedText, HasNoColoursLineEndsOfDosAndByteOrderMark) {
    EXPECT_THAT(lines_of_text("\xEF\xBB\xBFSTART\r\n\x1b[1;32ma\x1b[0m\x1b[K\r\n\x1b]0;title\x07\x1b[2Jb\n"),
                ElementsAre("START", "a", "\x1b]0;title\x07\x1b[2Jb"));
}

TEST(PrintedText, OfSeveralRunsIsTheOneThatIsNamed) {
    const std::string text = "before\nSTART 1\na\n[1,0]<stdout>:START 2\n[1,0]<stdout>:b\nSTART 3\nc\n";
    EXPECT_THAT(lines_of_text(text, 1), ElementsAre("before", "START 1", "a"));
    EXPECT_THAT(lines_of_text(text, 2), ElementsAre("START 2", "b"));
    EXPECT_THAT(lines_of_text(text, 3), ElementsAre("START 3", "c"));
    // Ranks that each print a run of their own, line by line in turn.
    EXPECT_THAT(lines_of_text("0: START\n1: START\n0: a\n1: b\n", 2), ElementsAre("START", "b"));
    EXPECT_THAT(lines_of_text("0: START\n1: START\n0: a\n1: b\n", 1), ElementsAre("START", "a"));
}

TEST(PrintedText, OfSeveralRunsNoneIsTakenUnasked) {
    const TemporaryFolder folder;
    const std::string path = folder / "text";
    testing::write_bytes(path, "START\na\nSTART\nb\n");
    EXPECT_EQ(error_of<FileError>([&] { (void)lines_of(path); }),
              path + ": the file holds 2 runs, from lines 1, 3 on; name one of them, from " + path +
                  ":1 to " + path + ":2");
    EXPECT_EQ(error_of<FileError>([&] { (void)lines_of(path, 3); }),
              path + ":3: the file holds 2 runs, from lines 1, 3 on; name one of them, from " + path +
                  ":1 to " + path + ":2");
    testing::write_bytes(path, "START\na\n");
    EXPECT_EQ(error_of<FileError>([&] { (void)lines_of(path, 2); }),
              path + ":2: the file holds one run; leave :2 out");
    EXPECT_THAT(lines_of(path, 1), ElementsAre("START", "a"));
}

TEST(RunInFile, IsNamedBehindAColonWhereNoFileHasThatName) {
    const TemporaryFolder folder;
    const std::string path = folder / "text";
    testing::write_bytes(path, "a");
    testing::write_bytes(path + ":7", "b");
    EXPECT_EQ(run_in_file(path + ":2").file, path);
    EXPECT_EQ(run_in_file(path + ":2").number, 2U);
    EXPECT_EQ(run_in_file(path + ":MB/s").file, path);
    EXPECT_EQ(run_in_file(path + ":MB/s").unit.value().bytes_per_second, 1e6);
    EXPECT_EQ(run_in_file(path + ":2").unit.has_value(), false);
    for (const std::string& name : {path, path + ":7", path + ":0", path + ":x", path + ":", path + "s:2"}) {
        EXPECT_EQ(run_in_file(name).file, name);
        EXPECT_EQ(run_in_file(name).number, std::nullopt) << name;
    }
}

}  // namespace
}  // namespace fabricmap
