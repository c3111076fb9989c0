// SPDX-License-Identifier: Apache-2.0
// Numbers expected of the samples were read from them with ncdump; the others are made by hand.
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/legacy/legacy_files.hpp"
#include "tests/temporary_folder.hpp"

#include <cmath>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::LegacyFile;
using testing::TemporaryFolder;
using testing::write_legacy_file;

fs::path plugin_sample(const std::string& tail) {
    return fs::path(SAMPLES_DIRECTORY) / ("legacy/plugins_2024/delays-MSK-2024-05-16" + tail);
}

/// Two ranks, one length, three samples for each cell; rows receive.
LegacyFile single_delays() {
    LegacyFile file;
    file.mode_word = "all_to_all";
    file.data_type = 5;
    file.samples = 3;
    file.data = {1, 2, 6, 4, -1, 8, -1, -1, -1, 5, -1, -1};
    return file;
}

TEST(Variant2024, ThePrefixOpensEverythingAndComputesWhatIsNotStored) {
    const auto run = open_run(plugin_sample(""));
    EXPECT_EQ(run.statistics().size(), 6U);
    EXPECT_EQ(run.preferred(), Statistic::median);
    EXPECT_EQ(run.description().mode, Mode::one_to_one);
    EXPECT_EQ(run.description().repeats, 200);
    EXPECT_EQ(run.description().ranks[3], (RankLocation{"aleks-Redmi-G-2022", 0, -1, -1}));
    EXPECT_EQ(run.description().message_lengths,
              (std::vector<std::int64_t>{100, 200, 300, 400, 500, 600, 700, 800, 900}));
    EXPECT_FALSE(run.description().noise.has_value());
    // data(0,1,0) of the minimum file: receiver 1, sender 0.
    EXPECT_NEAR(run.stack(Statistic::minimum)->plane(0)(0, 1), 4.51e-07, 1e-18);
    // data(0,0,2): sender 2 to receiver 0; its 20 samples begin with the longest.
    EXPECT_EQ(run.stack(Statistic::count)->pair(2, 0)(0), 20);
    EXPECT_EQ(run.stack(Statistic::maximum)->pair(2, 0)(0), 1.4437000000000004e-05);
}

TEST(Variant2024, AStoredStatisticIsNamedByItsFile) {
    EXPECT_EQ(open_run(plugin_sample("_measurements_amount.nc")).preferred(), Statistic::count);
    EXPECT_EQ(open_run(plugin_sample("_deviation.nc")).preferred(), Statistic::deviation);
    EXPECT_EQ(open_run(plugin_sample("_all.nc")).preferred(), Statistic::median);
}

TEST(Variant2024, TheStoredStatisticsAgreeWithTheSingleDelays) {
    const auto computed = open_run(plugin_sample("_all.nc"));
    const auto stored = open_run(plugin_sample("_median.nc"));
    for (std::size_t k = 0; k < 9; ++k) {
        for (const Statistic statistic : {Statistic::minimum, Statistic::average, Statistic::count}) {
            const Matrix difference = computed.stack(statistic)->plane(k) - stored.stack(statistic)->plane(k);
            EXPECT_LT(difference.abs().maxCoeff(), 1e-18) << name_of(statistic) << " " << k;
        }
        // The variant divides by n, we by n - 1.
        const Matrix counts = stored.stack(Statistic::count)->plane(k);
        const Matrix factor = (counts > 1).select(((counts - 1).max(1) / counts.max(1)).sqrt(), 1.0);
        const Matrix difference = computed.stack(Statistic::deviation)->plane(k) * factor -
                                  stored.stack(Statistic::deviation)->plane(k);
        EXPECT_LT(difference.abs().maxCoeff(), 1e-18) << k;
    }
}

TEST(Variant2024, EveryStatisticIsMadeOfTheSamplesThatWereMeasured) {
    const TemporaryFolder folder;
    write_legacy_file(folder / "run_all.nc", single_delays());
    const auto run = open_run(folder / "run");
    ASSERT_EQ(run.statistics().size(), 6U);
    const auto cell = [&](Statistic statistic, std::int64_t sender, std::int64_t receiver) {
        return run.stack(statistic)->pair(sender, receiver)(0);
    };
    // 1, 2, 6 at (0,0); 4, 8 from rank 1 to rank 0; nothing from rank 0 to rank 1; 5 alone at (1,1).
    EXPECT_EQ(cell(Statistic::minimum, 0, 0), 1);
    EXPECT_EQ(cell(Statistic::median, 0, 0), 2);
    EXPECT_EQ(cell(Statistic::average, 0, 0), 3);
    EXPECT_EQ(cell(Statistic::maximum, 0, 0), 6);
    EXPECT_DOUBLE_EQ(cell(Statistic::deviation, 0, 0), std::sqrt(7.0));
    EXPECT_EQ(cell(Statistic::count, 0, 0), 3);
    EXPECT_EQ(cell(Statistic::median, 1, 0), 6);
    EXPECT_EQ(cell(Statistic::count, 1, 0), 2);
    EXPECT_DOUBLE_EQ(cell(Statistic::deviation, 1, 0), std::sqrt(8.0));
    EXPECT_TRUE(std::isnan(cell(Statistic::median, 0, 1)));
    EXPECT_TRUE(std::isnan(cell(Statistic::deviation, 0, 1)));
    EXPECT_EQ(cell(Statistic::count, 0, 1), 0);
    EXPECT_EQ(cell(Statistic::median, 1, 1), 5);
    EXPECT_EQ(cell(Statistic::deviation, 1, 1), 0);
}

TEST(Variant2024, DataAreFoundUnderAnyName) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.mode_word = "one_to_one";
    file.data_name = "something_else";
    file.data = {0, 1, 2, 0};
    write_legacy_file(folder / "run_median.nc", file);
    EXPECT_EQ(open_run(folder / "run").stack(Statistic::median)->pair(0, 1)(0), 2);
}

TEST(Variant2024, RowsAreReceiversInEveryMode) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.data = {0, 1, 2, 0};
    for (const char* mode : {"one_to_one", "put_one_to_one", "bcast", "a mode of its own"}) {
        file.mode_word = mode;
        write_legacy_file(folder / "run_median.nc", file);
        EXPECT_EQ(open_run(folder / "run").stack(Statistic::median)->pair(0, 1)(0), 2) << mode;
    }
    EXPECT_FALSE(open_run(folder / "run").description().mode.has_value());
}

}  // namespace
}  // namespace fabricmap
