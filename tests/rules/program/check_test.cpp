// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/rules/causes/written_trace.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace fabricmap::testing {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string waits = std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace";

/// The parts of a man page that stand between lines of three backquotes.
std::vector<std::string> literal_blocks(const std::string& page) {
    std::vector<std::string> blocks;
    bool is_within = false;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (line == "```") {
            is_within = !is_within;
            if (is_within) blocks.emplace_back();
        } else if (is_within) {
            blocks.back() += line + "\n";
        }
    }
    return blocks;
}

Outcome check(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    return run_program("network_rules", std::move(words));
}

TEST(RulesProgram, DoesWhatTheManPageShows) {
    const auto blocks = literal_blocks(bytes_of(std::string(MAN_PAGES) + "/fabricmap-rules.5.scd"));
    ASSERT_EQ(blocks.size(), 5U);
    const TemporaryFolder folder;
    write_bytes(folder / "late.trace", blocks[2]);
    write_bytes(folder / "late.mpr", blocks[3]);
    const Outcome outcome =
        run({"/bin/sh", "-c",
             fmt::format("cd '{}' && '{}/network_rules' check late.mpr --trace late.trace",
                         folder.path().string(), PROGRAMS)});
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_EQ(outcome.out, blocks[4]);
}

TEST(RulesProgram, NamesALineOnceWhereARankComesLateToItInEachRound) {
    WrittenTrace written(2, 100);
    written.barrier({0, 0}, "a.c:1");
    written.barrier({10, 40}, "a.c:1");
    const TemporaryFolder folder;
    write_bytes(folder / "round.trace", written.text());
    EXPECT_THAT(check({"--trace", folder / "round.trace"}).out,
                HasSubstr("rank 1 comes late to a.c:1, computing since its last call there: others wait"));
}

/// One process leaves the barrier 40 ms after the other.
std::string late_end(int ranks_per_processor) {
    std::string text = fmt::format(
        "program process_count 2 total_time 0.1 total_communication_time 0.1 "
        "ranks_per_processor {};\n",
        ranks_per_processor);
    for (const int rank : {0, 1}) {
        text += fmt::format(
            "process rank {0} start_time 0.0 finish_time 0.1 host \"near\";\n"
            "operation collective op_name \"MPI_Barrier\" op_type \"barrier\" bytes 0 process_rank {0} "
            "root_process_rank 0 start_time_min 0.04 start_time_max 0.04 finish_time_min 0.05 "
            "finish_time_max 0.09 start_time 0.04 finish_time {1} root_start_time 0.04 root_finish_time "
            "0.05 "
            "source_code \"a.c:1\" instance 0 last_process_rank 1 last_source_code \"a.c:1\";\n",
            rank, rank == 0 ? 0.05 : 0.09);
    }
    return text;
}

TEST(RulesProgram, BlamesNoBarrierWhereRanksShareProcessors) {
    const TemporaryFolder folder;
    for (const int shared : {1, 2}) {
        write_bytes(folder / "shared.trace", late_end(shared));
        const std::string out = check({"--trace", folder / "shared.trace"}).out;
        EXPECT_THAT(out, HasSubstr("barrier completion"));
        EXPECT_EQ(out.find("the barrier itself is slow") == std::string::npos, shared == 2) << out;
        EXPECT_EQ(out.find("start one on each processor") != std::string::npos, shared == 2) << out;
    }
}

// The first rule loses time once a process has left, the second from the start on.
TEST(RulesProgram, KnowsByWhatARuleLosesThatItsAdviceIsOnTheOperation) {
    const TemporaryFolder folder;
    const auto rule = [](const char* name, const char* from) {
        return fmt::format(
            "problem \"{0}\"\ndescription \"a rule of a site\"\nfind op type collective\n"
            "where op.op_type eq \"barrier\"\n"
            "lost on op.process_rank from {1} to op.finish_time\nadvice \"ask for {0}\";\n",
            name, from);
    };
    write_bytes(folder / "site.mpr", rule("late end", "op.finish_time_min") + rule("all", "op.start_time"));
    for (const int shared : {1, 2}) {
        write_bytes(folder / "shared.trace", late_end(shared));
        const std::string out = check({folder / "site.mpr", "--trace", folder / "shared.trace"}).out;
        EXPECT_EQ(out.find("ask for late end") == std::string::npos, shared == 2) << out;
        EXPECT_THAT(out, HasSubstr("ask for all"));
        EXPECT_EQ(out.find("start one on each processor") != std::string::npos, shared == 2) << out;
    }
}

TEST(RulesProgram, TakesAWordThatIsNoCommandForAFileOfRulesAndSaysSo) {
    const Outcome outcome = check({"nothing"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("check: nothing is taken for a file of rules; give what to look at"));
}

TEST(RulesProgram, ReportsProblemsWithPlacesRanksHostsAndAdvice) {
    const Outcome outcome = check({"--trace", waits, "--fail-above", "1%"});
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("wait at barrier: 1.5 % of the run, 6 s; severity 0.06"));
    EXPECT_THAT(outcome.out, HasSubstr("  waits.c:44: 6 s in 3 instances; ranks 0-2 on node0, node1\n"));
    EXPECT_THAT(
        outcome.out,
        HasSubstr(
            "  waits.c:32 waits for waits.c:31: 3 s in 1 instance; rank 1 on node0 for rank 0 on node0\n"));
    EXPECT_THAT(outcome.out, HasSubstr("  also counted as late sender: 100 %\n"));
    EXPECT_THAT(outcome.out, HasSubstr("early prefix reduction: 1 of 4: the trace lacks a field"));
    EXPECT_THAT(outcome.out, HasSubstr("\nRESULT: verdict=problems problems=18 above=1 "));
}

/// 6 of the 400 seconds of 4 processes.
TEST(RulesProgram, FailsOnlyAboveTheLimit) {
    const std::vector<std::string> barrier{"--trace",         waits,     "--only",
                                           "wait at barrier", "--quiet", "--fail-above"};
    for (const auto& [limit, code] :
         {std::pair("1.5%", 0), {"0.015", 0}, {"1.4999%", 4}, {"0%", 4}, {"100%", 0}}) {
        std::vector<std::string> words = barrier;
        words.emplace_back(limit);
        EXPECT_EQ(check(words).exit_code, code) << limit;
    }
}

/// What a rule lost is above the largest number that is smaller than it, and not above itself.
TEST(RulesProgram, FailsFromTheVeryNextNumberOn) {
    for (std::vector<std::string> words : std::vector<std::vector<std::string>>{
             {"--trace", waits, "--only", "early prefix reduction"},
             {"--map", "synthetic:fat-tree,hosts=8,leaf=4;fault,slow-node,host=5,factor=3", "--only",
              "slow_node"}}) {
        words.emplace_back("--json");
        words.emplace_back("-");
        const auto rule = nlohmann::json::parse(check(words).out).at("rules").at(0);
        const double value = rule.contains("share") ? rule.at("share") : rule.at("severity");
        ASSERT_GT(value, 0);
        words.emplace_back("--fail-above");
        for (const auto& [limit, code] : {std::pair(value, 0), {std::nextafter(value, 0), 4}}) {
            words.push_back(fmt::format("{:.17g}", limit));
            EXPECT_EQ(check(words).exit_code, code) << words.back();
            words.pop_back();
        }
    }
}

TEST(RulesProgram, WritesAllNumbersAsJson) {
    const Outcome outcome = check({"--trace", waits, "--json", "-"});
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json.at("schema_version"), 3);
    EXPECT_EQ(json.at("process_seconds"), 400.0);
    const auto& rules = json.at("rules");
    const auto barrier = std::find_if(rules.begin(), rules.end(),
                                      [](const auto& rule) { return rule.at("name") == "wait at barrier"; });
    ASSERT_NE(barrier, rules.end());
    EXPECT_NEAR(barrier->at("severity").get<double>(), 0.06, 1e-12);
    EXPECT_NEAR(barrier->at("share").get<double>(), 0.015, 1e-12);
    EXPECT_EQ(barrier->at("places").at(0).at("ranks"), nlohmann::json({0, 1, 2}));
    EXPECT_EQ(barrier->at("places").at(0).at("worst").at("to"), 52.0);
    const auto late = std::find_if(rules.begin(), rules.end(),
                                   [](const auto& rule) { return rule.at("name") == "late sender"; });
    EXPECT_EQ(late->at("places").at(0).at("worst").at("waits_for_rank"), 0);
    EXPECT_FALSE(barrier->at("advice").get<std::string>().empty());
}

TEST(RulesProgram, WritesAPageThatNeedsNoNetwork) {
    const TemporaryFolder folder;
    EXPECT_EQ(check({"--trace", waits, "--html", folder / "a.html"}).exit_code, 0);
    const std::string page = bytes_of(folder / "a.html");
    EXPECT_THAT(page, HasSubstr("<h3>wait at barrier</h3>"));
    EXPECT_THAT(page, HasSubstr("rank 1 waits 3 s for rank 0"));
    EXPECT_THAT(page, HasSubstr("The longest wait: rank 1 from 10.000000 s for 3 s"));
    // The last to enter the barrier: its record does not name it.
    EXPECT_THAT(page, HasSubstr("rank 0 waits 2 s for rank 3</text>"));
    EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
    EXPECT_THAT(page, Not(HasSubstr("url(")));
    EXPECT_LT(page.size(), std::size_t{2} << 20U);
    EXPECT_THAT(check({"--trace", waits, "--html", "-", "--json", "-"}).err,
                HasSubstr("--json has this name"));
}

TEST(RulesProgram, LeavesFilesThatAreThereUnlessToldToReplaceThem) {
    const TemporaryFolder folder;
    for (const char* const option : {"--html", "--json"}) {
        write_bytes(folder / "mine", "mine");
        const Outcome refused = check({"--trace", waits, option, folder / "mine"});
        EXPECT_EQ(refused.exit_code, 3);
        EXPECT_THAT(refused.err, HasSubstr("mine: already exists"));
        EXPECT_EQ(bytes_of(folder / "mine"), "mine");
        EXPECT_EQ(check({"--trace", waits, option, folder / "mine", "--overwrite"}).exit_code, 0);
        EXPECT_NE(bytes_of(folder / "mine"), "mine");
    }
}

TEST(RulesProgram, CountsPairsOnRequest) {
    const std::string paper = std::string(SAMPLES_DIRECTORY) + "/rules/paper.mpr";
    EXPECT_THAT(check({paper, "--trace", waits}).out, HasSubstr("severity 0.03\n"));
    EXPECT_THAT(check({paper, "--trace", waits, "--count", "pairs"}).out, HasSubstr("severity 0.06\n"));
}

TEST(RulesProgram, ReportsWhatNoDataCanAnswer) {
    const std::string map = std::string(SAMPLES_DIRECTORY) + "/rules/map.mpr";
    const Outcome outcome = check({map, "--trace", waits});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("9 rules: no map was given (--map RUN)"));
    const TemporaryFolder folder;
    write_bytes(folder / "empty.trace",
                "program process_count 1 total_time 1.0 total_communication_time 0.0;");
    const Outcome empty = check({"--trace", folder / "empty.trace"});
    EXPECT_EQ(empty.exit_code, 0);
    EXPECT_THAT(empty.out, HasSubstr("The trace holds no operations"));
}

TEST(RulesProgram, FindsNothingWhereNothingIsCommunicated) {
    const TemporaryFolder folder;
    write_bytes(folder / "alone.trace",
                "program process_count 2 total_time 1.0 total_communication_time 0.0;"
                "process rank 0 start_time 0.0 finish_time 1.0;"
                "process rank 1 start_time 0.0 finish_time 1.0;"
                "region name \"work\" process_rank 0 start_time 0.1 finish_time 0.9;");
    const std::string paper = std::string(SAMPLES_DIRECTORY) + "/rules/paper.mpr";
    for (const std::vector<std::string>& rules : {std::vector<std::string>{}, {paper}}) {
        std::vector<std::string> words = rules;
        words.insert(words.end(), {"--trace", folder / "alone.trace", "--fail-above", "0%", "--overwrite",
                                   "--html", folder / "a.html"});
        const Outcome outcome = check(words);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("Lost: 0 s of the 2 s of its processes (2), 0 %."));
        EXPECT_THAT(outcome.out, HasSubstr("The trace holds no operations: there is nothing to judge."));
        EXPECT_THAT(outcome.out, HasSubstr("RESULT: verdict=fine problems=0 above=0 share=0 "));
    }
}

/// Over a trace and a map: without the map it is known of no message how long it should take.
TEST(RulesProgram, CountsWhatOnlyAMapCouldAnswer) {
    const Outcome outcome = check({"--trace", waits, "--only", "slower than the network"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("slower than the network: 5 of 5: the trace lacks a field, or a map"));
    EXPECT_THAT(outcome.out, EndsWith("unknown=5\n"));
}

TEST(RulesProgram, ListsItsRulesAndThePageDescribesThem) {
    const Outcome outcome = run_program("network_rules", {"list"});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 40);
    const std::string page = bytes_of(std::string(MAN_PAGES) + "/network_rules.1.scd");
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(0, line.find("  "));
        EXPECT_THAT(page, HasSubstr("*" + name + "*"));
        const Outcome explained = run_program("network_rules", {"explain", name, "--trace", waits});
        EXPECT_EQ(explained.exit_code, 0) << explained.err;
        EXPECT_THAT(explained.out, HasSubstr("\nAdvice: ")) << name;
    }
}

TEST(RulesProgram, ExplainsItsPlan) {
    const Outcome outcome = run_program("network_rules", {"explain", "wrong order", "--trace", waits});
    EXPECT_THAT(outcome.out, HasSubstr("  op1: 2 of 7 records of point_to_point\n"));
    EXPECT_THAT(outcome.out,
                HasSubstr("  op2: 5 of 7 records of point_to_point, one that fits is enough; by "));
    EXPECT_THAT(outcome.out, HasSubstr("; 2 partitioned by; 2 looked up in sorted records\n"));
    EXPECT_THAT(
        run_program("network_rules", {"explain", "slow_link"}).out,
        HasSubstr("(sample.median | sample.source = s.source and sample.bytes = s.bytes and sample.class "
                  "= s.class and sample.mode = s.mode)"));
}

TEST(RulesProgram, RefusesWhatIsWrongInOneLineWithItsCode) {
    for (const Refused& wrong : std::vector<Refused>{
             {{"check"}, 2, "--trace TRACE, --map RUN, or both"},
             {{"check", "--trace", waits, "--fail-above", "200%"}, 2, "--fail-above 200%: give a percentage"},
             {{"check", "--trace", waits, "--count", "x"}, 2, "--count x: give bindings or pairs"},
             {{"check", "--trace", waits, "--only", "late sendr"}, 2, "did you mean 'late sender'?"},
             {{"check", "--trace", waits, "--skip", "zzzzzzzz"}, 2, "network_rules list prints them"},
             {{"check", "no.mpr", "--trace", waits}, 3, "no.mpr"},
             {{"check", "--trace", "no.trace"}, 3, "no.trace"},
             {{"explain", "late sendr"}, 2, "did you mean 'late sender'?"},
             {{}, 2, "subcommand is required"},
         }) {
        expect_refused("network_rules", wrong);
    }
}

/// Rank 0 waits 2 s and 1 s at a barrier, of 100 s that all are in communication. Seconds are no fraction.
TEST(RulesProgram, RefusesASeverityBeyondTheRun) {
    const TemporaryFolder folder;
    const std::string rule =
        "problem waits description \"d\" find op type collective where op.op_type eq \"barrier\" "
        "and op.process_rank = 0 severity (op.start_time_max - op.start_time)";
    write_bytes(folder / "seconds.mpr", rule + ";");
    const Outcome outcome = check({folder / "seconds.mpr", "--trace", waits});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("waits: its severity is 2 for one finding, more than all time in "
                          "communication: divide seconds by total_communication_time; --force "));
    EXPECT_THAT(outcome.out, HasSubstr("RESULT: verdict=fine problems=0 above=0 "));
    EXPECT_THAT(check({folder / "seconds.mpr", "--trace", waits, "--force"}).out,
                HasSubstr("the rule gave a severity of 2, outside 0 to 1"));
    write_bytes(folder / "fraction.mpr", rule + " / total_communication_time;");
    EXPECT_THAT(check({folder / "fraction.mpr", "--trace", waits, "--fail-above", "0%"}).out,
                HasSubstr("waits: 0.5 % of the run, 2 s; severity 0.02\n"));
}

TEST(RulesProgram, PrintsAllErrorsOfAFileOfRules) {
    const TemporaryFolder folder;
    write_bytes(folder / "a.mpr",
                "problem a description \"\" find x type collective where x.byte > 1 severity 1\n"
                "problem b description \"\" find x type collective where x.start_tim > 1 severity x.bytes;");
    const Outcome outcome = check({folder / "a.mpr", "--trace", waits});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr("a.mpr:2:1: read 'problem', expected"));
    EXPECT_THAT(outcome.err,
                HasSubstr("a.mpr:2:57: collective has no field 'start_tim'; did you mean 'start_time'?"));
}

}  // namespace
}  // namespace fabricmap::testing
