// SPDX-License-Identifier: Apache-2.0
// What a user types where there is no screen, and what the user gets.
#include "tests/small_disk.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/viewer/without_display.hpp"

#include <fmt/format.h>

#include <sstream>

namespace fabricmap::viewer {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::bytes_of;
using testing::expect_one_line;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::Refused;
using ::testing::StartsWith;
using testing::TemporaryFolder;
using testing::view_without_display;

const std::string tree = "synthetic:fat_tree_faulty";
const std::string small = "synthetic:torus,size=2x2;sweep,lengths=0,1K,64K";

/// The head of a PNG as the standard has it (ISO 15948, 11.2.2).
struct PictureHead {
    unsigned width = 0;
    unsigned height = 0;
    int bits = 0;
    int colours = 0;  ///< 2: red, green and blue
};

PictureHead head_of(const fs::path& picture) {
    const std::string bytes = bytes_of(picture);
    EXPECT_THAT(bytes, StartsWith("\x89PNG\r\n\x1a\n"));
    if (bytes.size() < 26) return {};
    const auto byte = [&](std::size_t i) { return unsigned{static_cast<unsigned char>(bytes[i])}; };
    const auto number = [&](std::size_t i) {
        return byte(i) << 24U | byte(i + 1) << 16U | byte(i + 2) << 8U | byte(i + 3);
    };
    return {number(16), number(20), static_cast<int>(byte(24)), static_cast<int>(byte(25))};
}

/// The lines of a table between different ranks: of a rank to itself one table has the file's filler.
std::vector<std::string> lines_between_ranks(const fs::path& table) {
    std::vector<std::string> lines;
    std::istringstream stream(bytes_of(table));
    for (std::string line; std::getline(stream, line);) {
        std::istringstream fields(line);
        std::string length;
        std::string sender;
        std::string receiver;
        std::getline(std::getline(std::getline(fields, length, ','), sender, ','), receiver, ',');
        if (!line.starts_with('#') && sender != receiver) lines.push_back(line);
    }
    return lines;
}

class Program : public ::testing::Test {
  protected:
    void view(std::vector<std::string> words, const std::vector<std::string>& settings = {}) const {
        const Outcome outcome = view_without_display(words, settings);
        EXPECT_EQ(outcome.exit_code, 0) << fmt::format("{}: {}", fmt::join(words, " "), outcome.err);
        EXPECT_EQ(outcome.err, "");
    }
    [[nodiscard]] std::string at(const std::string& name) const { return folder / name; }

    TemporaryFolder folder;
};

TEST_F(Program, WritesGigabytesASecond) {
    const std::string racks = "synthetic:fat-tree,hosts=4,leaf=4;sweep,lengths=0,64K,1M";
    view({racks, "--rates", "--export", at("rates.csv")});
    const std::string table = bytes_of(at("rates.csv"));
    EXPECT_THAT(table, HasSubstr("receiver_host,bytes_per_s"));
    EXPECT_THAT(table, HasSubstr("\n1048576,0,1,"));
    view({racks, "--rates", "--export", at("rates.png")});
    EXPECT_EQ(head_of(at("rates.png")).width, 1280U);
    expect_one_line(view_without_display({small, "--rates", "--export", at("no.png")}), 2, "-t stream");
    for (const std::string view_name : {"matrix", "row", "pair"}) {
        view({racks, "--rates", "--view", view_name, "--export", at(view_name + ".svg")});
        EXPECT_THAT(bytes_of(at(view_name + ".svg")), AllOf(HasSubstr("bandwidth"), Not(HasSubstr("elays"))));
    }
}

TEST_F(Program, HasTheFindingsThatItNumbersInWords) {
    const std::string faulty =
        "synthetic:fat-tree,hosts=24,leaf=6;sweep,lengths=0,1K,64K,1M;fault,slow-receiver,host=5,factor=3;"
        "fault,slow-receiver,host=11,factor=2.5;fault,slow-sender,host=17,factor=2";
    view({faulty, "--expected", "--export", at("all.svg")});
    EXPECT_THAT(bytes_of(at("all.svg")), AllOf(HasSubstr(">1  node05 "), HasSubstr(">2  node11 "),
                                               HasSubstr(">3  node17 "), Not(HasSubstr("more"))));
    view({faulty, "--expected", "--preset", "paper", "--export", at("paper.svg")});
    EXPECT_THAT(bytes_of(at("paper.svg")),
                AllOf(HasSubstr(">1  node05 "), HasSubstr("and 2 more"), Not(HasSubstr(">2<"))));
    view({faulty, "--expected", "--preset", "slide", "--export", at("slide.png")});
    EXPECT_EQ(head_of(at("slide.png")).width, 1920U);
    expect_one_line(
        view_without_display({faulty, "--preset", "slide", "--size", "900x700", "--export", at("x.png")}), 2,
        "--size");
}

TEST_F(Program, WritesTimesWhatIsExpectedWhereTheFirstFindingIsLargest) {
    const std::string link =
        "synthetic:fat-tree,hosts=16,leaf=4;noise,1%;fault,slow-link,sender=1,receiver=6,factor=3,from=1M;"
        "sweep,lengths=0,1K,1M";
    const auto to = [&](const std::string& file, std::vector<std::string> more = {}) {
        std::vector<std::string> words{link, "--expected", "--export", at(file)};
        words.insert(words.end(), more.begin(), more.end());
        return view_without_display(words).exit_code;
    };
    EXPECT_EQ(to("slow.csv"), 0);
    const std::string table = bytes_of(at("slow.csv"));
    EXPECT_THAT(table, AllOf(HasSubstr("receiver_host,ratio"), HasSubstr("\n1048576,1,6,"),
                             Not(HasSubstr("\n1024,"))));
    const auto cell = table.substr(table.find("\n1048576,1,6,"));
    EXPECT_NEAR(std::stod(cell.substr(cell.find_last_of(',', cell.find('\n', 1)) + 1)), 3, 0.3);
    EXPECT_EQ(to("slow.png"), 0);
    EXPECT_EQ(head_of(at("slow.png")).colours, 2);
    EXPECT_EQ(to("grey.png", {"--palette", "grey"}), 0);
    EXPECT_EQ(head_of(at("grey.png")).bits, 8);
}

TEST_F(Program, DrawsAMatrixOnPaper) {
    view({tree, "--view", "matrix", "--length", "64K", "--export", at("m.png"), "--size", "900x700"});
    const PictureHead head = head_of(at("m.png"));
    EXPECT_EQ(head.width, 900U);
    EXPECT_EQ(head.height, 700U);
    EXPECT_EQ(head.bits, 8);
    EXPECT_EQ(head.colours, 2);
}

TEST_F(Program, DrawsEachViewInEachFormatWithoutAScreen) {
    for (const std::string view_name : {"matrix", "row", "column", "pair", "compare"}) {
        SCOPED_TRACE(view_name);
        std::vector<std::string> words{tree, "--view", view_name, "--export"};
        if (view_name == "compare") words.insert(words.begin() + 1, "synthetic:fat_tree");
        const auto with_file = [&](const std::string& file) {
            auto all = words;
            all.push_back(at(file));
            return all;
        };
        view(with_file(view_name + ".png"));
        EXPECT_EQ(head_of(at(view_name + ".png")).width, 1280U);
        EXPECT_EQ(head_of(at(view_name + ".png")).bits, 8);
        view(with_file(view_name + ".svg"));
        EXPECT_THAT(bytes_of(at(view_name + ".svg")), HasSubstr("</svg>"));
        view(with_file(view_name + ".csv"));
        EXPECT_THAT(bytes_of(at(view_name + ".csv")), HasSubstr("length_bytes"));
    }
}

TEST_F(Program, DrawsInColourWhereAsked) {
    view({small, "--export", at("m.png"), "--palette", "viridis"});
    EXPECT_EQ(head_of(at("m.png")).colours, 2);
}

TEST_F(Program, WritesTheNumbersThatNetworkConvertWrites) {
    view({tree, "--view", "matrix", "--length", "64K", "--export", at("viewer.csv")});
    const Outcome converted = testing::run_program(
        "network_convert", {"--to", "csv", "--length", "64K", "-o", at("convert.csv"), tree});
    ASSERT_EQ(converted.exit_code, 0) << converted.err;
    const auto lines = lines_between_ranks(at("viewer.csv"));
    EXPECT_EQ(lines.size(), 1 + 64 * 63);
    EXPECT_EQ(lines, lines_between_ranks(at("convert.csv")));
}

TEST_F(Program, DrawsASingleHost) {
    const std::string host = "synthetic:torus,size=1x1,ranks-per-host=4;sweep,lengths=0,1K";
    view({host, "--endpoints", "hosts", "--export", at("m.png")});
    view({host, "--endpoints", "hosts", "--view", "row", "--export", at("r.png")});
    expect_one_line(
        view_without_display({host, "--endpoints", "hosts", "--view", "column", "--export", at("c.png")}), 2,
        "--receiver 1");
}

TEST_F(Program, KnowsTheFormerNameOfEndpoints) {
    view({tree, "--endpoints", "hosts", "--export", at("new.svg")});
    view({tree, "--parties", "hosts", "--export", at("old.svg")});
    EXPECT_EQ(bytes_of(at("old.svg")), bytes_of(at("new.svg")));
}

TEST_F(Program, SpeaksRussianWhereTheUserDoesAndEnglishElse) {
    view({small, "--export", at("ru.svg")}, {"LC_ALL=ru_RU.UTF-8"});
    EXPECT_THAT(bytes_of(at("ru.svg")),
                AllOf(HasSubstr("отправитель"), HasSubstr("рангов: "), Not(HasSubstr(" ranks on "))));
    for (const std::string language : {"C.UTF-8", "de_DE.UTF-8"}) {
        view({small, "--export", at("en.svg"), "--overwrite"}, {"LC_ALL=" + language});
        EXPECT_THAT(bytes_of(at("en.svg")), HasSubstr(">sender<"));
    }
}

TEST_F(Program, ReplacesAFileOnlyWhereAskedTo) {
    testing::write_bytes(at("m.png"), "mine");
    expect_one_line(view_without_display({small, "--export", at("m.png")}), 3, "--overwrite");
    EXPECT_EQ(bytes_of(at("m.png")), "mine");
    view({small, "--export", at("m.png"), "--overwrite"});
    EXPECT_EQ(head_of(at("m.png")).bits, 8);
}

TEST_F(Program, RefusesWhatMakesNoSenseInOneLine) {
    const std::string file = at("x.png");
    const std::vector<Refused> cases{
        {{"--bogus"}, 2, "--bogus"},
        {{small, "--view", "row"}, 2, "--export"},
        {{small, "--overwrite"}, 2, "--export"},
        {{"--export", file}, 2, "name the run"},
        {{small, "--export", ""}, 2, "--export"},
        {{small, "--export", at("x.jpg")}, 2, "x.jpg"},
        {{small, "--export", file, "--watch"}, 2, "--watch"},
        {{small, "--export", file, "--view", "rows"}, 2, "rows"},
        {{small, "--export", file, "--view", "compare"}, 2, "two runs"},
        {{small, small, "--export", file}, 2, "compare"},
        {{tree, small, "--view", "compare", "--export", file}, 2, "no host in common"},
        {{small, "--export", file, "--length", "2K"}, 2, "the nearest is 1K"},
        {{small, "--export", file, "--length", "64Q"}, 2, "64Q"},
        {{small, "--export", file, "--view", "row", "--sender", "4"}, 2, "from 0 to 3"},
        {{small, "--export", file, "--view", "pair", "--receiver", "4"}, 2, "from 0 to 3"},
        {{small, "--export", file, "--receiver", "-1"}, 2, "-1"},
        {{small, "--export", file, "--statistic", "mode"}, 2, "mode"},
        {{small, "--export", file, "--endpoints", "cats"}, 2, "cats"},
        {{small, "--export", file, "--order", "size"}, 2, "size"},
        {{small, "--export", file, "--scale", "square"}, 2, "square"},
        {{small, "--export", file, "--palette", "jet"}, 2, "jet"},
        {{small, "--export", file, "--size", "0x0"}, 2, "0x0"},
        {{small, "--export", file, "--size", "1280"}, 2, "1280"},
        {{small, "--export", file, "--size", "99999x99999"}, 2, "16384"},
        {{small, "--export", file, "--expected", "--rates"}, 2, "--expected"},
        {{small, "--export", file, "--expected", "--scale", "linear"}, 2, "logarithmic"},
        {{small, "--export", at("none/x.png")}, 3, "none/x.png"},
        {{small, "--export", "/proc/x.png"}, 3, "/proc/x.png"},
        {{"synthetic:nonsense", "--export", file}, 3, "nonsense"},
    };
    for (const Refused& wrong : cases) {
        SCOPED_TRACE(fmt::format("{}", fmt::join(wrong.words, " ")));
        expect_one_line(view_without_display(wrong.words), wrong.code, wrong.part);
        EXPECT_TRUE(fs::is_empty(folder.path()));
    }
}

TEST_F(Program, DoesNotDrawOverItsInput) {
    view({small, "--export", at("x.csv")});
    const std::string before = bytes_of(at("x.csv"));
    expect_one_line(view_without_display({at("x.csv"), "--export", at("x.csv"), "--overwrite"}), 2, "x.csv");
    EXPECT_EQ(bytes_of(at("x.csv")), before);
}

TEST_F(Program, ReportsThatTheDiskIsFull) {
    const testing::SmallDisk disk("1m");
    if (!disk.mounted()) GTEST_SKIP() << "this machine mounts nothing";
    disk.fill();
    for (const std::string name : {"full.png", "full.svg", "full.csv"}) {
        expect_one_line(view_without_display({tree, "--export", disk.path() / name}), 3, name);
        EXPECT_FALSE(fs::exists(disk.path() / name));
        EXPECT_FALSE(fs::exists(disk.path() / (name + ".partial")));
    }
}

TEST_F(Program, SaysHowToDoWithoutAScreen) {
    expect_one_line(view_without_display({small}), 1, "--export FILE.png");
    const std::string nowhere = at("no_such_display");
    const Outcome outcome = view_without_display({small}, {"DISPLAY=" + nowhere});
    expect_one_line(outcome, 1, "--export FILE.png");
    EXPECT_THAT(outcome.err, HasSubstr(nowhere));
}

}  // namespace
}  // namespace fabricmap::viewer
