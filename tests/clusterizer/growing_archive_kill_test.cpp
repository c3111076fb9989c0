// SPDX-License-Identifier: Apache-2.0
// A kill at any moment, while planes are written, ranges end or all are joined, loses no committed plane.
#include "clusterizer/growing_archive.hpp"
#include "feeding.hpp"
#include "netcdf_schema/archive/archive_writer.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/kills.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace fabricmap::clusterizer {
namespace {

using testing::Kills;
using testing::Report;
using testing::TemporaryFolder;

const std::string source =
    "synthetic:fat-tree,hosts=8,leaf=4,ranks-per-host=2;noise,1%;sweep,lengths=count:12";

Growth small_growth() {
    Growth growth;
    growth.max_plain_planes = 4;
    return growth;
}

GrowingArchive create_archive(const std::filesystem::path& prefix, const fabricmap::Run& run) {
    return GrowingArchive::create(prefix, testing::as_planned(run), RunWriter::Existing::refuse,
                                  small_growth());
}

/// Begins the run or continues it, and reports how many planes are committed.
void measure_rest(const std::filesystem::path& prefix, const fabricmap::Run& run, const Report& report) {
    const auto found = describe_parts_for_resume(prefix);
    GrowingArchive archive =
        found ? GrowingArchive::resume(prefix, *found, small_growth()) : create_archive(prefix, run);
    if (!found || !found->complete) {
        testing::feed(archive, run, run.description().message_lengths.size(),
                      [&] { report(archive.complete_lengths().size()); });
        archive.finish("2024-05-16T11:00:00Z");
    }
    if (holds_parts(prefix)) throw std::logic_error("parts are left of a run that has ended");
}

/// How many planes are shown; a failure of the test where one of them is wrong.
std::size_t check_planes(const std::filesystem::path& prefix, const fabricmap::Run& run) {
    if (!describe_parts_for_resume(prefix)) return 0;
    const auto found = open_run(prefix);
    const auto& lengths = found.description().message_lengths;
    EXPECT_LE(lengths.size(), run.description().message_lengths.size());
    EXPECT_EQ(found.statistics().size(), all_statistics.size());
    for (const Statistic statistic : found.statistics()) {
        for (std::size_t k = 0; k < lengths.size(); ++k) {
            EXPECT_EQ(lengths[k], run.description().message_lengths[k]);
            const Matrix stored = found.stack(statistic)->plane(k);
            const Matrix fed = run.stack(statistic)->plane(k);
            // Extremes and deviations of the samples scatter widely within their clusters.
            const double bound = statistic == Statistic::median ? 0.15 : 1;
            EXPECT_LE(((stored - fed).abs() - bound * fed).maxCoeff(), 0) << name_of(statistic) << " " << k;
        }
    }
    return lengths.size();
}

TEST(GrowingArchiveKill, AtAnyMomentLeavesEveryCommittedPlaneAndResumeEndsTheRun) {
    const auto run = testing::in_memory(open_run(source));
    testing::expect_to_survive_kills(
        {.run = [&](const auto& folder, const Report& report) { measure_rest(folder / "run", run, report); },
         .check = [&](const auto& folder) { return check_planes(folder / "run", run); },
         .whole = run.description().message_lengths.size()},
        {.quick = 8, .whole = 60, .seed = 20261122});
}

TEST(GrowingArchiveKill, WithinTheJoiningIsMadeGoodByResuming) {
    const auto run = testing::in_memory(open_run(source));
    const auto& lengths = run.description().message_lengths;
    // All that is left to do is to join.
    const auto measure_all = [&](const std::filesystem::path& prefix) {
        GrowingArchive archive = create_archive(prefix, run);
        testing::feed(archive, run, lengths.size());
    };
    const auto join_in = [&](const std::filesystem::path& prefix) {
        return [&run, prefix](const Report& report) { measure_rest(prefix, run, report); };
    };
    const TemporaryFolder unbroken;
    measure_all(unbroken / "run");
    const int changes = testing::changes_of(join_in(unbroken / "run"));
    for (Kills kills({.quick = 3, .whole = 25, .seed = 5}); kills.next();) {
        const TemporaryFolder folder;
        const std::filesystem::path prefix = folder / "run";
        measure_all(prefix);
        testing::kill_within(kills.draw(0, changes), join_in(prefix));
        kills.count(holds_parts(prefix) && describe_parts_for_resume(prefix)->complete);
        EXPECT_EQ(check_planes(prefix, run), lengths.size());
        const GrowingArchive resumed =
            GrowingArchive::resume(prefix, *describe_parts_for_resume(prefix), small_growth());
        EXPECT_EQ(resumed.complete_lengths(), lengths);
        EXPECT_EQ(check_planes(prefix, run), lengths.size());
    }
}

}  // namespace
}  // namespace fabricmap::clusterizer
