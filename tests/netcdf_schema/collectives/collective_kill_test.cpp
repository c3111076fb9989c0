// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "tests/expectations.hpp"
#include "tests/netcdf_schema/collectives/some_collectives.hpp"
#include "tests/temporary_folder.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap {
namespace {

using testing::some_collectives;
using testing::telltale_visit;
using testing::TemporaryFolder;

constexpr int collective_kills = 60;

/// Begins the run or goes on with it, three visits a commit, and says through the pipe how many are
/// committed.
[[noreturn]] void measure(const std::filesystem::path& prefix, const CollectiveRun& run, int pipe_end) {
    try {
        const auto there = find_collectives(prefix);
        int next = there ? static_cast<int>(CollectiveFile(*there).visits().size()) : 0;
        CollectiveRunWriter writer =
            there ? CollectiveRunWriter::resume(prefix, CollectiveFile(*there).run())
                  : CollectiveRunWriter::create(prefix, run, CollectiveRunWriter::Existing::refuse);
        while (true) {
            for (int visit = 0; visit < 3; ++visit) writer.append(telltale_visit(run, next++));
            writer.commit();
            if (write(pipe_end, &next, sizeof(next)) != sizeof(next)) _exit(2);
        }
    } catch (...) {
        _exit(1);
    }
}

/// How many visits were committed when the process was killed.
int measure_until_killed(const std::filesystem::path& prefix, const CollectiveRun& run,
                         std::chrono::microseconds after_first_commit) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) measure(prefix, run, ends[1]);
    close(ends[1]);
    int committed = 0;
    int last = 0;
    if (read(ends[0], &last, sizeof(last)) == sizeof(last)) committed = last;
    std::this_thread::sleep_for(after_first_commit);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "it ended with " << WEXITSTATUS(status);
    while (read(ends[0], &last, sizeof(last)) == sizeof(last)) committed = last;
    close(ends[0]);
    return committed;
}

TEST(CollectiveRunWriter, AKillAtAnyMomentLeavesEveryCommittedVisitAndAFileThatNcdumpReads) {
    const TemporaryFolder folder;
    const CollectiveRun run = some_collectives(40);
    std::mt19937 random(7);
    for (int kill_number = 0; kill_number < collective_kills; ++kill_number) {
        // Every fourth kill begins anew; the others continue with what the kill before left.
        const std::filesystem::path prefix = folder / ("run" + std::to_string(kill_number / 4));
        const int committed = measure_until_killed(prefix, run, std::chrono::microseconds(random() % 4000));
        const std::vector<CollectiveVisit> visits = CollectiveFile(collectives_path(prefix)).visits();
        ASSERT_GE(static_cast<int>(visits.size()), committed);
        ASSERT_LE(static_cast<int>(visits.size()), committed + 3);
        for (std::size_t k = 0; k < visits.size(); ++k)
            testing::expect_same(visits[k], telltale_visit(run, static_cast<int>(k)));
        if (kill_number % 10 != 0) continue;
        const std::string dump =
            "ncdump -v record_time '" + collectives_path(prefix).string() + "' > /dev/null";
        EXPECT_EQ(std::system(dump.c_str()), 0);
    }
}

}  // namespace
}  // namespace fabricmap
