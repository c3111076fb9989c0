// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/kills.hpp"
#include "tests/netcdf_schema/collectives/some_collectives.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdlib>
#include <string>

namespace fabricmap {
namespace {

using testing::telltale_visit;

constexpr std::size_t killed_visits = 48;
constexpr std::size_t visits_per_commit = 3;

/// Begins the run or continues it, and reports how many visits are committed.
void append_rest(const std::filesystem::path& prefix, const CollectiveRun& run,
                 const testing::Report& report) {
    const auto there = find_collectives(prefix);
    std::size_t next = there ? CollectiveFile(*there).visits().size() : 0;
    CollectiveRunWriter writer =
        there ? CollectiveRunWriter::resume(prefix, CollectiveFile(*there).run())
              : CollectiveRunWriter::create(prefix, run, CollectiveRunWriter::Existing::refuse);
    while (next < killed_visits) {
        for (std::size_t visit = 0; visit < visits_per_commit && next < killed_visits; ++visit)
            writer.append(telltale_visit(run, static_cast<int>(next++)));
        writer.commit();
        report(next);
    }
}

/// How many visits there are, in a file that ncdump reads; a failure of the test where one of them is wrong.
std::size_t check_visits(const std::filesystem::path& prefix, const CollectiveRun& run) {
    const auto there = find_collectives(prefix);
    if (!there) return 0;
    std::size_t count = 0;
    for (const CollectiveVisit& visit : CollectiveFile(*there).visits())
        testing::expect_same(visit, telltale_visit(run, static_cast<int>(count++)));
    EXPECT_EQ(std::system(("ncdump -v record_time '" + there->string() + "' > /dev/null").c_str()), 0);
    return count;
}

TEST(CollectiveRunWriterKill, AtAnyMomentLeavesEveryCommittedVisitAndAFileThatNcdumpReads) {
    const CollectiveRun run = testing::some_collectives(40);
    testing::expect_to_survive_kills(
        {.run = [&](const auto& folder, const auto& report) { append_rest(folder / "run", run, report); },
         .check = [&](const auto& folder) { return check_visits(folder / "run", run); },
         .whole = killed_visits,
         .per_commit = visits_per_commit},
        {.quick = 15, .whole = 60, .seed = 7});
}

}  // namespace
}  // namespace fabricmap
