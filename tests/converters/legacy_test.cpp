// SPDX-License-Identifier: Apache-2.0
// What the older tools read is compared with what they wrote, byte for byte.
#include "netcdf_schema/open_run.hpp"
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace fabricmap::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// In the samples the ten integers end here and the first plane begins.
constexpr std::size_t header_bytes = 0x274;

/// A double of a classic file: eight bytes, the highest first.
double number_at(const std::string& bytes, std::size_t cell) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < 8; ++k)
        bits = bits << 8U | static_cast<unsigned char>(bytes.at(header_bytes + cell * 8 + k));
    return std::bit_cast<double>(bits);
}

TEST(ToLegacy, WritesTheBytesThatTheOlderToolkitWrote) {
    for (const char* mode : {"one_to_one", "all_to_all", "bcast", "get", "put", "noise_p2"}) {
        const TemporaryFolder folder;
        const std::string sample = legacy_sample(fmt::format("np4/{}/network", mode));
        ASSERT_EQ(run_convert({"--to", "legacy", "-o", folder / "network", sample}).code, 0);
        for (const char* statistic : {"average", "median", "deviation"}) {
            const std::string name = fmt::format("_{}.nc", statistic);
            EXPECT_EQ(bytes_of((folder / "network").concat(name)), bytes_of(sample + name)) << mode << name;
        }
        EXPECT_EQ(bytes_of(folder / "network_hosts.txt"), bytes_of(sample + "_hosts.txt"));
    }
}

TEST(ToLegacy, WritesTheirHeadersToTheLastByte) {
    for (const char* mode :
         {"one_to_one", "all_to_all", "bcast", "get", "put", "noise_p2", "send_recv_and_recv_send"}) {
        const TemporaryFolder folder;
        const std::string sample = legacy_sample(fmt::format("np4/{}/network", mode));
        ASSERT_EQ(run_convert({"--to", "legacy", "-o", folder / "network", sample}).code, 0);
        for (const char* statistic : {"average", "median", "deviation", "min"}) {
            const std::string name = fmt::format("_{}.nc", statistic);
            EXPECT_EQ(bytes_of((folder / "network").concat(name)).substr(0, header_bytes),
                      bytes_of(sample + name).substr(0, header_bytes))
                << mode << name;
        }
    }
}

TEST(ToLegacy, WritesRoundTripsAsTheOlderToolkitDid) {
    const TemporaryFolder folder;
    const std::string sample = legacy_sample("np4/send_recv_and_recv_send/network");
    ASSERT_EQ(run_convert({"--to", "legacy", "-o", folder / "network", sample}).code, 0);
    EXPECT_EQ(bytes_of(folder / "network_average.nc"), bytes_of(sample + "_average.nc"));
    EXPECT_EQ(bytes_of(folder / "network_median.nc"), bytes_of(sample + "_median.nc"));
    // ncdump of the sample's deviation: the first row of the first plane.
    const std::string deviation = bytes_of(folder / "network_deviation.nc");
    EXPECT_NEAR(number_at(deviation, 1), 1.4684998888576747e-05, 1e-17);
    EXPECT_NEAR(number_at(deviation, 2), 1.4175905905796593e-06, 1e-17);
}

TEST(ToLegacy, HasReceiversAsRowsButInPut) {
    for (const Mode mode : all_modes) {
        const TemporaryFolder folder;
        write_small_run(folder / "r", {.mode = mode, .lengths = {0, 100}});
        ASSERT_EQ(run_convert({"--to", "legacy", "--quiet", "-o", folder / "l", folder / "r"}).code, 0);
        const std::string bytes = bytes_of(folder / "l_median.nc");
        const double times = mode == Mode::send_recv_and_recv_send ? 2 : 1;
        const bool rows_send = mode == Mode::put_one_to_one;
        EXPECT_EQ(number_at(bytes, rows_send ? 1 : 2), 1.5e-6 * times) << name_of(mode);
        EXPECT_EQ(number_at(bytes, rows_send ? 2 : 1), 2.25e-6 * times) << name_of(mode);
    }
}

TEST(ToLegacy, ReadsBackToTheSameValuesInEveryMode) {
    for (const Mode mode : all_modes) {
        SCOPED_TRACE(std::string(name_of(mode)));
        const TemporaryFolder folder;
        write_small_run(folder / "r", {.mode = mode, .lengths = {100, 200}, .with_missing_pair = true});
        ASSERT_EQ(run_convert({"--to", "legacy", "--quiet", "-o", folder / "l", folder / "r"}).code, 0);
        const fabricmap::Run legacy = open_run(folder / "l");
        EXPECT_EQ(legacy.statistics().size(), 4U);
        EXPECT_EQ(legacy.description().mode, mode);
        EXPECT_EQ(legacy.description().ranks[1].host, "be,\"ta\"");
        const double tolerance = mode == Mode::send_recv_and_recv_send ? 1e-12 : 0;
        expect_same_values(open_run(folder / "r"), legacy, tolerance);
        EXPECT_TRUE(std::isnan(legacy.stack(Statistic::median)->plane(1)(0, 1))) << "not measured";
    }
}

TEST(ToLegacy, SaysWhatTheOlderToolsDoNotKnow) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.lengths = {0, 100}});
    const Ended ended = run_convert({"--to", "legacy", "-o", folder / "l", folder / "r"});
    EXPECT_THAT(ended.errors, HasSubstr("max"));
    EXPECT_THAT(ended.errors, HasSubstr("count"));
    EXPECT_FALSE(std::filesystem::exists(folder / "l_max.nc"));
}

TEST(ToLegacy, RefusesLengthsInUnevenSteps) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.lengths = {0, 1, 4}});
    const auto before = names_in(folder.path());
    const Ended ended = run_convert({"--to", "legacy", "-o", folder / "l", folder / "r"});
    EXPECT_EQ(ended.code, 2);
    EXPECT_THAT(ended.errors, HasSubstr("--to legacy"));
    EXPECT_EQ(names_in(folder.path()), before);
}

TEST(ToLegacy, LeavesExistingFilesAloneUnlessAskedToReplaceThem) {
    const TemporaryFolder folder;
    const std::string sample = legacy_sample("np4/put/network");
    write_bytes(folder / "l_deviation.nc", "precious");
    const Ended refused = run_convert({"--to", "legacy", "-o", folder / "l", sample});
    EXPECT_EQ(refused.code, 3);
    EXPECT_THAT(refused.errors, HasSubstr("--overwrite"));
    EXPECT_THAT(names_in(folder.path()), ElementsAre("l_deviation.nc"));
    EXPECT_EQ(bytes_of(folder / "l_deviation.nc"), "precious");
    EXPECT_EQ(run_convert({"--to", "legacy", "--overwrite", "-o", folder / "l", sample}).code, 0);
    EXPECT_EQ(bytes_of(folder / "l_deviation.nc"), bytes_of(sample + "_deviation.nc"));
}

TEST(ToLegacy, LeavesNothingWhenOneFileOfTheSetCannotBeMade) {
    for (const char* name : {"l_deviation.nc.partial", "l_hosts.txt.partial"}) {
        const TemporaryFolder folder;
        std::filesystem::create_directories(folder / name / "in the way");
        const Ended ended =
            run_convert({"--to", "legacy", "-o", folder / "l", legacy_sample("np4/put/network")});
        EXPECT_EQ(ended.code, 3) << ended.errors;
        EXPECT_THAT(names_in(folder.path()), ElementsAre(name));
    }
}

TEST(ToLegacy, InThePlaceOfOurFilesLeavesNoneOfThemBehind) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.lengths = {0, 100}});
    const std::string sample = legacy_sample("np4/put/network");
    ASSERT_EQ(run_convert({"--to", "legacy", "--overwrite", "-o", folder / "r", sample}).code, 0);
    expect_same_values(open_run(folder / "r"), open_run(sample));
}

TEST(ToLegacy, OverItsOwnInputKeepsTheValues) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {.lengths = {0, 100}});
    write_small_run(folder / "copy", {.lengths = {0, 100}});
    const Ended ended =
        run_convert({"--to", "legacy", "--overwrite", "--quiet", "-o", folder / "r", folder / "r"});
    // Refused or done, but never the ruin of the only copy.
    const fabricmap::Run left = open_run(folder / "r");
    EXPECT_TRUE(ended.code == 0 || ended.code == 2) << ended.errors;
    EXPECT_EQ(left.stack(Statistic::median)->pair(0, 1)(1),
              open_run(folder / "copy").stack(Statistic::median)->pair(0, 1)(1));
}

}  // namespace
}  // namespace fabricmap::testing
