// SPDX-License-Identifier: Apache-2.0
// Our own files, written and read again.
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <netcdf.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using ::testing::HasSubstr;
using testing::same_numbers;
using testing::SomeRun;
using testing::telltale_run;
using testing::TemporaryFolder;
using Lengths = std::vector<std::int64_t>;

/// Changes an open file through the library alone.
void edit(const fs::path& path, const std::function<void(int)>& change) {
    int file = -1;
    ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), NC_NOERR);
    change(file);
    ASSERT_EQ(nc_close(file), NC_NOERR);
}

void set_value(const fs::path& path, std::size_t record, std::size_t sender, std::size_t receiver,
               double value) {
    edit(path, [&](int file) {
        int variable = -1;
        ASSERT_EQ(nc_inq_varid(file, "data", &variable), NC_NOERR);
        const std::array place{record, sender, receiver};
        ASSERT_EQ(nc_put_var1_double(file, variable, place.data(), &value), NC_NOERR);
    });
}

TEST(OwnSet, ValuesThatCannotBeTrueCountAsNotMeasuredAndAreCountedOnce) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(4, {0, 10});
    write_run(folder / "run", run);
    constexpr double infinite = std::numeric_limits<double>::infinity();
    set_value(folder / "run_median.nc", 0, 0, 1, infinite);
    set_value(folder / "run_median.nc", 0, 1, 2, -infinite);
    set_value(folder / "run_median.nc", 1, 0, 1, -1e-6);
    set_value(folder / "run_median.nc", 1, 3, 2, 1.1e6);
    set_value(folder / "run_median.nc", 1, 2, 3, std::numeric_limits<double>::quiet_NaN());
    set_value(folder / "run_count.nc", 1, 0, 1, 2e6);
    set_value(folder / "run_count.nc", 1, 0, 2, -1);
    const auto read = open_run(folder / "run");
    const auto medians = read.stack(Statistic::median);
    EXPECT_EQ(read.implausible_values(), 0U);
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    Matrix expected = run.plane(0, Statistic::median);
    expected(0, 1) = expected(1, 2) = missing;
    EXPECT_TRUE(same_numbers(medians->plane(0), expected));
    EXPECT_EQ(read.implausible_values(), 2U);
    expected = run.plane(1, Statistic::median);
    expected(0, 1) = expected(3, 2) = expected(2, 3) = missing;
    EXPECT_TRUE(same_numbers(medians->plane(1), expected));
    EXPECT_TRUE(std::isnan(medians->pair(0, 1)(1)));
    EXPECT_TRUE(std::isnan(medians->row(3)(1, 2)));
    EXPECT_TRUE(std::isnan(medians->column(2)(0, 1)));
    EXPECT_TRUE(std::isnan(medians->cells(1, std::vector<Cell>{{2, 2}, {0, 1}})[1]));
    EXPECT_EQ(read.implausible_values(), 4U);
    const Matrix counts = read.stack(Statistic::count)->plane(1);
    EXPECT_EQ(counts(0, 1), 2e6);
    EXPECT_TRUE(std::isnan(counts(0, 2)));
    EXPECT_EQ(read.implausible_values(), 5U);
}

void set_record_time(const fs::path& path, std::size_t record, double seconds) {
    edit(path, [&](int file) {
        int variable = -1;
        ASSERT_EQ(nc_inq_varid(file, "record_time", &variable), NC_NOERR);
        ASSERT_EQ(nc_put_var1_double(file, variable, &record, &seconds), NC_NOERR);
    });
}

CellStatistics random_cell() {
    const double value = *rc::gen::map(rc::gen::inRange(0, 1'000'000'000), [](int x) { return x * 1e-9; });
    if (value < 0.2) return CellStatistics::not_measured();
    return {value, value / 3, value / 7, value * 3, value / 11, *rc::gen::inRange<std::int64_t>(0, 1'000'000),
            2};
}

SomeRun random_run() {
    const auto ranks = *rc::gen::inRange<std::size_t>(1, 7);
    const auto lengths = *rc::gen::container<Lengths>(rc::gen::inRange<std::int64_t>(0, 12));
    SomeRun run{testing::some_description(ranks, lengths), {}};
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        auto& plane = run.cells.emplace_back(ranks, std::vector<CellStatistics>(ranks));
        for (auto& row : plane) std::generate(row.begin(), row.end(), random_cell);
    }
    return run;
}

RC_GTEST_PROP(OwnSet, WhatWasWrittenIsReadInAscendingOrderTheLastOfALengthWinning, ()) {
    const TemporaryFolder folder;
    const SomeRun run = random_run();
    write_run(folder / "run", run);
    const auto read = open_run(folder / "run");

    std::map<std::int64_t, std::size_t> expected;
    for (std::size_t k = 0; k < run.cells.size(); ++k) expected[run.description.message_lengths[k]] = k;
    RC_ASSERT(read.statistics().size() == all_statistics.size());
    for (const Statistic statistic : all_statistics) {
        const auto stack = read.stack(statistic);
        RC_ASSERT(stack->message_lengths().size() == expected.size());
        std::size_t k = 0;
        for (const auto& [length, plane] : expected) {
            RC_ASSERT(stack->message_lengths()[k] == length);
            RC_ASSERT(same_numbers(stack->plane(k), run.plane(plane, statistic)));
            ++k;
        }
    }
}

RC_GTEST_PROP(OwnSet, RowsColumnsAndPairsAreCutsOfThePlanes, ()) {
    const TemporaryFolder folder;
    const SomeRun run = random_run();
    write_run(folder / "run", run);
    const auto stack = open_run(folder / "run").stack(*rc::gen::elementOf(all_statistics));
    const auto planes = static_cast<Eigen::Index>(stack->message_lengths().size());
    for (std::int64_t rank = 0; rank < stack->rank_count(); ++rank) {
        const Matrix row = stack->row(rank);
        const Matrix column = stack->column(rank);
        RC_ASSERT(row.rows() == planes && column.rows() == planes);
        for (Eigen::Index k = 0; k < planes; ++k) {
            const Matrix plane = stack->plane(static_cast<std::size_t>(k));
            RC_ASSERT(same_numbers<Matrix>(row.row(k), plane.row(rank)));
            RC_ASSERT(same_numbers<Matrix>(column.row(k), plane.col(rank).transpose()));
            const std::int64_t after = stack->rank_count() - rank;
            RC_ASSERT(same_numbers<Matrix>(stack->rows(static_cast<std::size_t>(k), rank, after),
                                           plane.bottomRows(after)));
        }
        RC_ASSERT(same_numbers<Vector>(stack->pair(rank, 0), row.col(0)));
    }
}

TEST(OwnSet, ColumnsAreTheSameInEveryBatchAndOrder) {
    const TemporaryFolder folder;
    constexpr std::size_t ranks = 150;
    const SomeRun run = telltale_run(ranks, {0, 10});
    write_run(folder / "run", run);
    const auto stack = open_run(folder / "run").stack(Statistic::median);
    for (const std::int64_t receiver : {149, 0, 64, 63, 128, 1, 127}) {
        const Matrix column = stack->column(receiver);
        for (std::size_t sender = 0; sender < ranks; ++sender) {
            const auto expected =
                testing::telltale_cell(10, sender, static_cast<std::size_t>(receiver)).median;
            ASSERT_EQ(column(1, static_cast<Eigen::Index>(sender)), expected) << receiver;
        }
    }
}

TEST(OwnSet, EveryFieldOfTheDescriptionComesBack) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(5, {20, 0, 10});
    write_run(folder / "run", run);
    RunDescription expected = run.description;
    expected.message_lengths = {0, 10, 20};
    expected.finished = "2024-05-16T11:00:00Z";
    expected.complete = true;
    testing::expect_same(open_run(folder / "run").description(), expected);
}

TEST(OwnSet, WhatWasNotGivenIsUnknownWhenRead) {
    const TemporaryFolder folder;
    RunDescription description;
    description.ranks.resize(2);
    description.message_lengths = {0};
    RunWriter::create(folder / "run", description, RunWriter::Existing::refuse).close();
    const RunDescription read = open_run(folder / "run").description();
    EXPECT_FALSE(read.mode);
    EXPECT_FALSE(read.timing);
    EXPECT_FALSE(read.noise);
    EXPECT_FALSE(read.seed);
    EXPECT_EQ(read.repeats, -1);
    EXPECT_EQ(read.ranks, description.ranks);
    EXPECT_TRUE(std::isnan(read.clock_error_bound_s));
    EXPECT_TRUE(std::isnan(read.noise_fraction));
    EXPECT_EQ(read.finished, "");
    EXPECT_FALSE(read.complete);
}

TEST(OwnSet, ANamedFileIsPreferredAndBringsItsSiblings) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(2, {0}));
    EXPECT_EQ(open_run(folder / "run").preferred(), Statistic::median);
    for (const Statistic statistic : all_statistics) {
        const auto run = open_run(statistic_path(folder / "run", statistic));
        EXPECT_EQ(run.preferred(), statistic);
        EXPECT_EQ(run.statistics().size(), 6U);
    }
}

TEST(OwnSet, OneFileAloneUnderAnyNameIsEnough) {
    const TemporaryFolder folder;
    const SomeRun run = telltale_run(3, {0, 10});
    write_run(folder / "run", run);
    fs::rename(folder / "run_max.nc", folder / "picture.dat");
    const auto read = open_run(folder / "picture.dat");
    EXPECT_EQ(read.statistics(), std::vector{Statistic::maximum});
    EXPECT_TRUE(same_numbers(read.stack(Statistic::maximum)->plane(1), run.plane(1, Statistic::maximum)));
    const auto text = error_of<FileError>([&] { (void)read.stack(Statistic::median); });
    EXPECT_THAT(text, HasSubstr("'median'"));
    EXPECT_THAT(text, HasSubstr("max"));
}

TEST(OwnSet, AFileOfAnotherRunIsNoPartOfIt) {
    const TemporaryFolder folder;
    SomeRun run = telltale_run(2, {0});
    write_run(folder / "a", run);
    run.description.run_id = "another";
    write_run(folder / "b", run);
    fs::rename(folder / "b_median.nc", folder / "a_median.nc");
    EXPECT_FALSE(open_run(folder / "a").has(Statistic::median));
    EXPECT_THAT(open_run(folder / "a").reason_without_median().value(),
                HasSubstr("a_median.nc is of another run than the files beside it"));
    EXPECT_FALSE(open_run(folder / "a_min.nc").reason_without_median());
    EXPECT_EQ(open_run(folder / "a").statistics().size(), 5U);
    EXPECT_EQ(open_run(folder / "a_median.nc").statistics(), std::vector{Statistic::median});
}

TEST(OwnSet, SaysWhyTheMedianIsNotThere) {
    const TemporaryFolder folder;
    write_run(folder / "a", telltale_run(2, {0}));
    EXPECT_FALSE(open_run(folder / "a").reason_without_median());
    fs::remove(folder / "a_median.nc");
    EXPECT_THAT(open_run(folder / "a").reason_without_median().value(), HasSubstr("a has no median file"));
}

TEST(OwnSet, APlaneThatOneFileLacksIsShownByNone) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(2, {0, 10, 20}));
    set_record_time(folder / "run_deviation.nc", 1, 0.0);
    const auto run = open_run(folder / "run");
    for (const Statistic statistic : all_statistics) {
        EXPECT_EQ(run.stack(statistic)->message_lengths(), (Lengths{0, 20}));
        EXPECT_EQ(run.stack(statistic)->plane(1)(0, 0), testing::telltale_cell(20, 0, 0).value(statistic));
    }
}

TEST(OwnSet, ANewerSchemaIsRefusedWithBothVersions) {
    const TemporaryFolder folder;
    write_run(folder / "run", telltale_run(2, {0}));
    const int version = schema_version + 1;
    edit(folder / "run_min.nc",
         [&](int file) { nc_put_att_int(file, NC_GLOBAL, "fabricmap_schema", NC_INT, 1, &version); });
    const auto text = error_of<FileError>([&] { (void)open_run(folder / "run_min.nc"); });
    EXPECT_THAT(text, HasSubstr("run_min.nc"));
    EXPECT_THAT(text, HasSubstr("schema version 3, this program knows 2"));
}

/// As little as a file of ours may hold, in the format that other tools may have turned it into.
void write_least_file(const fs::path& path, int format) {
    int file = -1;
    ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER | format, &file), NC_NOERR);
    std::array<int, 4> dimensions{};
    nc_def_dim(file, "n", 2, &dimensions[0]);
    nc_def_dim(file, "x", 2, &dimensions[1]);
    nc_def_dim(file, "y", 2, &dimensions[2]);
    nc_def_dim(file, "s", 4, &dimensions[3]);
    const std::array<int, 2> name_dimensions{dimensions[1], dimensions[3]};
    int data = -1;
    int lengths = -1;
    int names = -1;
    nc_def_var(file, "data", NC_DOUBLE, 3, dimensions.data(), &data);
    nc_def_var(file, "message_length", NC_INT, 1, dimensions.data(), &lengths);
    nc_def_var(file, "host_name", NC_CHAR, 2, name_dimensions.data(), &names);
    const int version = 1;
    nc_put_att_int(file, NC_GLOBAL, "fabricmap_schema", NC_INT, 1, &version);
    ASSERT_EQ(nc_enddef(file), NC_NOERR);
    const std::array<double, 8> values{1, 2, 3, 4, 5, 6, 7, 8};
    const std::array<int, 2> numbers{64, 32};
    ASSERT_EQ(nc_put_var_double(file, data, values.data()), NC_NOERR);
    ASSERT_EQ(nc_put_var_int(file, lengths, numbers.data()), NC_NOERR);
    ASSERT_EQ(nc_put_var_text(file, names, "ab\0\0abcd"), NC_NOERR);
    ASSERT_EQ(nc_close(file), NC_NOERR);
}

TEST(OwnSet, FourVariablesAreInsistedUponAndTheRestIsUnknown) {
    const TemporaryFolder folder;
    for (const int format : {0, NC_64BIT_OFFSET, NC_64BIT_DATA, NC_NETCDF4}) {
        write_least_file(folder / "run_average.nc", format);
        const auto run = open_run(folder / "run");
        EXPECT_EQ(run.statistics(), std::vector{Statistic::average});
        EXPECT_EQ(run.description().message_lengths, (Lengths{32, 64}));
        EXPECT_EQ(run.description().ranks[0].host, "ab");
        EXPECT_EQ(run.description().ranks[1].host, "abcd");
        EXPECT_EQ(run.description().ranks[1].node, -1);
        Matrix expected(2, 2);
        expected << 5, 6, 7, 8;
        EXPECT_TRUE(same_numbers(run.stack(Statistic::average)->plane(0), expected));
    }
}

TEST(OwnSet, WhatIsInsistedUponIsNamedWhenItIsMissing) {
    const TemporaryFolder folder;
    for (const char* name : {"data", "message_length", "host_name"}) {
        write_least_file(folder / "run.nc", 0);
        edit(folder / "run.nc", [&](int file) {
            int variable = -1;
            nc_inq_varid(file, name, &variable);
            nc_redef(file);
            nc_rename_var(file, variable, "other");
        });
        EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "run.nc"); }), HasSubstr(name));
    }
}

}  // namespace
}  // namespace fabricmap
