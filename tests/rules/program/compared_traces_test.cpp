// SPDX-License-Identifier: Apache-2.0
// A run beside an earlier one of the same program, both worked by hand.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Site {
    std::string function;
    std::string place;
    int rank = 0;
    double seconds = 0;
};

/// Two processes of 10 seconds each, of which 4 in communication.
std::string trace_of(const std::vector<Site>& sites) {
    std::string text = "program\nprocess_count 2\ntotal_time 10.0\ntotal_communication_time 4.0;\n";
    for (int rank = 0; rank < 2; ++rank)
        text +=
            fmt::format("process\nrank {}\nstart_time 0.0\nfinish_time 10.0\nhost \"node{}\";\n", rank, rank);
    for (const Site& site : sites) {
        text += fmt::format(
            "call_site\nop_name \"{}\"\nprocess_rank {}\nsource_code \"{}\"\ncount 3\ninside_time {}\nbytes "
            "0;\n",
            site.function, site.rank, site.place, site.seconds);
    }
    return text;
}

class ComparedTraces : public ::testing::Test {
  protected:
    ComparedTraces() {
        // The places are met in another order, so that equal ones have other numbers.
        write_bytes(folder_ / "earlier.trace", trace_of({{"MPI_Send", "a.c:20", 0, 1.0},
                                                         {"MPI_Recv", "a.c:10", 1, 0.4},
                                                         {"MPI_Wait", "gone.c:1", 0, 0.1},
                                                         {"MPI_Recv", "a.c:10", 0, 0.5}}));
        write_bytes(folder_ / "now.trace", trace_of({{"MPI_Recv", "a.c:10", 0, 1.0},
                                                     {"MPI_Recv", "a.c:10", 1, 0.2},
                                                     {"MPI_Barrier", "new.c:5", 1, 0.9},
                                                     {"MPI_Send", "a.c:20", 0, 1.1}}));
    }

    std::string file(const std::string& name) const { return (folder_ / name).string(); }
    Outcome check(const std::string& now, const std::string& earlier,
                  const std::vector<std::string>& options = {}) const {
        std::vector<std::string> words{"check", "--trace", now, "--trace", "earlier=" + earlier};
        words.insert(words.end(), options.begin(), options.end());
        return run_program("network_rules", words);
    }

    TemporaryFolder folder_;
};

/// The receive took 0.9 s and takes 1.2 s, 0.3 of 20 s more; the send takes a tenth longer, which is ignored,
/// and what is new or gone is compared with nothing.
TEST_F(ComparedTraces, NameThePlaceThatTakesLongerWithWhatItTakesMore) {
    const Outcome outcome = check(file("now.trace"), file("earlier.trace"), {"--fail-above", "1%"});
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Trace earlier: " + file("earlier.trace") + "\n"));
    EXPECT_THAT(outcome.out, HasSubstr("slower than before: 1.5 % of the run, 300 ms; severity 0.075\n"));
    EXPECT_THAT(outcome.out, HasSubstr("  a.c:10: 300 ms in 2 instances; ranks 0-1 on node0, node1\n"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("a.c:20: 100 ms")));
    // That these calls take time at all is explained by no rule: another line of the report.
    EXPECT_THAT(outcome.out,
                HasSubstr("RESULT: verdict=problems problems=2 above=2 share=0.015 unexplained=0.16 "));
}

TEST_F(ComparedTraces, FindNothingWhereNothingChanged) {
    for (const char* name : {"now.trace", "earlier.trace"}) {
        const Outcome outcome = check(file(name), file(name), {"--fail-above", "0%"});
        EXPECT_THAT(outcome.out, Not(HasSubstr("slower than before"))) << outcome.out;
        EXPECT_THAT(outcome.out,
                    HasSubstr("RESULT: verdict=problems problems=1 above=1 share=0 unexplained=0.1"));
    }
}

/// What was slower before is no problem of now.
TEST_F(ComparedTraces, AreNotJudgedThemselves) {
    const Outcome outcome = check(file("earlier.trace"), file("now.trace"), {"--fail-above", "0%"});
    EXPECT_THAT(outcome.out, Not(HasSubstr("slower than before"))) << outcome.out;
    EXPECT_THAT(outcome.out,
                HasSubstr("RESULT: verdict=problems problems=1 above=1 share=0 unexplained=0.1 "));
}

/// A fault of the earlier run shows in no other rule.
TEST_F(ComparedTraces, AreLookedAtByNoOtherRule) {
    const std::string waits = std::string(SAMPLES_DIRECTORY) + "/traces/waits.trace";
    const Outcome outcome = check(file("now.trace"), waits);
    EXPECT_THAT(outcome.out,
                HasSubstr("RESULT: verdict=problems problems=1 above=1 share=0 unexplained=0.16 "));
    EXPECT_THAT(outcome.out, HasSubstr("slower than before: the trace earlier has no call sites"));
}

TEST_F(ComparedTraces, AreMissedWhereNoneWasGiven) {
    const Outcome outcome = run_program("network_rules", {"check", "--trace", file("now.trace")});
    EXPECT_THAT(outcome.out, HasSubstr("slower than before: no trace named 'earlier' was given "
                                       "(--trace earlier=TRACE)"));
}

TEST_F(ComparedTraces, AreNamedInJson) {
    const Outcome outcome =
        check(file("now.trace"), file("earlier.trace"), {"--json", "-", "--only", "slower than before"});
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json.at("compared_traces"),
              (nlohmann::json{{{"name", "earlier"}, {"trace", file("earlier.trace")}}}));
    const auto& place = json.at("rules").at(0).at("places").at(0);
    EXPECT_EQ(place.at("ranks"), (std::vector<int>{0, 1}));
    EXPECT_NEAR(place.at("seconds"), 0.3, 1e-12);
}

TEST_F(ComparedTraces, CanBeAskedForAnyType) {
    write_bytes(folder_ / "longer.mpr",
                "problem longer description \"the run takes longer\"\n"
                "find now type process find old type process in may\n"
                "where now.rank = old.rank and now.finish_time > old.finish_time\n"
                "severity (now.finish_time - old.finish_time) / total_communication_time;\n");
    const std::string text = trace_of({});
    std::string shorter = text;
    shorter.replace(shorter.find("finish_time 10.0"), 16, "finish_time 9.0 ");
    write_bytes(folder_ / "long.trace", text);
    write_bytes(folder_ / "short.trace", shorter);
    const Outcome outcome =
        run_program("network_rules", {"check", file("longer.mpr"), "--trace", file("long.trace"), "--trace",
                                      "may=" + file("short.trace")});
    EXPECT_EQ(outcome.exit_code, 4) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("longer: 5 % of the run, 1 s; severity 0.25\n"));
}

/// Of all receives, wherever their lines are, 0.9 s and 1.2 s; of waits 0.1 s and none.
TEST_F(ComparedTraces, CanBeAddedUpByFunction) {
    write_bytes(folder_ / "functions.mpr",
                "problem \"slower function\" description \"takes longer wherever it is called\"\n"
                "find now type call_site\n"
                "let before = sum(call_site.inside_time in earlier | call_site.op_name eq now.op_name)\n"
                "where before > 0\n"
                "group by now.op_name having sum(now.inside_time) > 1.2 * before\n"
                "severity (sum(now.inside_time) - before) / total_communication_time;\n"
                "problem \"new place\" description \"was not there\"\n"
                "find now type call_site\n"
                "where count(call_site.count in earlier | call_site.source_code eq now.source_code) = 0\n"
                "severity now.inside_time / total_communication_time;\n");
    const std::vector<std::string> words{"check",        file("functions.mpr"),
                                         "--trace",      file("now.trace"),
                                         "--trace",      "earlier=" + file("earlier.trace"),
                                         "--fail-above", "0%"};
    const Outcome outcome = run_program("network_rules", words);
    EXPECT_EQ(outcome.exit_code, 4) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("slower function: 1.5 % of the run, 300 ms; severity 0.075\n"));
    EXPECT_THAT(outcome.out, HasSubstr("new place: 4.5 % of the run, 900 ms; severity 0.225\n"));
    EXPECT_THAT(outcome.out, HasSubstr("  new.c:5: 900 ms in 1 instance; rank 1 on node1\n"));
    const Outcome without =
        run_program("network_rules", {"check", file("functions.mpr"), "--trace", file("now.trace")});
    EXPECT_THAT(without.out, HasSubstr("slower function, new place: no trace named 'earlier' was given"));
}

TEST_F(ComparedTraces, AreRefusedWhereTheyDoNotSayWhichIsWhich) {
    const std::string now = file("now.trace");
    for (const Refused& wrong : std::vector<Refused>{
             {{"check", "--trace", "earlier=" + now}, 2, "give the trace, too, that is compared with it"},
             {{"check", "--trace", now, "--trace", now}, 2, "a second trace to be judged"},
             {{"check", "--trace", now, "--trace", "a=" + now, "--trace", "a=" + now},
              2,
              "a second trace of this name"},
             {{"check", "--trace", now, "--trace", "map=" + now}, 2, "'map' is the name of maps"},
             {{"check", "--trace", now, "--trace", "earlier="}, 2, "name a trace after '='"},
             {{"check", "--trace", now, "--trace", "earlier=/nowhere"}, 3, "/nowhere"}}) {
        expect_refused("network_rules", wrong);
    }
}

}  // namespace
}  // namespace fabricmap::testing
