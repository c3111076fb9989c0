// SPDX-License-Identifier: Apache-2.0
// A run in parts is what its whole parts hold, whatever else lies beside them.
#include "netcdf_schema/parts/run_parts.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/few_files.hpp"
#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/netcdf_schema/version_1.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace fabricmap {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::same_numbers;
using testing::SomeRun;
using testing::TemporaryFolder;

constexpr std::size_t part_ranks = 5;

class PartsOfARun : public ::testing::Test {
  protected:
    const TemporaryFolder folder_;
    const fs::path prefix_ = folder_ / "run";
    const fs::path parts_folder_ = folder_ / "run.parts";
    SomeRun run_ = testing::telltale_run(part_ranks, {1, 2, 4, 8, 16, 32});

    [[nodiscard]] RunParts begin() const {
        return RunParts::create(prefix_, run_.description, RunWriter::Existing::refuse, 1e6);
    }
    void write_plain(RunParts& parts, std::size_t plane) const {
        RunWriter writer = parts.next_plane(run_.description.message_lengths[plane]);
        SomeRun alone{run_.description, {run_.cells[plane]}};
        alone.description.message_lengths = {run_.description.message_lengths[plane]};
        write_plane(writer, alone, 0);
        writer.close();
        parts.plane_committed();
    }
    /// Archives of the first planes, one cluster a pair.
    void archive(RunParts& parts, std::size_t planes) const {
        const RunPart part = parts.next_archived(planes);
        for (const Statistic statistic : all_statistics) write_archive(part, statistic);
        parts.planes_archived(planes);
    }
    void write_archive(const RunPart& part, Statistic statistic) const {
        ArchiveHeader header;
        header.run = run_.description;
        header.statistic = statistic;
        const auto first =
            run_.description.message_lengths.begin() + static_cast<std::ptrdiff_t>(part.first_plane);
        header.run.message_lengths = {first, first + static_cast<std::ptrdiff_t>(part.planes)};
        header.ranges = {{0, part.planes, part_ranks * part_ranks}};
        ArchiveWriter writer(archive_path(part.prefix, statistic), header, true);
        std::vector<std::uint32_t> labels(part_ranks * part_ranks);
        std::iota(labels.begin(), labels.end(), 0U);
        writer.write_labels(0, 0, labels);
        for (std::size_t pair = 0; pair < labels.size(); ++pair) {
            for (std::size_t k = 0; k < part.planes; ++k) {
                const double value = run_.plane(part.first_plane + k, statistic).data()[pair];
                writer.write_means({&value, 1});
            }
        }
        writer.finish();
    }
    void expect_planes(std::size_t planes) const {
        const auto read = open_run(prefix_);
        const auto& lengths = read.description().message_lengths;
        ASSERT_EQ(lengths.size(), planes);
        for (const Statistic statistic : all_statistics) {
            const auto stack = read.stack(statistic);
            for (std::size_t k = 0; k < planes; ++k) {
                EXPECT_EQ(lengths[k], run_.description.message_lengths[k]);
                EXPECT_TRUE(same_numbers(stack->plane(k), run_.plane(k, statistic)));
                const auto row = static_cast<Eigen::Index>(k);
                EXPECT_TRUE(
                    same_numbers(Matrix(stack->row(2).row(row)), Matrix(run_.plane(k, statistic).row(2))));
                EXPECT_TRUE(same_numbers(Matrix(stack->column(3).row(row)),
                                         Matrix(run_.plane(k, statistic).col(3).transpose())));
                EXPECT_EQ(stack->pair(1, 4)(row), run_.plane(k, statistic)(1, 4));
                const std::vector<Cell> cells{{4, 1}, {0, 3}, {4, 0}};
                const std::vector<double> values = stack->cells(k, cells);
                for (std::size_t place = 0; place < cells.size(); ++place)
                    EXPECT_EQ(values[place],
                              run_.plane(k, statistic)(cells[place].sender, cells[place].receiver));
            }
        }
    }
    [[nodiscard]] RunParts resume() const {
        return RunParts::resume(prefix_, *describe_parts_for_resume(prefix_), 1e6);
    }
};

TEST_F(PartsOfARun, AreOneRunToItsReaders) {
    RunParts parts = begin();
    expect_planes(0);
    for (std::size_t k = 0; k < 3; ++k) write_plain(parts, k);
    expect_planes(3);
    archive(parts, 2);
    expect_planes(3);
    write_plain(parts, 3);
    archive(parts, 2);
    write_plain(parts, 4);
    expect_planes(5);
    testing::expect_same(*describe_parts_for_resume(prefix_), run_.description);
}

TEST_F(PartsOfARun, ThatAreNotWholeDoNotCountAndGoWhenItIsGoneOnWith) {
    RunParts parts = begin();
    for (std::size_t k = 0; k < 4; ++k) write_plain(parts, k);
    // A range of which one archive is still lacking, a plane without its commit, a plane behind a gap.
    const RunPart range = parts.next_archived(3);
    for (const Statistic statistic : all_statistics) {
        if (statistic != Statistic::count) write_archive(range, statistic);
    }
    RunWriter open = parts.next_plane(run_.description.message_lengths[4]);
    open.begin_plane(run_.description.message_lengths[4]);
    open.write_row(0, run_.cells[4][0]);
    open.close();
    fs::copy_file(parts_folder_ / "plane000000_min.nc", parts_folder_ / "plane000007_min.nc");
    testing::write_bytes(parts_folder_ / "range000000-000005_max_arc.nc.partial", "half");
    expect_planes(4);
    RunParts again = resume();
    EXPECT_EQ(again.complete_planes(), 4U);
    EXPECT_EQ(std::distance(fs::directory_iterator(parts_folder_), {}), 1 + 4 * 6);
    write_plain(again, 4);
    expect_planes(5);
}

TEST_F(PartsOfARun, BehindALostFileAreNotRemoved) {
    RunParts parts = begin();
    for (std::size_t k = 0; k < 4; ++k) write_plain(parts, k);
    fs::rename(parts_folder_ / "plane000001_max.nc", parts_folder_.parent_path() / "lost.nc");
    EXPECT_THAT(testing::error_of<FileError>([&] { (void)resume(); }),
                ::testing::HasSubstr("files of length number 2 are missing"));
    fs::rename(parts_folder_.parent_path() / "lost.nc", parts_folder_ / "plane000001_max.nc");
    EXPECT_EQ(resume().complete_planes(), 4U);
}

TEST_F(PartsOfARun, InTheMidstOfTheChangeToAnArchiveAreThereOnce) {
    RunParts parts = begin();
    for (std::size_t k = 0; k < 4; ++k) write_plain(parts, k);
    // All archives are there, and some of the plain files that they stand for have gone.
    const RunPart range = parts.next_archived(3);
    for (const Statistic statistic : all_statistics) write_archive(range, statistic);
    fs::remove(parts_folder_ / "plane000001_max.nc");
    expect_planes(4);
    const RunParts again = resume();
    EXPECT_EQ(again.archived().size(), 1U);
    EXPECT_EQ(again.plain().size(), 1U);
    EXPECT_FALSE(fs::exists(parts_folder_ / "plane000000_min.nc"));
    expect_planes(4);
}

TEST_F(PartsOfARun, MayBeMoreThanAProcessCanHaveFilesOpen) {
    std::vector<std::int64_t> lengths(40);
    std::iota(lengths.begin(), lengths.end(), 1);
    run_ = testing::telltale_run(part_ranks, lengths);
    RunParts parts = begin();
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        write_plain(parts, k);
        archive(parts, 1);
    }
    const testing::FewFiles few(150);  // six a part
    const auto read = open_run(prefix_);
    ASSERT_EQ(read.description().message_lengths, lengths);
    for (const Statistic statistic : all_statistics) {
        const auto stack = read.stack(statistic);
        const Matrix row = stack->row(2);
        const Vector pair = stack->pair(1, 4);
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            const Matrix plane = run_.plane(k, statistic);
            EXPECT_TRUE(same_numbers(stack->plane(k), plane));
            EXPECT_TRUE(same_numbers(Matrix(row.row(static_cast<Eigen::Index>(k))), Matrix(plane.row(2))));
            EXPECT_EQ(pair(static_cast<Eigen::Index>(k)), plane(1, 4));
        }
    }
}

TEST_F(PartsOfARun, WithoutAHeadAreNoRun) {
    RunParts parts = begin();
    write_plain(parts, 0);
    fs::remove(parts_folder_ / "run_median.nc");
    EXPECT_FALSE(holds_parts(prefix_));
    EXPECT_FALSE(describe_parts_for_resume(prefix_));
    EXPECT_THROW((void)open_run(prefix_), FileError);
}

TEST_F(PartsOfARun, OfAnotherRunAreRefused) {
    RunParts parts = begin();
    write_plain(parts, 0);
    SomeRun other = testing::telltale_run(part_ranks, {1});
    other.description.run_id = "another";
    for (const Statistic statistic : all_statistics)
        fs::remove(statistic_path(parts_folder_ / "plane000000", statistic));
    testing::write_run(parts_folder_ / "plane000000", other);
    try {
        (void)open_run(prefix_);
        ADD_FAILURE();
    } catch (const FileError& error) {
        EXPECT_THAT(error.what(), HasSubstr("plane000000: this is a part of another run"));
    }
}

TEST_F(PartsOfARun, NameTheHostsThatAreLeftOutFromNowOn) {
    RunParts parts = begin();
    write_plain(parts, 0);
    RunDescription description = *describe_parts_for_resume(prefix_);
    description.excluded_hosts = {"node0", "node2"};
    RunParts again = RunParts::resume(prefix_, description, 1e6);
    EXPECT_EQ(again.description().excluded_hosts, description.excluded_hosts);
    write_plain(again, 1);
    EXPECT_EQ(open_run(prefix_).description().excluded_hosts, description.excluded_hosts);
    EXPECT_EQ(open_run(parts_folder_ / "plane000001").description().excluded_hosts,
              description.excluded_hosts);
}

TEST_F(PartsOfARun, OfSchemaVersion1AreGoneOnWith) {
    RunParts parts = begin();
    write_plain(parts, 0);
    archive(parts, 1);
    testing::turn_into_version_1(parts_folder_ / "run_median.nc",
                                 "rounds, active per node 1, 2 rounds, ordered",
                                 "network_test --exclude-hosts node2");
    RunParts again = resume();
    write_plain(again, 1);
    expect_planes(2);
    for (const RunDescription& description :
         {open_run(prefix_).description(), open_run(parts_folder_ / "plane000001").description()}) {
        EXPECT_EQ(description.schedule, (Schedule{ScheduleKind::rounds, 1, PairSample{.rounds = 2}, false}));
        EXPECT_EQ(description.excluded_hosts, std::vector<std::string>{"node2"});
    }
}

TEST_F(PartsOfARun, AreGoneWithoutATrace) {
    RunParts parts = begin();
    write_plain(parts, 0);
    parts.remove();
    EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(PartsOfARun, AreNotBegunInAFolderThatIsNotThere) {
    EXPECT_THROW(
        (void)RunParts::create(folder_ / "no/run", run_.description, RunWriter::Existing::refuse, 1e6),
        FileError);
}

TEST_F(PartsOfARun, AreNotBegunOnADiskThatIsTooSmall) {
    EXPECT_THROW((void)RunParts::create(prefix_, run_.description, RunWriter::Existing::refuse, 1e18),
                 FileError);
    EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(PartsOfARun, ReportWhatTheMeasurementSaidAndThatItHasEnded) {
    RunParts parts = begin();
    write_plain(parts, 0);
    RunDescription measured = run_.description;
    measured.noise_fraction = 0.25;
    measured.empty_epoch_s = 3e-6;
    measured.clock_error_bound_s = 4e-7;
    measured.pairs_at_once = 17;
    measured.schedule = Schedule{ScheduleKind::rounds, 2, PairSample{.rounds = 3}, false};
    parts.store_measured(measured);
    parts.finish("2024-05-16T11:00:00Z");
    const auto head = describe_parts_for_resume(prefix_);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->noise_fraction, 0.25);
    EXPECT_EQ(head->empty_epoch_s, 3e-6);
    EXPECT_EQ(head->clock_error_bound_s, 4e-7);
    EXPECT_EQ(head->pairs_at_once, 17);
    EXPECT_EQ(head->schedule, measured.schedule);
    EXPECT_EQ(open_run(prefix_).description().schedule, measured.schedule);
    EXPECT_EQ(head->finished, "2024-05-16T11:00:00Z");
    EXPECT_TRUE(head->complete);
}

TEST(Labels, ReadInRowsAreThoseOfThePairs) {
    const TemporaryFolder folder;
    const testing::SomeArchive wrote = testing::regular_archive(600, 300);
    testing::write_archive(folder / "a.nc", wrote);
    const Archive archive(folder / "a.nc");
    const auto rows = archive.labels(1, 510, 4);
    ASSERT_EQ(rows.size(), 4U * 600);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i], archive.label(1, 510 + static_cast<std::int64_t>(i / 600),
                                         static_cast<std::int64_t>(i % 600)));
        EXPECT_EQ(rows[i], wrote.labels[1][std::size_t{510} * 600 + i]);
    }
}

}  // namespace
}  // namespace fabricmap
