// SPDX-License-Identifier: Apache-2.0
// Values of a run that are measured alone.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

class Confirm : public ::testing::Test {
  protected:
    static constexpr int ranks = 4;

    void SetUp() override {
        const Outcome swept =
            confirm_or_sweep({"--schedule", "serial", "--lengths", "0,4K", "-n", "20", "--fixed"});
        ASSERT_EQ(swept.exit_code, 0) << swept.err;
    }

    [[nodiscard]] Outcome confirm_or_sweep(const std::vector<std::string>& words,
                                           const std::map<std::string, std::string>& environment = {}) const {
        Job job{.ranks = ranks, .words = {"-f", prefix()}, .preload = "many_hosts"};
        job.environment = {{"FABRICMAP_HOSTS", "a b c d"}};
        job.words.insert(job.words.end(), words.begin(), words.end());
        if (!environment.empty()) {
            job.preload += " slow_rank";
            job.environment.insert(environment.begin(), environment.end());
        }
        return run(job);
    }
    [[nodiscard]] std::string prefix() const { return folder_ / "run"; }
    /// A list of values of the run, or of another.
    [[nodiscard]] std::string list(const std::string& values, const std::string& of_another = "",
                                   const std::string& samples = "") const {
        const std::string path = folder_ / "list.csv";
        const std::string id = of_another.empty() ? open_run(prefix()).description().run_id : of_another;
        write_bytes(path, fmt::format("# run {}\n{}sender,receiver,length_bytes\n{}", id, samples, values));
        return path;
    }

  private:
    TemporaryFolder folder_;
};

TEST_F(Confirm, MeasuresTheListedValuesAloneAndLeavesTheOthers) {
    const Matrix before = plane_at(open_run(prefix()), Statistic::median, 4096);
    const Outcome confirmed =
        confirm_or_sweep({"--resume", "--confirm", list("0,1,4096\n3,2,4096\n2,0,0\n")});
    EXPECT_EQ(confirmed.exit_code, 0) << confirmed.err;
    EXPECT_THAT(confirmed.err, HasSubstr("3 values measured alone"));
    EXPECT_THAT(confirmed.err, HasSubstr("controls took"));
    const fabricmap::Run after = open_run(prefix());
    EXPECT_TRUE(after.description().complete);
    EXPECT_THAT(after.description().history, HasSubstr("confirmed values of"));
    const Matrix medians = after.stack(Statistic::median)->plane(1);
    for (int sender = 0; sender < ranks; ++sender) {
        for (int receiver = 0; receiver < ranks; ++receiver) {
            const bool listed = (sender == 0 && receiver == 1) || (sender == 3 && receiver == 2);
            const double quality = after.quality()->plane(1)(sender, receiver);
            EXPECT_EQ(has_quality(quality, Quality::remeasured), listed) << sender << " to " << receiver;
            if (!listed) {
                EXPECT_EQ(medians(sender, receiver), before(sender, receiver));
            }
        }
    }
    EXPECT_TRUE(has_quality(after.quality()->plane(0)(2, 0), Quality::remeasured));
    expect_sane_run(prefix(), Mode::one_to_one, ranks, {0, 4096}, {1, 100});
}

// Each tenth long message that rank 1 receives is late.
TEST_F(Confirm, CountsTheSlowSamplesOfTheListedValuesAndOfControls) {
    const std::string values = list("0,1,4096\n2,1,4096\n3,1,4096\n", "", "# samples 50\n");
    const Outcome confirmed =
        confirm_or_sweep({"--resume", "--confirm", values}, {{"FABRICMAP_SLOW_RANK", "1"},
                                                             {"FABRICMAP_SLOW_WHEN", "receives"},
                                                             {"FABRICMAP_SLOW_FROM_BYTES", "4096"},
                                                             {"FABRICMAP_SLOW_EVERY", "10"},
                                                             {"FABRICMAP_SLOW_US", "100000"}});
    EXPECT_EQ(confirmed.exit_code, 0) << confirmed.err;
    EXPECT_THAT(confirmed.err, HasSubstr(" of 150 samples took more than 5 medians ("));
    EXPECT_THAT(confirmed.err, HasSubstr(" of 150 of the controls ("));
    const fabricmap::Run after = open_run(prefix());
    const Matrix counts = after.stack(Statistic::count)->plane(1);
    const Matrix outliers = after.outliers()->plane(1);
    int controls = 0;
    for (int sender = 0; sender < ranks; ++sender) {
        for (int receiver = 0; receiver < ranks; ++receiver) {
            if (sender == receiver) continue;
            const bool was_counted =
                has_quality(after.quality()->plane(1)(sender, receiver), Quality::remeasured);
            EXPECT_EQ(counts(sender, receiver), was_counted ? 50 : 20) << sender << " to " << receiver;
            if (receiver == 1) {
                EXPECT_TRUE(was_counted);
                // A warm-up may have been the fifth.
                EXPECT_GE(outliers(sender, receiver), 4);
            } else {
                controls += was_counted ? 1 : 0;
            }
        }
    }
    EXPECT_EQ(controls, 3);
}

TEST_F(Confirm, LeavesOutValuesOfExcludedHosts) {
    const Outcome confirmed = confirm_or_sweep(
        {"--resume", "--confirm", list("0,1,4096\n1,2,4096\n0,2,4096\n"), "--exclude-hosts", "b"});
    EXPECT_EQ(confirmed.exit_code, 0) << confirmed.err;
    EXPECT_THAT(confirmed.err, HasSubstr("2 values of excluded hosts left out"));
    EXPECT_THAT(confirmed.err, HasSubstr("1 value measured alone"));
    const Matrix quality = open_run(prefix()).quality()->plane(1);
    EXPECT_TRUE(has_quality(quality(0, 2), Quality::remeasured));
    EXPECT_FALSE(has_quality(quality(0, 1), Quality::remeasured));
}

// A listed value takes longer than there is time, a control next to nothing.
TEST_F(Confirm, StopsWhenTimeIsOverAndContinuesWithWhatIsLeft) {
    const std::vector<std::string> words{"--resume", "--confirm", list("0,1,4096\n2,1,4096\n3,1,4096\n"),
                                         "--max-time", "1s"};
    const std::map<std::string, std::string> slow{{"FABRICMAP_SLOW_RANK", "1"},
                                                  {"FABRICMAP_SLOW_WHEN", "receives"},
                                                  {"FABRICMAP_SLOW_FROM_BYTES", "4096"},
                                                  {"FABRICMAP_SLOW_US", "100000"}};
    for (int times = 1; times <= 2; ++times) {
        const Outcome confirmed = confirm_or_sweep(words, slow);
        EXPECT_EQ(confirmed.exit_code, 0) << confirmed.err;
        EXPECT_THAT(confirmed.err, HasSubstr("1 value measured alone"));
        EXPECT_THAT(confirmed.err, HasSubstr("stopped after 1.0 s: 2 values and "));
        const Matrix quality = open_run(prefix()).quality()->plane(1);
        int measured = 0;
        for (const int sender : {0, 2, 3}) measured += has_quality(quality(sender, 1), Quality::remeasured);
        EXPECT_EQ(measured, times);
    }
}

// All of the sender's pairs that were measured are listed.
TEST_F(Confirm, TakesNoControlThatTheRunHasNotMeasured) {
    const Outcome swept = confirm_or_sweep({"--overwrite", "--schedule", "rounds", "--sample-pairs", "50%",
                                            "--lengths", "4K", "-n", "20", "--fixed", "--seed", "1"});
    ASSERT_EQ(swept.exit_code, 0) << swept.err;
    const Matrix medians = open_run(prefix()).stack(Statistic::median)->plane(0);
    std::string measured;
    for (int receiver = 1; receiver < ranks; ++receiver) {
        if (std::isfinite(medians(0, receiver))) measured += fmt::format("0,{},4096\n", receiver);
    }
    const Outcome confirmed = confirm_or_sweep({"--resume", "--confirm", list(measured)});
    EXPECT_EQ(confirmed.exit_code, 0) << confirmed.err;
    EXPECT_THAT(confirmed.err, HasSubstr("measured alone"));
    EXPECT_THAT(confirmed.err, ::testing::Not(HasSubstr("control")));
}

TEST_F(Confirm, RefusesWhatDoesNotFitTheRun) {
    struct Refused {
        std::vector<std::string> words;
        int exit_code;
        std::string reported;
    };
    for (const Refused& refused : {
             Refused{{"--confirm", list("0,1,0\n")}, 2, "--resume"},
             Refused{{"--resume", "--confirm", list("0,1,0\n", "another")}, 2, "another run"},
             Refused{{"--resume", "--confirm", prefix() + ".csv"}, 3, "run.csv"},
         }) {
        const Outcome outcome = confirm_or_sweep(refused.words);
        EXPECT_EQ(outcome.exit_code, refused.exit_code) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(refused.reported));
    }
    for (const auto& [values, reported] : std::vector<std::pair<std::string, std::string>>{
             {"0,9,0\n", "no rank 9"}, {"0,1,77\n", "77 bytes"}, {"1,1,0\n", "to itself"}}) {
        const Outcome outcome = confirm_or_sweep({"--resume", "--confirm", list(values)});
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(reported));
    }
}

}  // namespace
}  // namespace fabricmap::testing
