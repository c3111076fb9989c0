// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

std::string without_blank_lines(const std::string& text) {
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) kept += line + "\n";
    }
    return kept;
}

/// Each statistic as a text of its own, PREFIX_median.txt and so on.
void write_texts(const std::string& input, const std::filesystem::path& prefix) {
    for (const char* statistic : {"min", "average", "median", "deviation"}) {
        const std::string path = std::filesystem::path(prefix).concat(fmt::format("_{}.txt", statistic));
        const Ended ended = run_convert({"--statistic", statistic, "-o", path, input});
        ASSERT_EQ(ended.code, 0) << ended.errors;
    }
}

TEST(Text, GivesTheOlderToolkitsTextBackAsItWas) {
    const auto sample = legacy_sample("text/sample.txt");
    const Ended ended = run_convert({sample});
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(without_blank_lines(ended.output), without_blank_lines(bytes_of(sample)));
}

TEST(Text, HasTheOlderToolkitsRowsWhichAreReceivers) {
    for (const Mode mode : {Mode::one_to_one, Mode::bcast}) {
        const TemporaryFolder folder;
        write_small_run(folder / "r", {.mode = mode});
        // From 0 to 1 it takes 1.5 µs: row 1, column 0 there.
        EXPECT_THAT(run_convert({"--length", "0", folder / "r"}).output, HasSubstr("\t2.25e-06\n1.5e-06\t"));
    }
}

TEST(Text, HasSendersAsRowsInPut) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.mode = Mode::put_one_to_one});
    EXPECT_THAT(run_convert({"--length", "0", folder / "r"}).output, HasSubstr("\t1.5e-06\n2.25e-06\t"));
}

TEST(Text, ReadsBackToTheSameValuesInEveryMode) {
    for (const Mode mode : all_modes) {
        SCOPED_TRACE(std::string(name_of(mode)));
        const TemporaryFolder folder;
        write_small_run(folder / "r", {.mode = mode, .lengths = {100, 200, 300}, .with_missing_pair = true});
        write_texts(folder / "r", folder / "t");
        const fabricmap::Run texts = open_run(folder / "t_median.txt");
        EXPECT_EQ(texts.description().mode, mode);
        EXPECT_EQ(texts.description().rank_count(), 2);
        EXPECT_EQ(texts.description().ranks[0].host, "alpha");
        // The deviation of round trips goes through squares and a difference.
        expect_same_values(open_run(folder / "r_median.nc"), texts,
                           mode == Mode::send_recv_and_recv_send ? 1e-12 : 0);
        EXPECT_EQ(texts.statistics().size(), 4U);
    }
}

TEST(Text, OfEveryLegacySampleReadsBackToTheSameValues) {
    for (const char* mode : {"one_to_one", "all_to_all", "bcast", "get", "put", "noise_p2"}) {
        SCOPED_TRACE(mode);
        const TemporaryFolder folder;
        const std::string sample = legacy_sample(fmt::format("np4/{}/network", mode));
        write_texts(sample, folder / "t");
        expect_same_values(open_run(folder / "t"), open_run(sample));
        EXPECT_EQ(open_run(folder / "t").description().noise, open_run(sample).description().noise);
    }
}

TEST(Text, OfOneLengthIsThatPlaneAlone) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const Ended ended = run_convert({"--length", "64K", folder / "r"});
    EXPECT_THAT(ended.output, HasSubstr("4.5e-06"));
    EXPECT_EQ(ended.output.find("2.25e-06"), std::string::npos);
}

TEST(Text, OfARowOrPairIsATableOfLengths) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    EXPECT_THAT(run_convert({"--row", "1", folder / "r"}).output,
                HasSubstr("\n0\t2.25e-06\t0\n65536\t4.5e-06\t0\n"));
    EXPECT_THAT(run_convert({"--pair", "0,1", folder / "r"}).output,
                HasSubstr("\n0\t1.5e-06\n65536\t3e-06\n"));
}

}  // namespace
}  // namespace fabricmap::testing
