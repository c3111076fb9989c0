// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/root_matrices.hpp"

#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/collectives/some_collectives.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::some_collectives;
using testing::TemporaryFolder;

/// Rank j is through after 10·root + j seconds in the median of three visits, one more or less in the others.
void add_visits(CollectiveRunWriter& writer, const CollectiveRun& run, int operation, std::int64_t length,
                int roots) {
    const auto ranks = static_cast<int>(run.description.ranks.size());
    for (int root = 0; root < roots; ++root) {
        for (const float difference : {0.0F, 1.0F, -1.0F}) {
            CollectiveVisit visit;
            visit.cell.operation = operation;
            visit.cell.ranks = ranks;
            visit.cell.root = root;
            visit.cell.message_length = length;
            for (int rank = 0; rank < ranks; ++rank) {
                const float through = 100.0F + 10.0F * static_cast<float>(root) + static_cast<float>(rank);
                visit.finish_median.push_back(through + difference);
                visit.finish_min.push_back(through + difference - 0.25F);
                visit.finish_max.push_back(through + difference + 0.25F);
            }
            writer.append(std::move(visit));
        }
    }
}

CollectiveRun rooted_run() {
    CollectiveRun run = some_collectives(3);
    run.operations = {"bcast", "gather", "scatter"};
    return run;
}

void write_rooted(const std::filesystem::path& prefix) {
    const CollectiveRun run = rooted_run();
    CollectiveRunWriter writer =
        CollectiveRunWriter::create(prefix, run, CollectiveRunWriter::Existing::refuse);
    add_visits(writer, run, 0, 64, 1);
    add_visits(writer, run, 1, 1024, 3);
    add_visits(writer, run, 1, 64, 3);
    add_visits(writer, run, 2, 64, 3);
    writer.finish("2026-01-01T00:00:00Z");
}

TEST(RootMatrices, HaveTheRootAsSenderAndTheRankAsReceiver) {
    const TemporaryFolder folder;
    write_rooted(folder / "run");
    const auto run = open_run(folder / "run_collectives.nc:gather");
    EXPECT_EQ(run.description().message_lengths, (std::vector<std::int64_t>{64, 1024}));
    EXPECT_EQ(run.description().operation, "gather");
    EXPECT_TRUE(measures_diagonal(run.description()));
    const Matrix plane = run.stack(Statistic::median)->plane(1);
    for (int root = 0; root < 3; ++root) {
        for (int rank = 0; rank < 3; ++rank) EXPECT_EQ(plane(root, rank), 100 + 10 * root + rank);
    }
    EXPECT_EQ(run.stack(Statistic::minimum)->plane(0)(2, 1), 121 - 1.25);
    EXPECT_EQ(run.stack(Statistic::maximum)->plane(0)(2, 1), 121 + 1.25);
    EXPECT_EQ(run.stack(Statistic::median)->row(2)(0, 1), 121);
    EXPECT_EQ(run.stack(Statistic::median)->column(1)(0, 2), 121);
    EXPECT_EQ(run.stack(Statistic::median)->pair(2, 1)(1), 121);
}

TEST(RootMatrices, AreFoundByPrefixAndWithoutANameAsTheFirst) {
    const TemporaryFolder folder;
    write_rooted(folder / "run");
    EXPECT_THAT(open_run(folder / "run").description().title, HasSubstr("gather"));
    EXPECT_THAT(open_run(folder / "run:scatter").description().title, HasSubstr("scatter"));
    EXPECT_THAT(open_run(folder / "run_collectives.nc").description().comment, HasSubstr("gather, scatter"));
    for (const char* name : {"run", "run:scatter", "run_collectives.nc:gather", "run_collectives.nc"})
        EXPECT_EQ(files_of_run(folder / name), std::vector{collectives_path(folder / "run")}) << name;
}

TEST(RootMatrices, AnOperationWithOneRootHasNone) {
    const TemporaryFolder folder;
    write_rooted(folder / "run");
    const std::string text = error_of<FileError>([&] { (void)open_run(folder / "run:bcast"); });
    EXPECT_THAT(text, HasSubstr("'bcast' was not measured with several roots"));
    EXPECT_THAT(text, HasSubstr("gather, scatter"));
    CollectiveRunWriter::create(folder / "empty", rooted_run(), CollectiveRunWriter::Existing::refuse)
        .close();
    EXPECT_THAT(error_of<FileError>([&] { (void)open_run(folder / "empty"); }), HasSubstr("--roots all"));
}

}  // namespace
}  // namespace fabricmap
