// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <charconv>
#include <sstream>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

/// The lines without the comments.
std::string table_of(const std::string& csv) {
    std::istringstream lines(csv);
    std::string table;
    bool in_table = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) {
            EXPECT_FALSE(in_table) << "a comment after the header: " << line;
            continue;
        }
        in_table = true;
        table += line + "\n";
    }
    return table;
}

double number_in(const std::string& text) {
    double value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

TEST(Csv, HasALineForEachLengthAndPair) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const Ended ended = run_convert({"--to", "csv", folder / "r"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.errors, "");
    EXPECT_EQ(table_of(ended.output),
              "length_bytes,sender,receiver,sender_host,receiver_host,delay_s\n"
              "0,0,1,alpha,\"be,\"\"ta\"\"\",1.5e-06\n"
              "0,1,0,\"be,\"\"ta\"\"\",alpha,2.25e-06\n"
              "65536,0,1,alpha,\"be,\"\"ta\"\"\",\n"
              "65536,1,0,\"be,\"\"ta\"\"\",alpha,4.5e-06\n");
    EXPECT_THAT(ended.output, HasSubstr("# mode: one_to_one\n# statistic: median\n# timing: one_way\n"));
}

TEST(Csv, OfAStreamHasItsRate) {
    const TemporaryFolder folder;
    write_small_run(folder / "r",
                    {.mode = Mode::stream, .lengths = {65536, 131072}, .with_missing_pair = true});
    EXPECT_EQ(table_of(run_convert({"--to", "csv", folder / "r"}).output),
              "length_bytes,sender,receiver,sender_host,receiver_host,delay_s,rate_bytes_per_s\n"
              "65536,0,1,alpha,\"be,\"\"ta\"\"\",1.5e-06,43690666666.666664\n"
              "65536,1,0,\"be,\"\"ta\"\"\",alpha,2.25e-06,29127111111.11111\n"
              "131072,0,1,alpha,\"be,\"\"ta\"\"\",,\n"
              "131072,1,0,\"be,\"\"ta\"\"\",alpha,4.5e-06,29127111111.11111\n");
    EXPECT_THAT(run_convert({"--to", "csv", "--statistic", "all", folder / "r"}).output,
                HasSubstr("deviation_s,count,rate_bytes_per_s"));
    EXPECT_THAT(run_convert({"--to", "csv", "--statistic", "deviation", folder / "r"}).output,
                ::testing::Not(HasSubstr("rate_bytes_per_s")));
}

TEST(Csv, IsMadeOfASyntheticRun) {
    const Ended ended = run_convert({"synthetic:two_hosts;sweep,lengths=0", "--to", "csv"});
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_THAT(ended.output, HasSubstr("0,0,1,"));
}

TEST(Csv, HonoursTheSelection) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const std::string header = "length_bytes,sender,receiver,sender_host,receiver_host,delay_s\n";
    const std::string prefix = folder / "r";
    EXPECT_EQ(table_of(run_convert({"--to", "csv", "--pair", "1,0", prefix}).output),
              header + "0,1,0,\"be,\"\"ta\"\"\",alpha,2.25e-06\n65536,1,0,\"be,\"\"ta\"\"\",alpha,4.5e-06\n");
    EXPECT_EQ(table_of(run_convert({"--to", "csv", "--row", "0", "--length", "64K", prefix}).output),
              header + "65536,0,1,alpha,\"be,\"\"ta\"\"\",3e-06\n");
    EXPECT_EQ(
        table_of(run_convert({"--to", "csv", "--pair", "0,1", "--length", "0", "--statistic", "max", prefix})
                     .output),
        header + "0,0,1,alpha,\"be,\"\"ta\"\"\",3e-06\n");
}

TEST(Csv, DoesNotCallACountADelay) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const Ended ended =
        run_convert({"--to", "csv", "--statistic", "count", "--pair", "0,1", "--length", "0", folder / "r"});
    EXPECT_EQ(table_of(ended.output),
              "length_bytes,sender,receiver,sender_host,receiver_host,count\n"
              "0,0,1,alpha,\"be,\"\"ta\"\"\",10\n");
}

TEST(Csv, KeepsEveryBitOfEveryNumber) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(5, {3, 1000, 77777});
    write_run(folder / "r", run);
    const Ended ended = run_convert({"--to", "csv", "--statistic", "deviation", folder / "r"});
    std::istringstream lines(table_of(ended.output));
    std::string line;
    std::getline(lines, line);
    std::size_t found = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t j = 0; j < 5; ++j) {
                if (i == j || !std::getline(lines, line)) continue;
                ++found;
                EXPECT_EQ(number_in(line.substr(line.rfind(',') + 1)), run.cells[k][i][j].deviation) << line;
            }
        }
    }
    EXPECT_EQ(found, 60U);
}

TEST(Csv, HasAllStatisticsSideBySide) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.with_missing_pair = true});
    const Ended ended = run_convert({"--to", "csv", "--statistic", "all", "--pair", "0,1", folder / "r"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.errors, "");
    EXPECT_EQ(table_of(ended.output),
              "length_bytes,sender,receiver,sender_host,receiver_host,min_s,average_s,median_s,max_s,"
              "deviation_s,count,outliers,quality\n"
              "0,0,1,alpha,\"be,\"\"ta\"\"\",7.5e-07,1.5e-06,1.5e-06,3e-06,3.75e-07,10,0,0\n"
              "65536,0,1,alpha,\"be,\"\"ta\"\"\",,,,,,0,,1\n");
    EXPECT_THAT(ended.output, HasSubstr("# statistic: all\n"));
    EXPECT_THAT(ended.output, HasSubstr("# quality: the sum of 1 missing, 2 smallest_offset, "));
}

TEST(Csv, OfAllStatisticsHasARowForEachPairAndLengthAndWhatEachFileHolds) {
    const TemporaryFolder folder;
    SomeRun run = telltale_run(5, {3, 1000, 77777});
    run.cells[2][4][3].quality = 136;  // in a round, and unconfirmed: the highest bit is no sign
    write_run(folder / "r", run);
    const Ended ended = run_convert({"--to", "csv", "--statistic", "all", folder / "r"});
    std::istringstream lines(table_of(ended.output));
    std::string line;
    std::getline(lines, line);
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t i = 0; i < 5; ++i) {
            for (std::size_t j = 0; j < 5; ++j) {
                if (i == j) continue;
                ASSERT_TRUE(std::getline(lines, line));
                const std::vector<std::string> fields = split(line, ',');
                ASSERT_EQ(fields.size(), 13U) << line;
                const CellStatistics& cell = run.cells[k][i][j];
                EXPECT_EQ(fields[1] + "," + fields[2], fmt::format("{},{}", i, j));
                EXPECT_EQ(number_in(fields[5]), cell.minimum) << line;
                EXPECT_EQ(number_in(fields[7]), cell.median) << line;
                EXPECT_EQ(number_in(fields[9]), cell.deviation) << line;
                EXPECT_EQ(number_in(fields[10]), static_cast<double>(cell.count)) << line;
                EXPECT_EQ(number_in(fields[11]), static_cast<double>(cell.outliers)) << line;
                EXPECT_EQ(number_in(fields[12]), cell.quality) << line;
            }
        }
    }
    EXPECT_FALSE(std::getline(lines, line));
}

TEST(Csv, OfAllStatisticsHasThoseThatThereAre) {
    const Ended ended = run_convert({"--to", "csv", "--statistic", "all", "--pair", "0,1", "--length", "0",
                                     legacy_sample("np4/one_to_one/network")});
    EXPECT_EQ(ended.code, 0);
    EXPECT_THAT(table_of(ended.output),
                ::testing::StartsWith(
                    "length_bytes,sender,receiver,sender_host,receiver_host,min_s,average_s,median_s,"
                    "deviation_s\n"));
}

TEST(Csv, HasTheDiagonalWhereAsked) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.lengths = {100}});
    const auto rows_of = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words{"--to", "csv", "--row", "0", folder / "r"};
        words.insert(words.end(), options.begin(), options.end());
        const std::string table = table_of(run_convert(words).output);
        return table.substr(table.find('\n') + 1);
    };
    const std::string between = "100,0,1,alpha,\"be,\"\"ta\"\"\",";
    EXPECT_EQ(rows_of({"--diagonal", "keep"}), "100,0,0,alpha,alpha,0\n" + between + "1.5e-06\n");
    EXPECT_EQ(rows_of({"--diagonal", "nan"}), "100,0,0,alpha,alpha,\n" + between + "1.5e-06\n");
    EXPECT_EQ(rows_of({"--diagonal", "omit"}), between + "1.5e-06\n");
    EXPECT_EQ(rows_of({}), rows_of({"--diagonal", "omit"}));
    EXPECT_EQ(
        rows_of({"--diagonal", "nan", "--statistic", "all"}),
        "100,0,0,alpha,alpha,,,,,,0,0,0\n" + between + "7.5e-07,1.5e-06,1.5e-06,3e-06,3.75e-07,10,0,0\n")
        << "no samples are 0 samples";
}

TEST(Csv, KeepsADiagonalThatIsMeasuredOrNamed) {
    const TemporaryFolder folder;
    write_small_run(folder / "bcast", {.mode = Mode::bcast, .lengths = {100}});
    for (const char* word : {"keep", "nan", "omit"}) {
        EXPECT_THAT(run_convert({"--to", "csv", "--row", "0", "--diagonal", word, folder / "bcast"}).output,
                    HasSubstr("100,0,0,alpha,alpha,2.5e-07\n"))
            << word;
    }
    write_small_run(folder / "r", {.lengths = {100}});
    EXPECT_THAT(run_convert({"--to", "csv", "--pair", "0,0", folder / "r"}).output,
                HasSubstr("100,0,0,alpha,alpha,0\n"));
}

TEST(Csv, GoesToTheFileThatTheSuffixOfItsNameMeans) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const Ended to_file = run_convert({"-o", folder / "table.csv", folder / "r"});
    EXPECT_EQ(to_file.code, 0);
    EXPECT_EQ(to_file.output, "");
    EXPECT_EQ(bytes_of(folder / "table.csv"), run_convert({"--to", "csv", folder / "r"}).output);
}

TEST(Csv, OfALegacyFileHasTheSenderFirst) {
    // ncdump of the file, whose rows are receivers: row 1, column 0 of the first plane is 6.53e-06.
    const Ended ended = run_convert(
        {"--to", "csv", "--pair", "0,1", "--length", "0", legacy_sample("np4/one_to_one/network_median.nc")});
    EXPECT_THAT(ended.output, HasSubstr("0,0,1,vm,vm,6.529999999999993e-06\n"));
}

}  // namespace
}  // namespace fabricmap::testing
