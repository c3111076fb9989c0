// SPDX-License-Identifier: Apache-2.0
// Jobs whose times are known stand in for those of collective_test.
#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "tests/diagnosis/collectives/simulated_collectives.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

constexpr double library_s = 60e-6;

void write_job(const std::filesystem::path& prefix, CollectiveInput input) {
    input.run.description.complete = true;
    CollectiveRunWriter writer =
        CollectiveRunWriter::create(prefix, input.run, CollectiveRunWriter::Existing::refuse);
    for (CollectiveVisit& visit : input.visits) writer.append(std::move(visit));
    writer.finish("2026-01-01T00:00:00Z");
}

/// allreduce of 64 bytes and 16K, where the ring takes that long and all others as long as the library's
/// choice.
CollectiveInput job_of_algorithms(std::uint64_t seed, double ring_s) {
    SimulatedJob job(6, seed);
    for (const std::int64_t length : {64, 16384}) {
        for (const int algorithm : {0, 1, 2}) {
            CollectiveCell cell = cell_of(allreduce, 6, length);
            cell.algorithm = algorithm;
            for (int pass = 0; pass < 8; ++pass)
                job.add(cell, algorithm == 2 ? ring_s : library_s, 0.03, VisitPurpose::sweep, pass);
        }
    }
    return job.input();
}

/// The same of the library's choice alone.
CollectiveInput job_of_choices(std::uint64_t seed, double short_s, double long_s) {
    SimulatedJob job(6, seed);
    for (const auto& [length, choice_s] : {std::pair{64, short_s}, std::pair{16384, long_s}}) {
        for (int pass = 0; pass < 8; ++pass)
            job.add(cell_of(allreduce, 6, length), choice_s, 0.03, VisitPurpose::sweep, pass);
    }
    return job.input();
}
CollectiveInput job_of_choice(std::uint64_t seed, double choice_s) {
    return job_of_choices(seed, choice_s, choice_s);
}

class Tune : public ::testing::Test {
  protected:
    /// A job with rules takes `with_rules_s`, if they are in its environment and there; one without takes
    /// `without_s` from the second pair on.
    void plant(double ring_s, double with_rules_s, double later_without_s = library_s) const {
        for (const unsigned job : {1U, 2U, 3U})
            write_job(folder_ / fmt::format("planted_job{}", job), job_of_algorithms(job, ring_s));
        write_job(folder_ / "planted_before", job_of_choice(4, library_s));
        write_job(folder_ / "planted_before2", job_of_choice(6, later_without_s));
        write_job(folder_ / "planted_after", job_of_choice(5, with_rules_s));
        testing::write_bytes(folder_ / "launch",
                             R"sh(cd "$(dirname "$0")"
echo "$@" >>words
name=${5##*_}
if [ "$OMPI_MCA_coll_tuned_use_dynamic_rules" = 1 ] && [ -s "$OMPI_MCA_coll_tuned_dynamic_rules_filename" ]; then
    name=after
fi
case $name in before1|after?) name=before ;; esac
cp planted_${name}_collectives.nc ${5}_collectives.nc
)sh");
    }

    [[nodiscard]] Outcome tune(std::vector<std::string> more = {}) const {
        std::vector<std::string> words{"tune",       "allreduce",
                                       "--launcher", "sh " + (folder_ / "launch").string(),
                                       "-f",         folder_ / "result"};
        words.insert(words.end(), more.begin(), more.end());
        return testing::run_program("fabricmap", words);
    }

    testing::TemporaryFolder folder_;
};

TEST_F(Tune, NamesTheFasterAlgorithmAndTriesIt) {
    plant(library_s / 2, library_s / 2);
    const Outcome outcome = tune({"--lengths", "64,16K", "--ranks", "6", "--time", "140s"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex("allreduce +6 +64 +4/ring +30.* \\(.* to .*\\) +60.* \\(.* to .*\\) +(2|1.9)"));
    EXPECT_THAT(outcome.out, ContainsRegex("allreduce +6 +16K +4/ring"));
    EXPECT_THAT(outcome.out,
                HasSubstr("--mca coll_tuned_dynamic_rules_filename " + (folder_ / "result.rules").string()));
    EXPECT_THAT(outcome.out, ContainsRegex("median of 3 jobs within [0-9.]+ s; in brackets"));
    const std::string trial = outcome.out.substr(outcome.out.find("Four jobs"));
    EXPECT_THAT(trial, ContainsRegex("16K +(6|5).*\\) +(3|2).*\\) +(2|1.9|2.0)[0-9]* times faster"));
    EXPECT_THAT(testing::bytes_of(folder_ / "result.rules"), HasSubstr("\n64 4 0 0 # from this length on"));
    const std::string words = testing::bytes_of(folder_ / "words");
    EXPECT_EQ(std::count(words.begin(), words.end(), '\n'), 7);
    EXPECT_THAT(words,
                AllOf(HasSubstr("_job3 --max-time 20s --quiet --algorithms all --ranks 6 --lengths 64,16K"),
                      HasSubstr("_after1 --max-time 20s --quiet --ranks 6 --lengths 64,16K")));
    const auto at = [&](const char* name) { return words.find(name); };
    EXPECT_TRUE(at("_before1 ") < at("_after1 ") && at("_after1 ") < at("_after2 ") &&
                at("_after2 ") < at("_before2 "));
}

// The machine has become faster after the first job without the rules: that is no gain of theirs.
TEST_F(Tune, WithholdsAGainThatOneStateOfTheMachineMayBe) {
    plant(library_s / 2, library_s / 2, library_s / 2);
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("undecided: .* times faster, then no difference"));
    EXPECT_THAT(outcome.out, HasSubstr("no rules are"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("coll_tuned_dynamic_rules_filename")));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "result.rules"));
}

// The rules halve the time of short messages and double that of long ones.
TEST_F(Tune, WithholdsRulesThatMakeSomeSlower) {
    plant(library_s / 2, library_s / 2);
    std::filesystem::remove(folder_ / "planted_after_collectives.nc");
    write_job(folder_ / "planted_after", job_of_choices(5, library_s / 2, library_s * 2));
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("16K .* times slower"));
    EXPECT_THAT(outcome.out, HasSubstr("some of these are faster and some slower: none are written"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "result.rules"));
}

// What was measured of algorithms need not hold for the rules: the run with them decides.
TEST_F(Tune, SaysWhereTheRulesGainNothing) {
    plant(library_s / 2, library_s);
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 0);
    const std::string trial = outcome.out.substr(outcome.out.find("Four jobs"));
    EXPECT_THAT(trial, HasSubstr("  no difference\n"));
    EXPECT_THAT(trial, HasSubstr("The rules gain nothing"));
    EXPECT_THAT(trial, Not(HasSubstr("faster")));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "result.rules"));
}

TEST_F(Tune, LeavesTheLibrarysChoiceWhereNothingIsFaster) {
    plant(library_s, library_s);
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("no rule follows"), Not(HasSubstr("differ too much"))));
    EXPECT_THAT(outcome.out, HasSubstr("no difference above"));
    EXPECT_THAT(outcome.out, ContainsRegex("allreduce +6 +64 +none +- +(6|5)"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "result.rules"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "result_after1_collectives.nc"));
}

TEST_F(Tune, SaysWhereJobsDifferTooMuchToTell) {
    plant(library_s, library_s);
    for (const unsigned job : {1U, 2U, 3U}) {
        const std::string prefix = folder_ / fmt::format("planted_job{}", job);
        std::filesystem::remove(prefix + "_collectives.nc");
        write_job(prefix, job_of_algorithms(job, library_s * (0.5 * job - 0.2)));
    }
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 5) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("Of some the jobs differ too much to tell"));
    EXPECT_THAT(outcome.out, HasSubstr("the machine was too busy to see a difference"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("no difference above")));
    EXPECT_THAT(outcome.out, ContainsRegex("allreduce +6 +64 +not known +- +(6|5)"));
}

// In one job of three the machine stood still: the interval of a median of three says nothing then.
TEST_F(Tune, WritesNoIntervalThatSaysNothing) {
    plant(library_s, library_s);
    std::filesystem::remove(folder_ / "planted_job2_collectives.nc");
    SimulatedJob still(6, 2);
    for (const int algorithm : {0, 1, 2}) {
        CollectiveCell cell = cell_of(allreduce, 6, 64);
        cell.algorithm = algorithm;
        for (int pass = 0; pass < 8; ++pass)
            still.add(cell, 100 * library_s, 0.03, VisitPurpose::sweep, pass);
    }
    write_job(folder_ / "planted_job2", still.input());
    const Outcome outcome = tune();
    EXPECT_THAT(outcome.out, ContainsRegex("allreduce +6 +64 .* [0-9.]+ [^ ]+ \\(jobs differ too much\\)"));
    EXPECT_THAT(outcome.out, ContainsRegex("allreduce +6 +16K .* \\([0-9.]+ [^ ]+ to "))
        << "of the other length";
}

// All others take longer: the fastest is what the library takes anyway.
TEST_F(Tune, NamesTheLibrarysChoiceWhereThatIsTheFastest) {
    plant(library_s * 2, library_s);
    for (const unsigned job : {1U, 2U, 3U}) {
        const std::string prefix = folder_ / fmt::format("planted_job{}", job);
        std::filesystem::remove(prefix + "_collectives.nc");
        SimulatedJob slower(6, job);
        for (const int algorithm : {0, 1, 2}) {
            CollectiveCell cell = cell_of(allreduce, 6, 64);
            cell.algorithm = algorithm;
            for (int pass = 0; pass < 8; ++pass)
                slower.add(cell, algorithm == 0 ? library_s : library_s * 2, 0.03, VisitPurpose::sweep, pass);
        }
        write_job(prefix, slower.input());
    }
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("allreduce +6 +64 +the library's choice +(6|5)"));
}

TEST_F(Tune, JudgesNothingWhereStartsErrByMoreThanIsMeasured) {
    plant(library_s, library_s);
    for (const unsigned job : {1U, 2U, 3U}) {
        const std::string prefix = folder_ / fmt::format("planted_job{}", job);
        std::filesystem::remove(prefix + "_collectives.nc");
        SimulatedJob vague(6, job);
        vague.input() = job_of_algorithms(job, library_s / 2);
        add_start_error(vague, 10 * library_s);
        write_job(prefix, vague.input());
    }
    const Outcome outcome = tune();
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.out, HasSubstr("cannot be judged here"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "result.rules"));
}

TEST_F(Tune, ReplacesNothingAndRefusesWhatCannotBeMeant) {
    for (const char* const name :
         {"result.rules", "result.json", "result_job3_collectives.nc", "result_after2.json"}) {
        testing::write_bytes(folder_ / name, "mine");
        const Outcome outcome = tune();
        EXPECT_EQ(outcome.exit_code, 3);
        EXPECT_THAT(outcome.err, HasSubstr("already exists; choose another name (-f)"));
        EXPECT_EQ(testing::bytes_of(folder_ / name), "mine");
        std::filesystem::remove(folder_ / name);
    }
    for (const auto& wrong : std::vector<testing::Refused>{
             {{"tune"}, 2, "OPS"},
             {{"tune", "bcast", "--jobs", "2", "--launcher", "mpirun"}, 2, "--jobs 2"},
             {{"tune", "bcast", "--time", "5s", "--launcher", "mpirun"}, 2, "too short for 7 jobs; give 14s"},
         })
        testing::expect_refused("fabricmap", wrong);
    // Before anything that is there, and before any job.
    testing::write_bytes(folder_ / "result.rules", "mine");
    const std::string prefix = folder_ / "result";
    for (const auto& wrong : std::vector<testing::Refused>{
             {{"tune", "nosuchop", "-f", prefix}, 2, "nosuchop: not an operation whose algorithms can be"},
             {{"tune", "allredcue", "-f", prefix}, 2, "did you mean 'allreduce'?"},
             {{"tune", "barrier", "-f", prefix}, 2, "barrier: not an operation whose algorithms"},
             {{"tune", "bcast", "--lengths", "x", "-f", prefix}, 2, "--lengths"},
             {{"tune", "bcast", "--ranks", "1", "-f", prefix}, 2, "--ranks 1"},
             {{"tune", "bcast", "-f", folder_ / "nodir" / "t", "--launcher", "false"},
              3,
              "no such folder; make it"},
         })
        testing::expect_refused("fabricmap", wrong);
}

// The message of collective_test itself says what is wrong.
TEST_F(Tune, EndsAsTheJobDoes) {
    testing::write_bytes(folder_ / "launch", "exit 2\n");
    EXPECT_EQ(tune().exit_code, 2);
    testing::write_bytes(folder_ / "launch", "exit 1\n");
    EXPECT_EQ(tune().exit_code, 1);
    testing::write_bytes(folder_ / "launch", "exit 0\n");
    EXPECT_THAT(tune().err, HasSubstr("must share this folder"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
