// SPDX-License-Identifier: Apache-2.0
// Archives of ours, written and read again.
#include "netcdf_schema/archive/archive.hpp"

#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/some_archives.hpp"
#include "tests/temporary_folder.hpp"

#include <rapidcheck/gtest.h>

#include <limits>
#include <set>
#include <tuple>

namespace fabricmap {
namespace {

using testing::same_numbers;
using testing::SomeArchive;
using testing::TemporaryFolder;

double random_value() {
    const int number = *rc::gen::inRange(0, 1'000'000'000);
    return number % 8 == 0 ? std::numeric_limits<double>::quiet_NaN() : number * 1e-9;
}

std::vector<ArchiveException> random_exceptions(std::int64_t ranks, std::size_t planes) {
    using Cell = std::tuple<std::int64_t, std::int64_t, std::size_t>;
    const auto rank = rc::gen::inRange<std::int64_t>(0, ranks);
    const auto cells = *rc::gen::container<std::set<Cell>>(
        rc::gen::tuple(rank, rank, rc::gen::inRange<std::size_t>(0, planes)));
    std::vector<ArchiveException> exceptions;
    exceptions.reserve(cells.size());
    for (const auto& [sender, receiver, plane] : cells)
        exceptions.push_back({sender, receiver, plane, random_value()});
    return exceptions;
}

SomeArchive random_archive() {
    const auto ranks = *rc::gen::inRange<std::size_t>(1, 9);
    const auto lengths =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, 5)));
    SomeArchive archive;
    archive.header = testing::some_archive_header(ranks, lengths, 1);
    for (ClusterRange& range : archive.header.ranges) {
        range.clusters = *rc::gen::inRange<std::size_t>(1, 400);
        const auto label = rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(range.clusters));
        archive.labels.push_back(*rc::gen::container<std::vector<std::uint32_t>>(ranks * ranks, label));
        for (std::size_t mean = 0; mean < range.clusters * range.planes; ++mean)
            archive.means.push_back(random_value());
    }
    archive.exceptions =
        random_exceptions(static_cast<std::int64_t>(ranks), archive.header.run.message_lengths.size());
    archive.header.exceptions = archive.exceptions.size();
    return archive;
}

void check_cuts(const DelayStack& stack, const std::vector<Matrix>& planes) {
    const std::int64_t ranks = stack.rank_count();
    for (std::size_t k = 0; k < planes.size(); ++k) {
        RC_ASSERT(same_numbers(stack.plane(k), planes[k]));
        RC_ASSERT(same_numbers(stack.rows(k, ranks / 2, ranks - ranks / 2),
                               Matrix(planes[k].bottomRows(ranks - ranks / 2))));
    }
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        const Matrix row = stack.row(rank);
        const Matrix column = stack.column(rank);
        const Vector pair = stack.pair(rank, ranks - 1 - rank);
        for (std::size_t k = 0; k < planes.size(); ++k) {
            const auto index = static_cast<Eigen::Index>(k);
            RC_ASSERT(same_numbers(Matrix(row.row(index)), Matrix(planes[k].row(rank))));
            RC_ASSERT(same_numbers(Matrix(column.row(index)), Matrix(planes[k].col(rank).transpose())));
            const Matrix cell = planes[k].block(rank, ranks - 1 - rank, 1, 1);
            RC_ASSERT(same_numbers(Matrix(pair.segment(index, 1)), cell));
        }
    }
}

RC_GTEST_PROP(Archive, EveryCutOfTheStackIsTheMeanOfItsClusterOrTheException, ()) {
    const TemporaryFolder folder;
    const SomeArchive archive = random_archive();
    write_archive(archive_path(folder / "run", Statistic::median), archive);
    std::vector<Matrix> planes;
    for (std::size_t k = 0; k < archive.header.run.message_lengths.size(); ++k)
        planes.push_back(archive.plane(k));
    const auto stack = open_run(folder / "run").stack(Statistic::median);
    RC_ASSERT(stack->message_lengths() == archive.header.run.message_lengths);
    check_cuts(*stack, planes);
}

TEST(Archive, ValuesAreTheSameHoweverLittleStaysInMemory) {
    const TemporaryFolder folder;
    const SomeArchive archive = testing::archive_with_exceptions(6);
    write_archive(folder / "a", archive);
    const Archive forgetful(folder / "a", 1);
    for (std::size_t k = 0; k < archive.header.run.message_lengths.size(); ++k) {
        const Matrix expected = archive.plane(k);
        const Matrix read = Matrix::NullaryExpr(expected.rows(), expected.cols(),
                                                [&](auto i, auto j) { return forgetful.value(k, i, j); });
        EXPECT_TRUE(same_numbers(read, expected)) << k;
    }
}

RC_GTEST_PROP(Archive, LabelsMeansAndExceptionsComeBackOneByOne, ()) {
    const TemporaryFolder folder;
    const SomeArchive archive = random_archive();
    write_archive(folder / "a", archive);
    const Archive read(folder / "a");
    const ArchiveHeader& header = archive.header;
    RC_ASSERT(read.header().ranges == header.ranges);
    RC_ASSERT(read.header().exceptions == archive.exceptions.size());
    auto mean = archive.means.begin();
    for (std::size_t range = 0; range < header.ranges.size(); ++range) {
        const ClusterRange& of = header.ranges[range];
        RC_ASSERT(read.range_of(of.first_plane) == range);
        RC_ASSERT(read.range_of(of.first_plane + of.planes - 1) == range);
        const std::int64_t ranks = header.run.rank_count();
        for (std::int64_t pair = 0; pair < ranks * ranks; ++pair) {
            RC_ASSERT(read.label(range, pair / ranks, pair % ranks) ==
                      archive.labels[range][static_cast<std::size_t>(pair)]);
        }
        for (std::uint32_t cluster = 0; cluster < of.clusters; ++cluster) {
            const std::vector<double> means = read.means(range, cluster);
            RC_ASSERT(means.size() == of.planes);
            const std::vector<double> expected(mean, mean + static_cast<std::ptrdiff_t>(of.planes));
            RC_ASSERT(same_numbers(Eigen::Map<const Vector>(means.data(), std::ssize(means)),
                                   Eigen::Map<const Vector>(expected.data(), std::ssize(expected))));
            mean += static_cast<std::ptrdiff_t>(of.planes);
        }
    }
    std::vector<ArchiveException> exceptions;
    for (std::int64_t sender = 0; sender < header.run.rank_count(); ++sender) {
        const auto own = read.exceptions(sender);
        exceptions.insert(exceptions.end(), own.begin(), own.end());
    }
    RC_ASSERT(exceptions.size() == archive.exceptions.size());
    for (std::size_t i = 0; i < exceptions.size(); ++i) {
        RC_ASSERT(exceptions[i].sender == archive.exceptions[i].sender);
        RC_ASSERT(exceptions[i].receiver == archive.exceptions[i].receiver);
        RC_ASSERT(exceptions[i].plane == archive.exceptions[i].plane);
    }
}

}  // namespace
}  // namespace fabricmap
