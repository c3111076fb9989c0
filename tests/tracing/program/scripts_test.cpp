// SPDX-License-Identifier: Apache-2.0
// Lines of a script, by a program of Python that counts its calls itself.
#include "tallies.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fabricmap::tracing {
namespace {

using testing::Tallies;
using testing::TemporaryFolder;

const std::string python = "/usr/bin/python3";
const std::string script = std::string(SCRIPTS) + "/places.py";
constexpr int ranks_of_script = 2;

bool has_mpi4py() {
    return testing::run({python, "-c", "import mpi4py"}).exit_code == 0;
}

TEST(Scripts, HaveEachCallAtItsLine) {
    if (!has_mpi4py()) GTEST_SKIP() << "needs python3-mpi4py";
    const TemporaryFolder folder;
    const std::vector<std::string> command{python, script, folder / "bare"};
    std::vector<std::string> words{MPIEXEC, "--oversubscribe", "-np", "2"};
    words.insert(words.end(), command.begin(), command.end());
    const auto bare = testing::run(words);
    for (const std::string paths : {"20", "0"}) {
        const auto outcome =
            testing::run_traced(ranks_of_script, folder / ("trace" + paths),
                                {python, script, folder / ("account" + paths)}, {"--paths", paths});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.out, bare.out);
        SourceLines lines;
        Tallies recorded = testing::tallies_of(profile_of(read_recording(folder / ("trace" + paths)), lines));
        // What the module does at its start and end, and copies of communicators, are not noted.
        std::erase_if(recorded, [](const auto& one) {
            return one.first.find("places.py:") == std::string::npos || one.first.starts_with("MPI_Comm_dup");
        });
        EXPECT_EQ(recorded,
                  testing::tallies_noted(folder / ("account" + paths), "places.py", ranks_of_script));
    }
}

TEST(Scripts, NameTheFunctionsThatCall) {
    if (!has_mpi4py()) GTEST_SKIP() << "needs python3-mpi4py";
    const TemporaryFolder folder;
    const auto outcome =
        testing::run_traced(ranks_of_script, folder / "trace", {python, script, folder / "account"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(describe_report(operations.report), "");
    constexpr auto collective = RecordType::collective;
    std::set<std::string> callers;
    for (std::size_t record = 0; record < operations.trace[collective].size(); ++record) {
        if (operations.trace.text(collective, field(collective, "op_name"), record) != "MPI_Barrier")
            continue;
        const std::string_view caller =
            operations.trace.text(collective, field(collective, "caller"), record);
        callers.emplace(caller.substr(0, caller.find(' ')));
    }
    // The exception's comes from what starts threads, a part of Python.
    EXPECT_EQ(callers, (std::set<std::string>{"<module>", "solve", "work", "Thread.run"}));
    constexpr auto message = RecordType::point_to_point;
    ASSERT_EQ(operations.trace[message].size(), 3U);
    for (const char* const side : {"send_caller", "receive_caller"}) {
        EXPECT_THAT(std::string(operations.trace.text(message, *find_field(message, side), 0)),
                    ::testing::StartsWith("solve (places.py:"));
    }
}

}  // namespace
}  // namespace fabricmap::tracing
