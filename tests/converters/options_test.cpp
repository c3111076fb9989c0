// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "converters/formats/table.hpp"
#include "converters/program/command_line.hpp"
#include "tests/expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::converters {
namespace {

using fabricmap::testing::error_of;
using ::testing::HasSubstr;

CommandLine parse(std::vector<const char*> words) {
    words.insert(words.begin(), "network_convert");
    return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string format_of(std::vector<const char*> words) {
    return std::string(parse(std::move(words)).options.format->name);
}

std::string refusal_of(std::vector<const char*> words) {
    return error_of<UsageError>([&] { static_cast<void>(parse(words)); });
}

TEST(Options, TheSuffixOfTheOutputDecidesTheFormat) {
    EXPECT_EQ(format_of({"in"}), "text");
    EXPECT_EQ(format_of({"-o", "a.png", "in"}), "png");
    EXPECT_EQ(format_of({"-o", "a.csv", "in"}), "csv");
    EXPECT_EQ(format_of({"-o", "a.json", "in"}), "json");
    EXPECT_EQ(format_of({"-o", "a.txt", "in"}), "text");
    EXPECT_EQ(format_of({"-o", "a.png", "--to", "csv", "in"}), "csv") << "--to says more than a suffix";
}

TEST(Options, SizesHaveUnits) {
    EXPECT_EQ(parse({"--length", "64K", "in"}).options.length_bytes, 65536);
    EXPECT_THAT(refusal_of({"--length", "64X", "in"}), HasSubstr("--length"));
    EXPECT_THAT(refusal_of({"--length", "-1", "in"}), HasSubstr("--length"));
}

TEST(Options, RangesAreInSecondsOrHaveAUnit) {
    const auto range_of = [](const char* word) {
        return std::get<picture::ValueRange>(parse({"-o", "a.png", "--range", word, "in"}).options.range);
    };
    EXPECT_DOUBLE_EQ(range_of("0:25us").highest, 25e-6);
    EXPECT_DOUBLE_EQ(range_of("1ns:2ms").lowest, 1e-9);
    EXPECT_DOUBLE_EQ(range_of("1ns:2ms").highest, 2e-3);
    EXPECT_DOUBLE_EQ(range_of("0.5µs:1s").lowest, 0.5e-6);
    EXPECT_DOUBLE_EQ(range_of("1e-6:2e-6").highest, 2e-6);
}

TEST(Options, RangesThatAreNoneAreRefused) {
    for (const char* word :
         {"", ":", "1", "1:", ":1", "2:1", "1:1", "a:b", "nan:1", "0:inf", "1us:2xs", "0:1:2"})
        EXPECT_THAT(refusal_of({"-o", "a.png", "--range", word, "in"}), HasSubstr("--range")) << word;
}

TEST(Options, PairsAndRowsAreRanks) {
    EXPECT_EQ(parse({"--pair", "3,14", "in"}).options.pair, std::pair(std::int64_t{3}, std::int64_t{14}));
    EXPECT_EQ(parse({"--row", "2", "in"}).options.row, 2);
    for (const char* word : {"1", "1,", ",1", "a,b", "1;2", "-1,0", "1,2,3"})
        EXPECT_THAT(refusal_of({"--pair", word, "in"}), HasSubstr("--pair")) << word;
    EXPECT_THAT(refusal_of({"--row", "x", "in"}), HasSubstr("--row"));
}

TEST(Options, ThatContradictEachOtherAreRefused) {
    EXPECT_THAT(refusal_of({"--row", "1", "--pair", "0,1", "in"}), HasSubstr("--pair"));
    EXPECT_THAT(refusal_of({"-o", "a.png", "--pair", "0,1", "--length", "0", "in"}), HasSubstr("--pair"));
    EXPECT_THAT(refusal_of({"--to", "csv", "--range", "run", "in"}), HasSubstr("--range"));
    EXPECT_THAT(refusal_of({"--to", "legacy", "-o", "a", "--row", "1", "in"}), HasSubstr("--to legacy"));
    EXPECT_THAT(refusal_of({"--to", "run", "-o", "a", "--statistic", "min", "in"}), HasSubstr("--to run"));
}

TEST(Options, AllStatisticsNeedAFormatThatHasRoomForThem) {
    EXPECT_TRUE(parse({"--to", "csv", "--statistic", "all", "in"}).options.all_statistics);
    EXPECT_TRUE(parse({"-o", "a.json", "--statistic", "all", "in"}).options.all_statistics);
    EXPECT_FALSE(parse({"--to", "csv", "--statistic", "max", "in"}).options.all_statistics);
    for (const char* output : {"a.png", "a.txt"}) {
        EXPECT_THAT(refusal_of({"-o", output, "--statistic", "all", "in"}),
                    HasSubstr("--statistic all: --to "))
            << output;
    }
    EXPECT_THAT(refusal_of({"--to", "run", "-o", "a", "--statistic", "all", "in"}), HasSubstr("--to run"));
}

TEST(Options, TheDiagonalIsForFormatsOfNumbers) {
    EXPECT_EQ(parse({"--to", "csv", "in"}).options.diagonal, Diagonal::omit);
    EXPECT_EQ(parse({"--to", "json", "in"}).options.diagonal, Diagonal::keep);
    EXPECT_EQ(parse({"--to", "json", "--statistic", "all", "in"}).options.diagonal, Diagonal::omit);
    EXPECT_EQ(parse({"--to", "run", "-o", "a", "--diagonal", "nan", "in"}).options.diagonal, Diagonal::nan);
    EXPECT_THAT(refusal_of({"--to", "csv", "--diagonal", "none", "in"}), HasSubstr("keep, nan or omit"));
    EXPECT_THAT(refusal_of({"--to", "text", "--diagonal", "nan", "in"}), HasSubstr("csv, json and run"));
    EXPECT_THAT(refusal_of({"--to", "run", "-o", "a", "--diagonal", "omit", "in"}), HasSubstr("use nan"));
}

TEST(Options, WhatCannotGoToStdoutNeedsAnOutput) {
    for (const char* format : {"png", "legacy", "run"})
        EXPECT_THAT(refusal_of({"--to", format, "in"}), HasSubstr("-o")) << format;
}

TEST(Options, UnknownWordsAreRefusedWithTheKnownOnes) {
    EXPECT_THAT(refusal_of({"--to", "jpeg", "in"}), HasSubstr("png"));
    EXPECT_THAT(refusal_of({"--statistic", "mean", "in"}), HasSubstr("average"));
    EXPECT_THAT(refusal_of({"--colour", "in"}), HasSubstr("--colour"));
    EXPECT_THAT(refusal_of({"in", "another"}), HasSubstr("another"));
    EXPECT_THAT(refusal_of({}), HasSubstr("INPUT"));
}

TEST(Options, OfHelpAndVersionAreAnsweredWithoutAnInput) {
    EXPECT_THAT(parse({"--help"}).answer, HasSubstr("--overwrite"));
    EXPECT_THAT(parse({"--version"}).answer, HasSubstr("schema 2"));
}

}  // namespace
}  // namespace fabricmap::converters
