// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/legacy/legacy_files.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::LegacyArchive;
using testing::same_numbers;
using testing::TemporaryFolder;

fs::path clustered_sample(const std::string& name) {
    return fs::path(SAMPLES_DIRECTORY) / "legacy/clustered" / name;
}

TEST(LegacyArchive, DecodesToExactlyTheValuesOfThePlainFileBesideIt) {
    const auto archive = open_run(clustered_sample("np4_one_to_one_network_median_arc.nc"));
    const auto plain = open_run(clustered_sample("np4_one_to_one_network_median_clust.nc"));
    ASSERT_EQ(archive.statistics(), std::vector{Statistic::median});
    ASSERT_EQ(plain.statistics(), std::vector{Statistic::median});
    const auto decoded = archive.stack(Statistic::median);
    const auto expected = plain.stack(Statistic::median);
    ASSERT_EQ(decoded->message_lengths(), expected->message_lengths());
    ASSERT_EQ(decoded->message_lengths().size(), 10U);
    for (std::size_t k = 0; k < 10; ++k)
        EXPECT_TRUE(same_numbers(decoded->plane(k), expected->plane(k))) << k;
    for (std::int64_t rank = 0; rank < 4; ++rank) {
        EXPECT_TRUE(same_numbers(decoded->row(rank), expected->row(rank)));
        EXPECT_TRUE(same_numbers(decoded->column(rank), expected->column(rank)));
        EXPECT_TRUE(same_numbers(decoded->pair(rank, 2), expected->pair(rank, 2)));
    }
    // data(0,1,0) of the plain file, as ncdump tells it.
    EXPECT_EQ(decoded->plane(0)(0, 1), 6.5299999999999934e-06);
}

TEST(LegacyArchive, MayNameItsModeAndStatisticInWords) {
    const auto run = open_run(clustered_sample("text_types_arc.nc"));
    ASSERT_EQ(run.statistics(), std::vector{Statistic::average});
    EXPECT_EQ(run.description().mode, Mode::one_to_one);
    const auto stack = run.stack(Statistic::average);
    ASSERT_EQ(stack->message_lengths().size(), 24U);
    // By hand from ncdump: place 2, place 6 and the number of the plane, place 4.
    EXPECT_EQ(stack->plane(0)(0, 1), 1e-6);
    EXPECT_EQ(stack->plane(3)(0, 1), 1.3e-6);
    EXPECT_EQ(stack->plane(0)(0, 2), 2e-6);
}

TEST(LegacyArchive, ThePrefixFindsIt) {
    EXPECT_EQ(open_run(clustered_sample("np4_one_to_one_network")).statistics(),
              std::vector{Statistic::median});
}

TEST(LegacyArchive, PlacesAreCountedWithTheAbsolutePlaneAndHolesAreMissing) {
    const TemporaryFolder folder;
    LegacyArchive archive;
    archive.test_type = 2;
    archive.planes = 3;
    archive.ends = {2, 3};
    archive.info = {0, 2, 2, 0, 1, 2, 2, 1};
    archive.values = {10, 11, 12, 9.969209968386869e36, 4};
    testing::write_legacy_archive(folder / "run_median_arc.nc", archive);
    const auto stack = open_run(folder / "run").stack(Statistic::median);
    ASSERT_EQ(stack->message_lengths(), (std::vector<std::int64_t>{0, 100, 200}));
    // Planes 0 and 1: 0 + k and 2 + k. Plane 2, of the second group: 1 + 2 and 2 + 2.
    EXPECT_EQ(stack->pair(0, 0)(0), 10);
    EXPECT_EQ(stack->pair(0, 0)(1), 11);
    EXPECT_TRUE(std::isnan(stack->pair(0, 0)(2)));
    EXPECT_EQ(stack->pair(0, 1)(0), 12);
    EXPECT_TRUE(std::isnan(stack->pair(0, 1)(1)));
    EXPECT_EQ(stack->pair(0, 1)(2), 4);
}

TEST(LegacyArchive, DefectsOfTheModeAreRepairedToo) {
    const TemporaryFolder folder;
    LegacyArchive archive;
    archive.test_type = 4;
    archive.ends = {1};
    archive.info = {0, 1, 2, 0};
    archive.values = {-7, 4, 6};
    testing::write_legacy_archive(folder / "run_median_arc.nc", archive);
    Matrix expected(2, 2);
    expected << 0, 3, 2, 0;
    EXPECT_TRUE(same_numbers(open_run(folder / "run").stack(Statistic::median)->plane(0), expected));
}

TEST(LegacyArchive, DamageIsAnErrorWithThePath) {
    const TemporaryFolder folder;
    LegacyArchive archive;
    archive.test_type = 2;
    archive.planes = 2;
    archive.ends = {2};
    archive.info = {0, 1, -1, 7};
    archive.values = {1, 2, 3};
    testing::write_legacy_archive(folder / "run_median_arc.nc", archive);
    const auto stack = open_run(folder / "run").stack(Statistic::median);
    EXPECT_THAT(error_of<FileError>([&] { (void)stack->plane(0); }), HasSubstr("run_median_arc.nc"));
    archive.ends = {1};
    testing::write_legacy_archive(folder / "run_median_arc.nc", archive);
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run"); }), HasSubstr("alength"));
}

}  // namespace
}  // namespace fabricmap
