// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/program/commands.hpp"
#include "diagnosis/reports/collective_reports.hpp"
#include "netcdf_schema/collectives/collective_file.hpp"
#include "netcdf_schema/collectives/collective_run_writer.hpp"
#include "tests/diagnosis/collectives/simulated_collectives.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <sstream>

namespace fabricmap::diagnosis {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

/// A run with a slow algorithm as the library's choice, a violated guideline, overlap and start errors.
CollectiveInput some_input(std::uint64_t seed, double extra_s) {
    SimulatedJob job(6, seed);
    for (const std::int64_t length : {64, 1024, 16384}) {
        for (int algorithm = 0; algorithm < 3; ++algorithm) {
            CollectiveCell cell = cell_of(allreduce, 6, length);
            cell.algorithm = algorithm;
            for (int pass = 0; pass < 8; ++pass) {
                CollectiveVisit& visit = job.add(cell, (algorithm == 2 ? 30e-6 : 60e-6) + extra_s, 0.03,
                                                 VisitPurpose::sweep, pass);
                visit.finish_median.assign(6, static_cast<float>(50e-6));
            }
        }
    }
    for (int pass = 0; pass < 12; ++pass) {
        CollectiveCell cell = cell_of(allreduce, 6, 64);
        job.add(cell, 100e-6, 0.03, VisitPurpose::verdict, pass);
        cell.mock_up = 0;
        job.add(cell, 50e-6, 0.03, VisitPurpose::verdict, pass);
    }
    return job.input();
}

void write_input(const std::filesystem::path& prefix, CollectiveInput input) {
    input.run.description.complete = true;
    CollectiveRunWriter writer =
        CollectiveRunWriter::create(prefix, input.run, CollectiveRunWriter::Existing::refuse);
    for (CollectiveVisit& visit : input.visits) writer.append(std::move(visit));
    writer.finish("2026-01-01T00:00:00Z");
}

std::string content_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

struct Answer {
    ExitCode code;
    std::string text;
};

Answer answer_to(const std::vector<std::string>& words) {
    ::testing::internal::CaptureStdout();
    const ExitCode code = carry_out(parse_options(words));
    std::fflush(stdout);
    return {code, ::testing::internal::GetCapturedStdout()};
}

/// Three jobs, as words of a command.
std::vector<std::string> some_jobs(const TemporaryFolder& folder) {
    std::vector<std::string> words;
    for (const int job : {1, 2, 3}) {
        words.push_back((folder / ("run" + std::to_string(job))).string());
        write_input(words.back(), some_input(static_cast<std::uint64_t>(job), 0));
    }
    return words;
}

TEST(CollectiveProgram, TuningMattersAloneAreNoFaults) {
    const TemporaryFolder folder;
    std::vector<std::string> words = some_jobs(folder);
    const Answer one = answer_to({"--quiet", words.front()});
    EXPECT_EQ(one.code, ExitCode::undecided) << "no host can be distinguished in a reduction";
    EXPECT_THAT(one.text, HasSubstr("cells=9 guidelines=1 algorithms=0\n"));
    words.emplace_back("--quiet");
    EXPECT_THAT(answer_to(words).text, HasSubstr("cells=9 guidelines=1 algorithms=3\n"));
}

TEST(CollectiveProgram, SeveralJobsAreOneTableWithIntervalsOverJobs) {
    const TemporaryFolder folder;
    std::vector<std::string> words = some_jobs(folder);
    const std::string one = answer_to({words.front()}).text;
    EXPECT_THAT(one, HasSubstr("with its 95 % interval within this job"));
    EXPECT_THAT(one, HasSubstr("jobs differ by more"));
    EXPECT_THAT(one, HasSubstr("three jobs or more decide"));
    EXPECT_THAT(answer_to({words[0], words[1]}).text, HasSubstr("times in 2"));
    words.insert(words.end(), {"--confidence", "90"});
    const std::string all = answer_to(words).text;
    EXPECT_THAT(all, HasSubstr("with its 90 % interval over 3 jobs"));
    EXPECT_THAT(all, HasSubstr("--mca coll_tuned_allreduce_algorithm 4"));
}

TEST(CollectiveProgram, TheChartHasTheWinnerHoweverManyAlgorithmsThereAre) {
    const TemporaryFolder folder;
    std::vector<std::string> words;
    for (const int number : {1, 2, 3}) {
        SimulatedJob job(6, static_cast<std::uint64_t>(number));
        job.input().run.algorithms.clear();
        for (const char* const name : {"0/ignore", "1/a", "2/b", "3/c", "4/d", "5/e", "6/f", "7/fast"})
            job.input().run.algorithms.push_back(std::string("allreduce/") + name);
        for (const std::int64_t length : {64, 1024}) {
            for (int algorithm = 0; algorithm < 8; ++algorithm) {
                CollectiveCell cell = cell_of(allreduce, 6, length);
                cell.algorithm = algorithm;
                for (int pass = 0; pass < 8; ++pass)
                    job.add(cell, algorithm == 7 ? 20e-6 : 60e-6, 0.03, VisitPurpose::sweep, pass);
            }
        }
        words.push_back((folder / ("run" + std::to_string(number))).string());
        write_input(words.back(), job.input());
    }
    words.insert(words.end(), {"--html", (folder / "report.html").string()});
    (void)answer_to(words);
    const std::string page = content_of(folder / "report.html");
    const std::string chart = page.substr(page.find("<svg"), page.find("</svg>") - page.find("<svg"));
    EXPECT_THAT(chart, HasSubstr("6 ranks, 7/fast"));
    EXPECT_THAT(chart, HasSubstr("6 ranks, 0/ignore"));
}

TEST(CollectiveProgram, FasterAlgorithmsAreRulesForOpenMpi) {
    const TemporaryFolder folder;
    std::vector<std::string> words = some_jobs(folder);
    words.insert(words.end(), {"--tuning-rules", "-"});
    // The ring at 64, 1K and 16K on 6 ranks; nothing was measured elsewhere.
    EXPECT_EQ(answer_to(words).text,
              "1 # operations\n2 # allreduce\n3 # numbers of ranks\n"
              "1 # ranks\n1 # lengths\n0 0 0 0 # from this length on, algorithm\n"
              "6 # ranks\n5 # lengths\n"
              "0 0 0 0 # from this length on, algorithm\n64 4 0 0 # from this length on, algorithm\n"
              "1024 4 0 0 # from this length on, algorithm\n16384 4 0 0 # from this length on, algorithm\n"
              "16385 0 0 0 # from this length on, algorithm\n"
              "7 # ranks\n1 # lengths\n0 0 0 0 # from this length on, algorithm\n");
    EXPECT_EQ(answer_to({words.front(), "--tuning-rules", "-"}).text, "0 # operations\n") << "of one job";
}

TEST(CollectiveProgram, ARuleForAChainHasTheFanOutWithWhichItWasForced) {
    const TemporaryFolder folder;
    std::vector<std::string> words;
    for (const int job : {1, 2, 3}) {
        CollectiveInput input = some_input(static_cast<std::uint64_t>(job), 0);
        input.run.operations[allreduce] = "reduce";
        input.run.algorithms = {"reduce/0/ignore", "reduce/1/linear", "reduce/2/chain"};
        words.push_back((folder / ("run" + std::to_string(job))).string());
        write_input(words.back(), std::move(input));
    }
    words.insert(words.end(), {"--tuning-rules", "-"});
    const std::string rules = answer_to(words).text;
    EXPECT_THAT(rules, HasSubstr("\n64 2 4 0 # from this length on"));
    EXPECT_THAT(rules, HasSubstr("\n16385 0 0 0 # from this length on"));
}

TEST(CollectiveProgram, TheFullReportHasALineForEachRank) {
    const TemporaryFolder folder;
    write_input(folder / "run", some_input(1, 0));
    const std::string text = answer_to({(folder / "run").string(), "--verbose"}).text;
    EXPECT_THAT(text, HasSubstr("When each rank was through, from the start: allreduce on 6 ranks"));
    EXPECT_THAT(text, HasSubstr("     5 node5                 50 µs      50 µs      50 µs\n"));
}

TEST(CollectiveProgram, WhyNoAlgorithmIsFasterIsSaid) {
    AlgorithmChoice choice;
    choice.best = "4/ring";
    choice.max_ratio = 1.08;
    EXPECT_EQ(no_difference_text(choice), "no difference above 8 %");
    choice.max_ratio = 0.8;
    EXPECT_EQ(no_difference_text(choice),
              "the library's choice is surely faster than 4/ring, the fastest other");
    choice.max_ratio = std::nan("");
    EXPECT_EQ(no_difference_text(choice), "too few measurements to tell");
    choice.default_s = std::nan("");
    EXPECT_EQ(no_difference_text(choice), "the library's choice was not measured (--algorithms all)");
    choice.default_is_hidden = true;
    EXPECT_EQ(no_difference_text(choice), "the library's choice cannot be judged here");
}

TEST(CollectiveProgram, ARegressionEndsWithCodeFourAndIsNamed) {
    const TemporaryFolder folder;
    write_input(folder / "now", some_input(1, 300e-6));
    write_input(folder / "then", some_input(2, 0));
    const Answer answer =
        answer_to({(folder / "now").string(), "--baseline", (folder / "then_collectives.nc").string()});
    EXPECT_EQ(answer.code, ExitCode::faults_found);
    EXPECT_THAT(answer.text, HasSubstr("slower than in the baseline in 9 of 9 measurements"));
    EXPECT_THAT(answer.text, HasSubstr("regression=1"));
    EXPECT_EQ(answer_to({"--quiet", (folder / "now").string()}).code, ExitCode::undecided);
}

TEST(CollectiveProgram, JsonHasFaultsAndTuningApart) {
    const TemporaryFolder folder;
    std::vector<std::string> words = some_jobs(folder);
    words.insert(words.end(), {"--json", (folder / "report.json").string()});
    (void)answer_to(words);
    const auto json = nlohmann::json::parse(content_of(folder / "report.json"));
    EXPECT_EQ(json.at("schema_version"), 3);
    EXPECT_TRUE(json.at("findings").empty());
    const auto& collectives = json.at("collectives");
    EXPECT_EQ(collectives.at("tuning").size(), 4U);
    EXPECT_EQ(collectives.at("cells").size(), 9U);
    EXPECT_EQ(collectives.at("jobs"), 3);
    ASSERT_FALSE(collectives.at("algorithms").empty());
    EXPECT_EQ(collectives.at("algorithms").at(0).at("default_is_hidden"), false);
    EXPECT_EQ(collectives.at("cells").at(0).at("jobs"), 3);
    EXPECT_EQ(collectives.at("guidelines").at(0).at("mock_up"), "reduce+bcast");
    EXPECT_NEAR(collectives.at("cells").at(0).at("median_s"), 60e-6, 3e-6);
}

TEST(CollectiveProgram, ThePageHasCurvesWithIntervalsProfilesGuidelinesAndAlgorithms) {
    const TemporaryFolder folder;
    std::vector<std::string> words = some_jobs(folder);
    words.insert(words.end(), {"--html", (folder / "report.html").string()});
    (void)answer_to(words);
    const std::string page = content_of(folder / "report.html");
    for (const char* part :
         {"<svg", "class=\"pen-series0\" stroke-width=\"6\"", "data:image/png;base64,", "reduce+bcast",
          "Fastest algorithm by ranks and message length", "<strong>4/ring</strong>", "</html>"})
        EXPECT_THAT(page, HasSubstr(part));
}

/// The line with which the options are refused.
TEST(CollectiveProgram, ASlowHostIsInMetricsAndDrained) {
    const TemporaryFolder folder;
    SimulatedJob job(6, 3);
    add_search(job, 4);
    write_input(folder / "run", job.input());
    const Answer metrics = answer_to({(folder / "run").string(), "--prometheus", "-"});
    EXPECT_EQ(metrics.code, ExitCode::faults_found);
    EXPECT_THAT(metrics.text, HasSubstr("fabricmap_findings{kind=\"slow_node\"} 1\n"));
    EXPECT_THAT(metrics.text, HasSubstr("fabricmap_host_faulty{host=\"node4\"} 1\n"));
    EXPECT_THAT(metrics.text, HasSubstr("fabricmap_host_faulty{host=\"node3\"} 0\n"));
    EXPECT_THAT(
        answer_to({(folder / "run").string(), "--slurm-drain"}).text,
        HasSubstr(
            "scontrol update nodename=node4 state=drain reason=\"fabricmap: makes alltoall of 64K slow"));
}

std::string refusal_of(const std::vector<std::string>& words) {
    return error_of<UsageError>([&] { (void)carry_out(parse_options(words)); });
}

TEST(CollectiveProgram, WhatIsForDelaysIsRefusedInALine) {
    const TemporaryFolder folder;
    write_input(folder / "run", some_input(1, 0));
    const std::string run = folder / "run";
    EXPECT_THAT(refusal_of({run, "--only", "topology"}), HasSubstr("--only: only for runs of network_test"));
    EXPECT_THAT(refusal_of({run, "synthetic:ring8"}), HasSubstr("judged apart"));
    EXPECT_THAT(refusal_of({run, "--baseline", "synthetic:ring8"}),
                HasSubstr("give runs of collective_test"));
    EXPECT_THAT(refusal_of({"synthetic:ring8", "--json", collectives_path(folder / "run")}),
                HasSubstr("this file is a measurement"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
