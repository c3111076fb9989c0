// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/converters/program.hpp"
#include "tests/converters/small_run.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ToRun, TakesEveryKindOfOlderFile) {
    for (const char* name :
         {"np4/one_to_one/network", "np4/all_to_all/network", "np4/bcast/network", "np4/get/network",
          "np4/put/network", "np4/noise_p2/network", "np4/send_recv_and_recv_send/network",
          "clustered/np4_one_to_one_network_median_arc.nc",
          "clustered/np4_one_to_one_network_median_clust.nc", "text/sample.txt",
          "plugins_2024/delays-MSK-2024-05-16_median.nc"}) {
        SCOPED_TRACE(name);
        const TemporaryFolder folder;
        const Ended ended = run_convert({"--to", "run", "-o", folder / "r", legacy_sample(name)});
        ASSERT_EQ(ended.code, 0) << ended.errors;
        EXPECT_EQ(ended.output, "");
        const fabricmap::Run original = open_run(legacy_sample(name));
        const fabricmap::Run converted = open_run(folder / "r");
        expect_same_values(converted, original);
        EXPECT_EQ(converted.statistics(), original.statistics());
        EXPECT_EQ(converted.description().mode, original.description().mode);
        EXPECT_EQ(converted.description().repeats, original.description().repeats);
        EXPECT_EQ(converted.description().complete, original.description().complete);
        EXPECT_EQ(converted.description().ranks.front().host, original.description().ranks.front().host);
    }
}

TEST(ToRun, WarnsWhereTheMedianIsMissing) {
    const TemporaryFolder folder;
    const Ended made =
        run_convert({"--to", "run", "-o", folder / "r", legacy_sample("np4/one_to_one/network")});
    ASSERT_EQ(made.code, 0) << made.errors;
    std::filesystem::remove(folder / "r_median.nc");
    const Ended ended = run_convert({"--to", "csv", "-o", folder / "r.csv", folder / "r"});
    EXPECT_EQ(ended.code, 0);
    EXPECT_THAT(ended.errors, HasSubstr("has no median file: writing the "));
    EXPECT_EQ(
        run_convert({"--to", "csv", "--statistic", "min", "-o", folder / "min.csv", folder / "r"}).errors,
        "");
}

TEST(ToRun, MakesNoFileForWhatIsNotKnown) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_convert({"--to", "run", "-o", folder / "r", legacy_sample("text/sample.txt")}).code, 0);
    EXPECT_THAT(names_in(folder.path()), ElementsAre("r_median.nc"));
}

TEST(ToRun, KeepsWhatIsMissingMissing) {
    const TemporaryFolder folder;
    write_small_run(folder / "a", {.with_missing_pair = true});
    ASSERT_EQ(run_convert({"--to", "run", "-o", folder / "b", folder / "a"}).code, 0);
    expect_same_values(open_run(folder / "b"), open_run(folder / "a"));
    EXPECT_EQ(open_run(folder / "b").statistics().size(), 6U);
}

TEST(ToRun, HasNoDiagonalWhereAskedAndIsTheSameOtherwise) {
    const TemporaryFolder folder;
    write_small_run(folder / "a", {.with_missing_pair = true});
    ASSERT_EQ(run_convert({"--to", "run", "--diagonal", "nan", "-o", folder / "b", folder / "a"}).code, 0);
    const fabricmap::Run original = open_run(folder / "a");
    const fabricmap::Run without = open_run(folder / "b");
    for (const Statistic statistic : all_statistics) {
        Matrix expected = original.stack(statistic)->plane(1);
        if (statistic != Statistic::count)
            expected.matrix().diagonal().setConstant(std::numeric_limits<double>::quiet_NaN());
        EXPECT_TRUE(same_numbers(without.stack(statistic)->plane(1), expected)) << name_of(statistic);
    }
    EXPECT_THAT(without.description().history, HasSubstr("diagonal as NaN"));
    write_small_run(folder / "measured", {.mode = Mode::all_to_all});
    ASSERT_EQ(
        run_convert({"--to", "run", "--diagonal", "nan", "-o", folder / "copy", folder / "measured"}).code,
        0);
    expect_same_values(open_run(folder / "copy"), open_run(folder / "measured"));
}

TEST(ToRun, SaysWhereTheRunCameFrom) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_convert({"--to", "run", "-o", folder / "r", legacy_sample("text/sample.txt")}).code, 0);
    const RunDescription description = open_run(folder / "r").description();
    EXPECT_THAT(description.history, HasSubstr("converted by network_convert"));
    EXPECT_THAT(description.history, HasSubstr("sample.txt"));
    EXPECT_THAT(description.source, HasSubstr("sample.txt"));
    EXPECT_EQ(description.history.find(SAMPLES_DIRECTORY), std::string::npos) << "no folder of this machine";
}

TEST(ToRun, KeepsTheOldHistoryAndAddsALine) {
    const TemporaryFolder folder;
    ASSERT_EQ(run_convert({"--to", "run", "-o", folder / "a", legacy_sample("text/sample.txt")}).code, 0);
    ASSERT_EQ(run_convert({"--to", "run", "-o", folder / "b", folder / "a"}).code, 0);
    const std::string history = open_run(folder / "b").description().history;
    EXPECT_THAT(history, HasSubstr("sample.txt"));
    EXPECT_THAT(history, HasSubstr("\n"));
}

TEST(ToRun, LeavesAnExistingRunAloneUnlessAskedToReplaceIt) {
    const TemporaryFolder folder;
    write_small_run(folder / "r", {});
    const std::string before = bytes_of(folder / "r_median.nc");
    const std::string sample = legacy_sample("np4/put/network");
    const Ended refused = run_convert({"--to", "run", "-o", folder / "r", sample});
    EXPECT_EQ(refused.code, 3);
    EXPECT_THAT(refused.errors, HasSubstr("--overwrite"));
    EXPECT_EQ(bytes_of(folder / "r_median.nc"), before);
    ASSERT_EQ(run_convert({"--to", "run", "--overwrite", "-o", folder / "r", sample}).code, 0);
    expect_same_values(open_run(folder / "r"), open_run(sample));
    EXPECT_FALSE(std::filesystem::exists(folder / "r_max.nc")) << "of the run that was replaced";
}

}  // namespace
}  // namespace fabricmap::testing
