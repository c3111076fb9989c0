// SPDX-License-Identifier: Apache-2.0
// Numbers expected of the samples were read from them with ncdump; the others are made by hand.
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/legacy/legacy_files.hpp"
#include "tests/not_measured.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::LegacyFile;
using testing::not_measured;
using testing::same_numbers;
using testing::TemporaryFolder;
using testing::two_by_two;
using testing::write_legacy_file;

fs::path plain_sample(const std::string& name) {
    return fs::path(SAMPLES_DIRECTORY) / "legacy/np4" / name;
}

Matrix only_plane(const Run& run, Statistic statistic) {
    return run.stack(statistic)->plane(0);
}

TEST(LegacyPlain, ThePrefixAndEveryFileOfItOpenTheWholeRun) {
    for (const char* mode :
         {"one_to_one", "all_to_all", "bcast", "get", "put", "noise_p2", "send_recv_and_recv_send"}) {
        const fs::path prefix = plain_sample(std::string(mode) + "/network");
        const auto run = open_run(prefix);
        EXPECT_EQ(run.statistics(), (std::vector{Statistic::minimum, Statistic::average, Statistic::median,
                                                 Statistic::deviation}));
        EXPECT_EQ(run.preferred(), Statistic::median);
        EXPECT_EQ(run.description().rank_count(), 4);
        EXPECT_EQ(run.description().repeats, 20);
        EXPECT_EQ(run.description().message_lengths,
                  (std::vector<std::int64_t>{0, 200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800}));
        EXPECT_TRUE(run.description().complete);
        for (const RankLocation& location : run.description().ranks)
            EXPECT_EQ(location, (RankLocation{"vm", 0, -1, -1}));
        EXPECT_EQ(open_run(fs::path(prefix).concat("_deviation.nc")).preferred(), Statistic::deviation);
        EXPECT_EQ(open_run(fs::path(prefix).concat("_min.nc")).statistics().size(), 4U);
    }
}

TEST(LegacyPlain, ModesAreTheirNumbers) {
    EXPECT_EQ(open_run(plain_sample("put/network")).description().mode, Mode::put_one_to_one);
    EXPECT_EQ(open_run(plain_sample("noise_p2/network")).description().mode, Mode::test_noise);
    EXPECT_EQ(open_run(plain_sample("noise_p2/network")).description().noise, (NoiseParameters{1000, 2, 2}));
    EXPECT_FALSE(open_run(plain_sample("put/network")).description().noise.has_value());
}

TEST(LegacyPlain, RowsOfTheFileAreReceiversButInPut) {
    // data(0,1,0) and data(0,0,1) of each file.
    const auto one_to_one = open_run(plain_sample("one_to_one/network")).stack(Statistic::average);
    EXPECT_EQ(one_to_one->plane(0)(0, 1), 7.5993499999999995e-06);
    EXPECT_EQ(one_to_one->plane(0)(1, 0), 6.5011000000000071e-06);
    const auto put = open_run(plain_sample("put/network")).stack(Statistic::median);
    EXPECT_EQ(put->plane(0)(1, 0), 6.1100000000000059e-07);
    EXPECT_EQ(put->plane(0)(0, 1), 4.5370000000000008e-06);
    EXPECT_EQ(put->row(1)(0, 0), 6.1100000000000059e-07);
    EXPECT_EQ(put->column(0)(0, 1), 6.1100000000000059e-07);
}

TEST(LegacyPlain, OrientationFollowsTheMode) {
    const TemporaryFolder folder;
    for (int type = 1; type <= 9; ++type) {
        LegacyFile file;
        file.test_type = type;
        file.data_type = 1;
        file.data = {0, 1, 2, 0};
        write_legacy_file(folder / "run_average.nc", file);
        const auto run = open_run(folder / "run");
        const bool rows_send = type == 8;
        EXPECT_TRUE(same_numbers(only_plane(run, Statistic::average),
                                 rows_send ? two_by_two(0, 1, 2, 0) : two_by_two(0, 2, 1, 0)))
            << type;
        EXPECT_EQ(run.stack(Statistic::average)->pair(0, 1)(0), rows_send ? 1 : 2) << type;
        EXPECT_EQ(run.stack(Statistic::average)->row(0)(0, 1), rows_send ? 1 : 2) << type;
        EXPECT_EQ(run.stack(Statistic::average)->column(0)(0, 1), rows_send ? 2 : 1) << type;
        EXPECT_EQ(run.stack(Statistic::average)->rows(0, 1, 1)(0, 0), rows_send ? 2 : 1) << type;
    }
}

TEST(LegacyPlain, TheSenderOfABroadcastIsItsRoot) {
    // Every rank stored how long it waited under the number of the root.
    constexpr int ranks = 5;
    for (int slow_root = 0; slow_root < ranks; ++slow_root) {
        const TemporaryFolder folder;
        LegacyFile file;
        file.test_type = 7;
        file.ranks = ranks;
        for (int waiting = 0; waiting < ranks; ++waiting) {
            for (int root = 0; root < ranks; ++root) file.data.push_back(root == slow_root ? 3e-6 : 1e-6);
        }
        write_legacy_file(folder / "run_median.nc", file);
        const Matrix plane = only_plane(open_run(folder / "run"), Statistic::median);
        for (int sender = 0; sender < ranks; ++sender)
            EXPECT_TRUE((plane.row(sender) == (sender == slow_root ? 3e-6 : 1e-6)).all()) << slow_root;
    }
}

TEST(LegacyPlain, GarbageOnTheDiagonalIsZeroWhereTheModeDoesNotMeasureIt) {
    const TemporaryFolder folder;
    for (int type = 1; type <= 9; ++type) {
        LegacyFile file;
        file.test_type = type;
        file.data_type = 4;
        file.data = {-1.5e-4, 2, 2, 0.25};
        write_legacy_file(folder / "run_min.nc", file);
        const bool garbage = type == 1 || type == 4 || type == 8 || type == 9;
        const Matrix plane = only_plane(open_run(folder / "run"), Statistic::minimum);
        EXPECT_EQ(plane(1, 1), garbage ? 0 : 0.25) << type;
        if (garbage) {
            EXPECT_EQ(plane(0, 0), 0) << type;
        } else {
            EXPECT_TRUE(std::isnan(plane(0, 0))) << type;
        }
    }
}

TEST(LegacyPlain, TheSamplesDiagonalsAreZeroInEveryCut) {
    const auto stack = open_run(plain_sample("put/network")).stack(Statistic::minimum);
    for (std::int64_t rank = 0; rank < 4; ++rank) {
        EXPECT_TRUE((stack->row(rank).col(rank) == 0).all());
        EXPECT_TRUE((stack->column(rank).col(rank) == 0).all());
        EXPECT_TRUE((stack->pair(rank, rank) == 0).all());
    }
}

TEST(LegacyPlain, ImplausibleValuesAreMissing) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.test_type = 2;
    file.end = 200;
    file.data = {-1e-9, std::numeric_limits<double>::infinity(), not_measured, 1.0000001e6, 1e6, 0, 1e195, 5};
    write_legacy_file(folder / "run_median.nc", file);
    const auto stack = open_run(folder / "run").stack(Statistic::median);
    EXPECT_TRUE(stack->plane(0).isNaN().all());
    EXPECT_TRUE(same_numbers(stack->plane(1), two_by_two(1e6, not_measured, 0, 5)));
}

TEST(LegacyPlain, RoundTripsAreHalvedWhereTheFileHasThemWhole) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.test_type = 4;
    file.data = {0, 4, 6, 0};
    for (const auto& [type, name] : {std::pair{1, "average"}, {2, "median"}, {4, "min"}}) {
        file.data_type = type;
        write_legacy_file(folder / (std::string("run_") + name + ".nc"), file);
    }
    const auto run = open_run(folder / "run");
    EXPECT_TRUE(same_numbers(only_plane(run, Statistic::average), two_by_two(0, 6, 4, 0)));
    EXPECT_TRUE(same_numbers(only_plane(run, Statistic::median), two_by_two(0, 3, 2, 0)));
    EXPECT_TRUE(same_numbers(only_plane(run, Statistic::minimum), two_by_two(0, 3, 2, 0)));
}

TEST(LegacyPlain, TheDeviationOfRoundTripsIsPutRight) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.test_type = 4;
    file.data_type = 1;
    file.data = {0, 8, 6, 0};
    write_legacy_file(folder / "run_average.nc", file);
    file.data_type = 3;
    // sqrt(5² - (8/2)²) = 3; below (6/2)² there is nothing left.
    file.data = {0, 5, 2, 0};
    write_legacy_file(folder / "run_deviation.nc", file);
    const auto stack = open_run(folder / "run_deviation.nc").stack(Statistic::deviation);
    EXPECT_TRUE(same_numbers(stack->plane(0), two_by_two(0, 0, 3, 0)));
    EXPECT_EQ(stack->pair(1, 0)(0), 3);
    EXPECT_EQ(stack->row(1)(0, 0), 3);
    EXPECT_EQ(stack->column(0)(0, 1), 3);
}

TEST(LegacyPlain, TheSamplesRoundTripDeviationIsPutRight) {
    // data(0,1,0): d = 1.7575710847808724e-05, average a = 1.0239725e-05; sqrt(d² - (a / 2)²) by hand.
    const auto stack = open_run(plain_sample("send_recv_and_recv_send/network")).stack(Statistic::deviation);
    EXPECT_NEAR(stack->plane(0)(0, 1), 1.6813465430627e-05, 1e-17);
}

TEST(LegacyPlain, WithoutTheAverageThatDeviationIsNotOffered) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.test_type = 4;
    file.data = {0, 5, 2, 0};
    write_legacy_file(folder / "run_median.nc", file);
    file.data_type = 3;
    write_legacy_file(folder / "run_deviation.nc", file);
    EXPECT_EQ(open_run(folder / "run").statistics(), std::vector{Statistic::median});
    fs::remove(folder / "run_median.nc");
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("average"));
}

TEST(LegacyPlain, LengthsFollowBeginAndStepWhateverTheEnd) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.begin = 50;
    file.step = 30;
    file.end = 111;
    file.data.assign(12, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    EXPECT_EQ(open_run(folder / "run").description().message_lengths,
              (std::vector<std::int64_t>{50, 80, 110}));
    EXPECT_TRUE(open_run(folder / "run").description().complete);
    file.end = 112;
    file.data.assign(8, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    EXPECT_FALSE(open_run(folder / "run").description().complete);
}

TEST(LegacyPlain, FilesOfAnInterruptedRunEndWithTheShortest) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.end = 400;
    file.data.assign(12, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    file.data_type = 1;
    file.data.assign(8, 1.0);
    write_legacy_file(folder / "run_average.nc", file);
    const auto run = open_run(folder / "run");
    EXPECT_EQ(run.description().message_lengths.size(), 2U);
    EXPECT_EQ(run.stack(Statistic::median)->message_lengths().size(), 2U);
}

TEST(LegacyPlain, AFileOfAnotherRunIsNoPartOfIt) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.data.assign(4, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    file.data_type = 1;
    file.test_type = 3;
    write_legacy_file(folder / "run_average.nc", file);
    EXPECT_EQ(open_run(folder / "run_median.nc").statistics(), std::vector{Statistic::median});
}

TEST(LegacyPlain, HostsAreUnknownWithoutTheirFile) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.data.assign(4, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    EXPECT_EQ(open_run(folder / "run").description().ranks, std::vector<RankLocation>(2));
    testing::write_bytes(folder / "run_hosts.txt", "b7\r\na1\n");
    EXPECT_EQ(open_run(folder / "run_median.nc").description().ranks,
              (std::vector<RankLocation>{{"b7", 0, -1, -1}, {"a1", 1, -1, -1}}));
}

TEST(LegacyPlain, AHostsFileThatDoesNotFitIsNamed) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.data.assign(4, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    for (const char* hosts : {"one\n", "one\ntwo\nthree\n"}) {
        testing::write_bytes(folder / "run_hosts.txt", hosts);
        EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("run_hosts.txt"));
    }
}

TEST(LegacyPlain, AHeaderThatMakesNoRunIsRefused) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.data.assign(8, 1.0);
    file.step = 0;
    write_legacy_file(folder / "run_median.nc", file);
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("step 0"));
    file.step = 100;
    file.data_type = 6;
    write_legacy_file(folder / "run_median.nc", file);
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("data_type 6"));
}

TEST(LegacyPlain, AFileThatIsCutOffSaysHowMuchIsThere) {
    const TemporaryFolder folder;
    LegacyFile file;
    file.end = 300;
    file.data.assign(12, 1.0);
    write_legacy_file(folder / "run_median.nc", file);
    fs::resize_file(folder / "run_median.nc", fs::file_size(folder / "run_median.nc") - 40);
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("1 of its 3 planes"));
}

}  // namespace
}  // namespace fabricmap
