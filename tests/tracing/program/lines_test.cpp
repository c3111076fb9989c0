// SPDX-License-Identifier: Apache-2.0
// One program in C, in a position-independent program, one that is none and in a library, and by each of the
// three interfaces of Fortran: a rank each of one job. All have the same operations, each at its line.
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"
#include "tracing/reading/call_sequence.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace fabricmap::tracing {
namespace {

using testing::TemporaryFolder;

const std::vector<std::string> programs{"lines_pie",
                                        "lines_no_pie",
                                        "lines_of_library"
#ifdef HAS_FORTRAN
                                        ,
                                        "by_header",
                                        "by_module",
                                        "by_module_f08"
#endif
};

testing::Outcome run_all(const std::filesystem::path& folder) {
    std::vector<std::string> words{MPIEXEC, "--oversubscribe"};
    for (const std::string& program : programs) {
        if (words.size() > 2) words.emplace_back(":");
        for (const std::string& word :
             {std::string("-np"), std::string("1"), std::string(NETWORK_TRACE), std::string("record"),
              std::string("-o"), folder.string(), std::string("--"), testing::traced_program(program)}) {
            words.push_back(word);
        }
    }
    return testing::run(words);
}

/// Calls of a rank by function and line.
std::map<std::string, std::uint64_t> calls_of(const RankRecording& rank, SourceLines& lines) {
    std::map<std::string, std::uint64_t> calls;
    CallSequence sequence(rank.threads.at(0).calls);
    while (sequence.next()) {
        const CallContext& context = sequence.context();
        calls[fmt::format("{} {}", rank.function(context.function), lines.name_of(rank, context.place))] +=
            sequence.call().count;
    }
    return calls;
}

TEST(Lines, AreThoseOfTheProgramInEachLanguageAndFormOfBinary) {
    const TemporaryFolder folder;
    const auto outcome = run_all(folder / "trace");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Recording recording = read_recording(folder / "trace");
    ASSERT_EQ(recording.ranks.size(), programs.size());
    SourceLines lines;
    std::map<int, std::map<std::string, std::uint64_t>> calls;
    for (const RankRecording& rank : recording.ranks) calls[rank.header.rank] = calls_of(rank, lines);
    std::istringstream printed(outcome.out);
    std::map<int, int> places;
    int rank = 0;
    for (std::string function, place; printed >> rank >> function >> place; ++places[rank]) {
        const std::uint64_t expected = function == "MPI_Bcast" ? 1 : 10;
        EXPECT_EQ(calls[rank][function + ' ' + place], expected)
            << programs.at(static_cast<std::size_t>(rank)) << ' ' << function << ' ' << place;
    }
    EXPECT_EQ(places.size(), programs.size()) << outcome.out;
    for (const auto& [number, count] : places)
        EXPECT_GE(count, 3) << programs.at(static_cast<std::size_t>(number));

    const Operations operations = open_trace(folder / "trace");
    EXPECT_EQ(describe_report(operations.report), "");
    EXPECT_EQ(operations.report.messages, 10U * programs.size());
    // MPI_Init, MPI_Bcast and MPI_Finalize.
    EXPECT_EQ(operations.trace[RecordType::collective].size(), 3 * programs.size());
}

}  // namespace
}  // namespace fabricmap::tracing
