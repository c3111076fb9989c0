// SPDX-License-Identifier: Apache-2.0
// An archive that grows with the sweep is the run, is small, and never takes the disk that the run would.
#include "clusterizer/growing_archive.hpp"

#include "base/errors.hpp"
#include "clusterizer/clustering.hpp"
#include "feeding.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "regrouping.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"
#include "tests/small_disk.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;
using testing::as_planned;
using testing::bytes_in;
using testing::feed;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

constexpr std::size_t lengths = 24;
const std::string faulty_fabric =
    "synthetic:fat-tree,hosts=32,leaf=8x4,ranks-per-host=4;noise,1%;"
    "fault,slow-node,host=5,factor=2;sweep,lengths=count:24";
const char* const finished = "2024-05-16T11:00:00Z";

Growth growth_with(std::size_t planes) {
    Growth growth;
    growth.max_plain_planes = planes;
    growth.min_plain_planes = 1;
    growth.clustering.threads = 2;
    return growth;
}

GrowingArchive begun(const fs::path& prefix, const Run& run, const Growth& growth) {
    return GrowingArchive::create(prefix, as_planned(run), RunWriter::Existing::refuse, growth);
}

/// How far a stored value may be from the true one: a mean lies among values of which any two are this near.
void expect_near(double stored, double value, const ArchiveFacts& facts) {
    if (std::isnan(value)) {
        EXPECT_TRUE(std::isnan(stored));
    } else if (!(value > 0)) {
        EXPECT_EQ(stored, value);
    } else {
        EXPECT_LE(std::max(stored / value, value / stored), 1 + facts.threshold + 1e-9);
        EXPECT_LE(std::abs(stored - value) / value, facts.largest_relative_error + 1e-9);
    }
}

/// Every value of the archives at the prefix.
Run faulty_run() {
    return testing::in_memory(open_run(faulty_fabric));
}

void expect_is(const fs::path& prefix, const Run& run) {
    for (const Statistic statistic : all_statistics) {
        SCOPED_TRACE(name_of(statistic));
        const Archive archive(archive_path(prefix, statistic));
        const auto& planes = archive.header().run.message_lengths;
        ASSERT_EQ(planes, run.description().message_lengths);
        for (std::size_t k = 0; k < planes.size(); ++k) {
            const Matrix plane = run.stack(statistic)->plane(k);
            for (Eigen::Index i = 0; i < plane.rows(); ++i) {
                for (Eigen::Index j = 0; j < plane.cols(); ++j)
                    expect_near(archive.value(k, i, j), plane(i, j), archive.header().facts);
            }
            if (::testing::Test::HasFailure()) return;
        }
    }
}

TEST(GrowingArchive, HoldsEveryValueWithinItsThreshold) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    GrowingArchive archive = begun(folder / "run", run, growth_with(7));
    feed(archive, run, lengths);
    RunDescription measured = as_planned(run);
    measured.noise_fraction = 0.5;
    measured.empty_epoch_s = 2e-6;
    measured.clock_error_bound_s = 3e-7;
    measured.schedule = Schedule{ScheduleKind::rounds, 2, PairSample{.rounds = 12}, true};
    archive.store_measured(measured);
    archive.finish(finished);
    expect_is(folder / "run", run);
    const auto read = open_run(folder / "run");
    EXPECT_TRUE(read.description().complete);
    EXPECT_EQ(read.description().finished, finished);
    EXPECT_EQ(read.description().run_id, as_planned(run).run_id);
    EXPECT_EQ(read.description().ranks, run.description().ranks);
    EXPECT_EQ(read.description().noise_fraction, 0.5);
    EXPECT_EQ(read.description().schedule, measured.schedule);
    EXPECT_EQ(read.description().empty_epoch_s, 2e-6);
    EXPECT_EQ(read.description().clock_error_bound_s, 3e-7);
    EXPECT_EQ(read.statistics().size(), all_statistics.size());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 6) << "something was left behind";
}

TEST(GrowingArchive, IsAboutAsSmallAsOneMadeOfTheWholeRun) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    const Growth growth = growth_with(6);
    GrowingArchive archive = begun(folder / "run", run, growth);
    feed(archive, run, lengths);
    archive.finish(finished);
    Progress progress(false);
    for (const Statistic statistic : all_statistics) {
        const fs::path whole = archive_path(folder / "whole", statistic);
        write_archive(run, statistic, growth.clustering, {whole, false, "a test"}, progress);
        EXPECT_LE(fs::file_size(archive_path(folder / "run", statistic)), fs::file_size(whole) * 3 / 2)
            << name_of(statistic);
    }
}

TEST(GrowingArchive, NeverTakesTheDiskOfTheWholeRun) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    const Growth growth = growth_with(5);
    GrowingArchive archive = begun(folder / "run", run, growth);
    std::uintmax_t peak = 0;
    feed(archive, run, lengths, [&] { peak = std::max(peak, bytes_in(folder.path())); });
    const double plane = 128.0 * 128 * 49 + 6 * 70'000;
    EXPECT_LT(static_cast<double>(peak), bytes_for_growing(128, lengths, growth));
    EXPECT_LT(static_cast<double>(peak), 6.5 * plane) << "of 24 planes";
    archive.finish(finished);
    EXPECT_LT(static_cast<double>(bytes_in(folder.path())), plane / 2);
}

TEST(GrowingArchive, IsReadableWhileItGrows) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    GrowingArchive archive = begun(folder / "run", run, growth_with(6));
    for (const std::size_t planes : {0U, 1U, 5U, 6U, 9U, 14U}) {
        feed(archive, run, planes);
        const auto read = open_run(folder / "run");
        ASSERT_EQ(read.description().message_lengths.size(), planes);
        EXPECT_FALSE(read.description().complete);
        for (std::size_t k = 0; k < planes; ++k) {
            const Matrix stored = read.stack(Statistic::median)->plane(k);
            const Matrix true_plane = run.stack(Statistic::median)->plane(k);
            EXPECT_LT(((stored - true_plane).abs() / true_plane.max(1e-12)).maxCoeff(), 0.2) << k;
            EXPECT_TRUE(testing::same_numbers(
                Matrix(read.stack(Statistic::median)->row(3).row(static_cast<Eigen::Index>(k))),
                Matrix(stored.row(3))));
        }
    }
}

TEST(GrowingArchive, EndsARangeWhereThePairsAreRegrouped) {
    const TemporaryFolder folder;
    const std::vector<Matrix> planes = testing::regrouping_planes(48, 18, 9, 24, 0.005, 7);
    RunDescription description = testing::run_of(planes).description();
    fabricmap::Run::Stacks stacks;
    const std::vector<Matrix> counts(planes.size(), Matrix::Constant(48, 48, 100));
    for (const Statistic statistic : all_statistics) {
        const auto& values = statistic == Statistic::count ? counts : planes;
        stacks.emplace(statistic, std::make_shared<testing::MemoryStack>(
                                      statistic, description.message_lengths, values));
    }
    const fabricmap::Run run("a run in memory", description, stacks, std::nullopt);
    GrowingArchive archive = begun(folder / "run", run, growth_with(16));
    feed(archive, run, 13);
    // Four lengths tell where another range has begun; they are as yet in plain form.
    EXPECT_TRUE(fs::exists(folder / "run.parts/range000000-000008_median_arc.nc"));
    EXPECT_TRUE(fs::exists(folder / "run.parts/plane000009_median.nc"));
    EXPECT_FALSE(fs::exists(folder / "run.parts/plane000008_median.nc"));
    feed(archive, run, 18);
    archive.finish(finished);
    const auto ranges = Archive(archive_path(folder / "run", Statistic::median)).header().ranges;
    ASSERT_EQ(ranges.size(), 2U);
    EXPECT_EQ(ranges[1].first_plane, 9U);
    expect_is(folder / "run", run);
}

TEST(GrowingArchive, ContinuesWhereItWasLeft) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    for (const std::size_t planes : {0U, 4U, 5U, 11U, 24U}) {
        const fs::path prefix = folder / fmt::format("run{}", planes);
        {
            GrowingArchive archive = begun(prefix, run, growth_with(5));
            feed(archive, run, planes);
        }
        const auto description = describe_parts_for_resume(prefix);
        ASSERT_TRUE(description);
        EXPECT_EQ(description->message_lengths, run.description().message_lengths);
        GrowingArchive archive = GrowingArchive::resume(prefix, *description, growth_with(5));
        EXPECT_EQ(archive.complete_lengths().size(), planes);
        feed(archive, run, lengths);
        archive.finish(finished);
        expect_is(prefix, run);
    }
}

TEST(GrowingArchive, JoinsAgainWhatWasInterrupted) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    GrowingArchive archive = begun(folder / "run", run, growth_with(8));
    feed(archive, run, lengths);
    // In the way of the fourth archive.
    fs::create_directories(archive_path(folder / "run", Statistic::maximum) / "in the way");
    EXPECT_THROW(archive.finish(finished), FileError);
    EXPECT_TRUE(fs::exists(archive_path(folder / "run", Statistic::median)));
    EXPECT_EQ(open_run(folder / "run").statistics().size(), all_statistics.size()) << "of the parts";
    fs::remove_all(archive_path(folder / "run", Statistic::maximum));
    const GrowingArchive resumed =
        GrowingArchive::resume(folder / "run", *describe_parts_for_resume(folder / "run"), growth_with(8));
    EXPECT_EQ(resumed.complete_lengths().size(), lengths);
    EXPECT_FALSE(fs::exists(folder / "run.parts"));
    expect_is(folder / "run", run);
}

TEST(GrowingArchive, ThatIsCompleteIsLeftAlone) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    GrowingArchive archive = begun(folder / "run", run, growth_with(8));
    feed(archive, run, lengths);
    archive.finish(finished);
    const auto description = describe_parts_for_resume(folder / "run");
    ASSERT_TRUE(description && description->complete);
    const auto again = GrowingArchive::resume(folder / "run", *description, growth_with(8));
    EXPECT_EQ(again.complete_lengths(), run.description().message_lengths);
}

TEST(GrowingArchive, RefusesWhatStandsThereUnlessAskedToReplaceIt) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    const auto expect_refused = [&](const fs::path& named) {
        try {
            begun(folder / "run", run, growth_with(8));
            ADD_FAILURE() << named;
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr(named.string() + ": already exists"));
        }
    };
    begun(folder / "run", run, growth_with(8));
    expect_refused(folder / "run.parts");
    EXPECT_THROW(RunWriter::create(folder / "run", as_planned(run), RunWriter::Existing::refuse), FileError);
    RunWriter::create(folder / "run", as_planned(run), RunWriter::Existing::overwrite).close();
    EXPECT_FALSE(fs::exists(folder / "run.parts"));
    expect_refused(statistic_path(folder / "run", Statistic::minimum));
    GrowingArchive archive = GrowingArchive::create(folder / "run", as_planned(run),
                                                    RunWriter::Existing::overwrite, growth_with(8));
    EXPECT_FALSE(fs::exists(statistic_path(folder / "run", Statistic::minimum)));
    feed(archive, run, lengths);
    archive.finish(finished);
    expect_refused(archive_path(folder / "run", Statistic::minimum));
}

TEST(GrowingArchive, WantsItsLengthsAscending) {
    const TemporaryFolder folder;
    const auto run = faulty_run();
    RunDescription description = as_planned(run);
    std::swap(description.message_lengths[2], description.message_lengths[5]);
    EXPECT_THROW(
        GrowingArchive::create(folder / "run", description, RunWriter::Existing::refuse, growth_with(8)),
        UsageError);
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(GrowingArchive, OnADiskThatFillsUpLosesNothing) {
    const testing::SmallDisk disk("24m");
    if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
    const auto run = faulty_run();
    const fs::path prefix = disk.path() / "run";
    std::size_t planes = 0;
    {
        GrowingArchive archive = begun(prefix, run, growth_with(8));
        feed(archive, run, 6);
        disk.fill();
        try {
            feed(archive, run, lengths, [&] { planes = archive.complete_lengths().size(); });
            ADD_FAILURE() << "the disk took everything";
        } catch (const FileError& error) {
            EXPECT_THAT(error.what(), HasSubstr("free some space"));
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
    EXPECT_GE(open_run(prefix).description().message_lengths.size(), std::max<std::size_t>(planes, 6));
    fs::remove(disk.path() / "filler");
    GrowingArchive archive =
        GrowingArchive::resume(prefix, *describe_parts_for_resume(prefix), growth_with(8));
    EXPECT_GE(archive.complete_lengths().size(), 6U);
    feed(archive, run, lengths);
    archive.finish(finished);
    expect_is(prefix, run);
}

TEST(GrowingArchive, IsNotBegunWhereTheDiskIsTooSmallForItsPlainPart) {
    const testing::SmallDisk disk("4m");
    if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
    const auto run = faulty_run();
    EXPECT_THROW(begun(disk.path() / "run", run, growth_with(8)), FileError);
    EXPECT_TRUE(fs::is_empty(disk.path()));
}

TEST(BytesForGrowing, AreFewerThanThoseOfThePlainFilesWhereTheseAreMoreThanHeaders) {
    for (const std::int64_t ranks : {256, 1024, 4096})
        EXPECT_LT(bytes_for_growing(ranks, 40, Growth{}), 0.6 * plain_bytes(ranks, 40)) << ranks;
}

TEST(BytesForGrowing, AreGigabytesWhereTheRunHasTerabytes) {
    const double bytes = bytes_for_growing(20'000, 100, Growth{});
    const double plain = plain_bytes(20'000, 100);
    EXPECT_LT(bytes, plain / 10);
    EXPECT_LT(bytes, 200e9);
}

}  // namespace
}  // namespace fabricmap::clusterizer
