// SPDX-License-Identifier: Apache-2.0
// Traces of which files are missing, empty or cut off, and of programs that fail.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace fabricmap::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

constexpr int undecided = 5;
/// A busy machine may hold a rank up by as much; who is blamed for another is charged with twice that or
/// more.
constexpr double held_up_s = 0.6;

std::vector<std::string> launched(const std::string& ending = {}) {
    std::vector<std::string> words{MPIEXEC, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-np",
                                   "4",     WAITS_IN_CHAIN};
    if (!ending.empty()) words.push_back(ending);
    return words;
}

/// The trace of one run, which all tests change in copies.
const fs::path& whole_trace() {
    static const TemporaryFolder folder;
    static const fs::path trace = [] {
        std::vector<std::string> words{PROGRAMS "/network_trace", "record", "-o", folder / "trace", "--"};
        for (const std::string& word : launched()) words.push_back(word);
        EXPECT_EQ(run(words).exit_code, 0);
        return folder / "trace";
    }();
    return trace;
}

class IncompleteTrace : public ::testing::Test {
  protected:
    IncompleteTrace() { fs::copy(whole_trace(), folder_ / "trace"); }

    [[nodiscard]] fs::path file_of(int rank) const {
        return folder_ / "trace" / fmt::format("rank{:05}.trace", rank);
    }

    void check() {
        const std::vector<std::string> words{"check", "--trace", folder_ / "trace"};
        const auto with = [&](std::vector<std::string> more) {
            more.insert(more.begin(), words.begin(), words.end());
            return run_program("network_rules", more);
        };
        outcome_ = with({"--overwrite", "--html", folder_ / "page.html"});
        page_ = bytes_of(folder_ / "page.html");
        report_ = Json::parse(with({"--json", "-"}).out);
    }

    /// The seconds that others wait for a rank in the end, by the kind of the cause.
    [[nodiscard]] double charged(int rank, bool is_unseen) const {
        double seconds = 0;
        for (const Json& cause : report_.at("causes")) {
            if ((cause.at("kind") == "unseen") != is_unseen) continue;
            for (const Json& one : cause.at("ranks"))
                seconds += one.at("rank") == rank ? one.at("seconds").get<double>() : 0;
        }
        return seconds;
    }

    void expect_undecided(int rank, std::string_view what) const {
        EXPECT_EQ(outcome_.exit_code, undecided) << outcome_.err;
        const std::string first = outcome_.out.substr(0, outcome_.out.find("\n\n"));
        EXPECT_THAT(first, HasSubstr(fmt::format("undecided: the file of rank {} is {}", rank, what)));
        EXPECT_THAT(page_, HasSubstr("<h1>Undecided: calls are missing</h1>"));
        EXPECT_THAT(page_, HasSubstr(fmt::format("the file of rank {} is {}", rank, what)));
        EXPECT_EQ(report_.at("verdict"), "undecided");
        EXPECT_EQ(report_.at("incomplete_ranks").at(0).at("rank"), rank);
    }

    TemporaryFolder folder_;
    Outcome outcome_;
    std::string page_;
    Json report_;
};

// Three times 200 ms, for which three ranks wait.
TEST_F(IncompleteTrace, ThatIsWholeNamesTheRankThatComputes) {
    check();
    EXPECT_EQ(outcome_.exit_code, 4) << outcome_.err;
    EXPECT_EQ(report_.at("verdict"), "problems");
    EXPECT_EQ(report_.at("incomplete_ranks"), Json::array());
    EXPECT_GT(charged(3, false), 1.2);
    EXPECT_LT(charged(1, false), held_up_s);
    EXPECT_THAT(page_, Not(HasSubstr("Undecided")));
    EXPECT_THAT(outcome_.out, Not(HasSubstr("ndecided")));
}

TEST_F(IncompleteTrace, WithoutTheFileOfTheRankThatIsWaitedForNamesNobodyElse) {
    fs::remove(file_of(3));
    check();
    expect_undecided(3, "missing or empty");
    EXPECT_LT(charged(1, false), held_up_s) << "it waited for rank 3";
    EXPECT_GT(charged(3, true), 1.2);
    EXPECT_EQ(charged(3, false), 0);
    EXPECT_THAT(outcome_.out, HasSubstr("what rank 3 did is not known, as calls are missing: others wait"));
    EXPECT_EQ(report_.at("causes").at(0).at("kind"), "unseen");
}

TEST_F(IncompleteTrace, WithAnEmptyFileIsAsWithoutIt) {
    fs::resize_file(file_of(3), 0);
    check();
    expect_undecided(3, "missing or empty");
    EXPECT_LT(charged(1, false), held_up_s);
}

TEST_F(IncompleteTrace, WithABeginningOfAHeaderIsAsWithoutTheFile) {
    for (const std::uintmax_t bytes : {3U, 100U, 1500U}) {
        fs::copy_file(whole_trace() / "rank00003.trace", file_of(3), fs::copy_options::overwrite_existing);
        fs::resize_file(file_of(3), bytes);
        check();
        expect_undecided(3, "missing or empty");
    }
}

TEST_F(IncompleteTrace, WithAFileThatIsCutOffSaysSoWhereverThatIs) {
    const std::uintmax_t whole = fs::file_size(file_of(3));
    for (const double fraction : {0.6, 0.8, 0.95, 0.999}) {
        fs::copy_file(whole_trace() / "rank00003.trace", file_of(3), fs::copy_options::overwrite_existing);
        fs::resize_file(file_of(3), static_cast<std::uintmax_t>(fraction * static_cast<double>(whole)));
        check();
        expect_undecided(3, "cut off or damaged");
        EXPECT_LT(charged(1, false), held_up_s) << fraction;
    }
}

// Nobody waits for rank 2, which comes first: that rank 3 is late is known all the same.
TEST_F(IncompleteTrace, WithoutTheFileOfARankThatWaitsStillKnowsWhoIsLate) {
    fs::remove(file_of(2));
    check();
    expect_undecided(2, "missing or empty");
    EXPECT_GT(charged(3, false), 0.8);
    EXPECT_LT(charged(1, false), held_up_s);
}

class FailedProgram : public ::testing::Test {
  protected:
    void why(const std::string& ending) {
        std::vector<std::string> words{PROGRAMS "/network_trace", "why", "-o", folder_ / "why", "--"};
        for (const std::string& word : launched(ending)) words.push_back(word);
        outcome_ = run(words);
        page_ = bytes_of(folder_ / "why" / "why.html");
        report_ = Json::parse(run_program("network_rules", {"check", "--trace", folder_ / "why" / "trace",
                                                            "--json", "-", "--quiet"})
                                  .out);
    }

    TemporaryFolder folder_;
    Outcome outcome_;
    std::string page_;
    Json report_;
};

TEST_F(FailedProgram, BySignalSaysSoFirst) {
    why("crash");
    EXPECT_EQ(outcome_.exit_code, 128 + 11) << outcome_.err;
    EXPECT_THAT(outcome_.out, StartsWith("The program failed: it ended with code 139 (SIGSEGV)"));
    EXPECT_THAT(page_, HasSubstr("The program failed: it ended with code 139 (SIGSEGV)"));
    EXPECT_EQ(report_.at("program_exit_code"), 139);
    // It has left the last barrier, of which the trace need not know.
    const std::string where =
        "rank 2 on [^ ]+ (in|after) MPI_Barrier at waits_in_chain.cpp:(18|24), last seen at [0-9.]+ s";
    EXPECT_THAT(outcome_.out, ::testing::ContainsRegex("Where its ranks were, .*\n(  rank .*\n)*  " + where));
    EXPECT_THAT(page_, ::testing::ContainsRegex(where));
    EXPECT_TRUE(report_.at("incomplete_ranks").at(0).contains("last_seen"));
}

TEST_F(FailedProgram, WithACodeSaysSoFirst) {
    why("fail");
    EXPECT_EQ(outcome_.exit_code, 3);
    EXPECT_THAT(outcome_.out, StartsWith("The program failed: it ended with code 3;"));
    EXPECT_THAT(page_, HasSubstr("The program failed: it ended with code 3;"));
    EXPECT_EQ(report_.at("program_exit_code"), 3);
}

TEST_F(FailedProgram, ThatEndsWellSaysNothing) {
    why("well");
    EXPECT_EQ(outcome_.exit_code, 4);
    EXPECT_THAT(outcome_.out, AllOf(Not(HasSubstr("failed")), Not(HasSubstr("Where its ranks were"))));
    EXPECT_THAT(page_, Not(HasSubstr("failed")));
    EXPECT_EQ(report_.at("program_exit_code"), 0);
}

}  // namespace
}  // namespace fabricmap::testing
