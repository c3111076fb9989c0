// SPDX-License-Identifier: Apache-2.0
// A program of OpenSHMEM that prints each of its calls.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

using testing::Outcome;
using testing::TemporaryFolder;

constexpr int pes = 4;

/// Calls and bytes of all ranks by function and line.
using SymmetricTallies = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;

SymmetricTallies tallies_printed(const std::string& text) {
    SymmetricTallies tallies;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        // "double* const values = shmem_malloc 66 512"
        std::istringstream words(
            line.substr(std::min(line.find("s") == 0 ? 0 : line.find("= ") + 2, line.size())));
        std::string function;
        int number = 0;
        std::uint64_t bytes = 0;
        words >> function >> number >> bytes;
        auto& [calls, sum] = tallies[fmt::format("{} symmetric.c:{}", function, number)];
        calls += pes;
        sum += pes * bytes;
    }
    return tallies;
}

void expect_calls(const std::filesystem::path& folder, const SymmetricTallies& expected) {
    SourceLines lines;
    const Recording recording = read_recording(folder);
    EXPECT_TRUE(recording.is_complete());
    SymmetricTallies recorded;
    for (const ProfileLine& line : profile_of(recording, lines).places) {
        recorded[line.function + ' ' + line.place] = {line.calls, line.sent_bytes};
    }
    EXPECT_EQ(recorded, expected);
}

/// All to the right neighbour.
void expect_transfers(const Operations& operations) {
    constexpr auto one_sided = RecordType::one_sided;
    const RecordTable& table = operations.trace[one_sided];
    std::map<std::string_view, int> of_type;
    std::map<std::string_view, double> bytes;
    for (std::size_t record = 0; record < table.size(); ++record) {
        const std::string_view type = operations.trace.text(one_sided, field(one_sided, "op_type"), record);
        ++of_type[type];
        bytes[type] += table.number(field(one_sided, "bytes"), record);
        const double origin = table.number(field(one_sided, "process_rank"), record);
        EXPECT_EQ(table.number(field(one_sided, "target_process_rank"), record),
                  static_cast<int>(origin + 1) % pes);
        EXPECT_GE(table.number(field(one_sided, "complete_time"), record),
                  table.number(field(one_sided, "finish_time"), record));
    }
    // Each PE: five rounds of four puts and two gets, a put in a context, the flag; three atomic operations.
    EXPECT_EQ(of_type,
              (std::map<std::string_view, int>{{"put", pes * 22}, {"get", pes * 10}, {"atomic", pes * 3}}));
    EXPECT_EQ(bytes["put"], pes * (5 * (32 + 32 + 3 + 8) + 12 + 4));
    EXPECT_EQ(bytes["get"], pes * 5 * (8 + 4));
    EXPECT_EQ(bytes["atomic"], pes * (4 + 4 + 8));
}

/// One PE holds it at a time.
void expect_locks(const Operations& operations) {
    constexpr auto lock = RecordType::lock;
    const RecordTable& table = operations.trace[lock];
    ASSERT_EQ(table.size(), pes);
    std::map<double, double> releases;  // by the time when it was acquired
    for (std::size_t record = 0; record < table.size(); ++record) {
        EXPECT_EQ(operations.trace.text(lock, field(lock, "lock"), record),
                  operations.trace.text(lock, field(lock, "lock"), 0));
        releases[table.number(field(lock, "acquire_time"), record)] =
            table.number(field(lock, "release_time"), record);
    }
    // Whoever gives it back may return from that later than another takes it.
    double before = 0;
    for (const auto& [acquired, released] : releases) {
        EXPECT_GT(acquired, before);
        before = released;
    }
}

/// Each PE is woken by its left neighbour.
void expect_signals(const Operations& operations) {
    constexpr auto signal = RecordType::signal;
    const RecordTable& table = operations.trace[signal];
    ASSERT_EQ(table.size(), pes);
    for (std::size_t record = 0; record < table.size(); ++record) {
        const double woken = table.number(field(signal, "process_rank"), record);
        const double writer = table.number(field(signal, "signal_process_rank"), record);
        EXPECT_EQ(static_cast<int>(writer + 1) % pes, woken);
        EXPECT_LE(table.number(field(signal, "signal_start_time"), record),
                  table.number(field(signal, "finish_time"), record));
        EXPECT_THAT(std::string(operations.trace.text(signal, field(signal, "signal_source_code"), record)),
                    ::testing::StartsWith("symmetric.c:"));
    }
}

/// Started by mpirun, or as OpenSHMEM's programs are, with scripts between.
class OpenShmem : public ::testing::TestWithParam<std::string> {};

TEST_P(OpenShmem, HasTheCallsTransfersAndLocksOfTheProgram) {
    const TemporaryFolder folder;
    const std::string launcher = std::filesystem::path(MPIEXEC).replace_filename(GetParam());
    if (!std::filesystem::exists(launcher)) GTEST_SKIP() << "needs " << launcher;
    // Otherwise such programs do not end cleanly, recorded or not.
    std::vector<std::string> words{launcher,
                                   "--oversubscribe",
                                   "--mca",
                                   "opal_common_ucx_opal_mem_hooks",
                                   "0",
                                   "-np",
                                   std::to_string(pes),
                                   NETWORK_TRACE,
                                   "record",
                                   "-o",
                                   (folder / "trace").string(),
                                   "--"};
    std::vector<std::string> program{testing::traced_program("symmetric")};
    if (GetParam() == "oshrun") program = testing::behind_scripts(folder.path(), program);
    words.insert(words.end(), program.begin(), program.end());
    const Outcome outcome = testing::run(words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    expect_calls(folder / "trace", tallies_printed(outcome.out));
    const Operations operations = open_trace(folder / "trace");
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
    expect_transfers(operations);
    expect_locks(operations);
    expect_signals(operations);
}

INSTANTIATE_TEST_SUITE_P(Launchers, OpenShmem, ::testing::Values("mpirun", "oshrun"),
                         [](const auto& launcher) { return launcher.param; });

}  // namespace
}  // namespace fabricmap::tracing
