// SPDX-License-Identifier: Apache-2.0
// A machine that is healthy, gets a fault, and is mended, as fabricmap sees it.
#include "base/output_file.hpp"
#include "tests/site/program/store_of_checks.hpp"
#include "tests/small_disk.hpp"

#include <fmt/format.h>

#include <csignal>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::Outcome;
using ::testing::SizeIs;
using testing::StoreOfChecks;

const std::string healthy = "fat-tree,hosts=8,leaf=8;latency,level1=50us;bandwidth,link=1Gbit;noise,2%";
const std::string with_narrow_port = healthy + ";fault,slow-port,host=5,side=receiver,rate=100Mbit";

Json host_in(const Json& check, const std::string& name) {
    for (const Json& host : check.at("hosts")) {
        if (host.at("host") == name) return host;
    }
    return nullptr;
}

TEST(Check, FindsAPortThatWasNarrowedAndSeesItMended) {
    const StoreOfChecks site;
    site.become(healthy);
    Outcome outcome = site.check({"--note", "new machine"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Compared with nothing, as no check is accepted yet"));
    EXPECT_THAT(outcome.err, HasSubstr("3 runs of one_to_one on the hosts of the launcher"));
    EXPECT_EQ(site.fabricmap({"accept"}).exit_code, 0);
    EXPECT_EQ(site.check().exit_code, 0);
    EXPECT_EQ(site.last()["baseline"], Json(std::vector{site.checks().front()}));

    site.become(with_narrow_port);
    outcome = site.check();
    EXPECT_EQ(outcome.exit_code, 4) << outcome.out;
    Json check = site.last();
    EXPECT_EQ(check["verdict"], "faults");
    EXPECT_EQ(host_in(check, "node5")["verdict"], "faulty");
    EXPECT_THAT(host_in(check, "node5")["text"].get<std::string>(),
                AllOf(HasSubstr("receives"), HasSubstr("than in the baseline"), HasSubstr("of 12")));
    EXPECT_GT(host_in(check, "node5")["receives"]["own_factor"].get<double>(), 5);
    EXPECT_EQ(host_in(check, "node4")["verdict"], "healthy");
    EXPECT_THAT(outcome.out, HasSubstr("fabricmap history node5"));
    EXPECT_EQ(site.fabricmap({"state", "node5"}).exit_code, 4);
    EXPECT_EQ(site.fabricmap({"state", "node4"}).exit_code, 0);
    const std::string faulty_check = site.checks().back();
    EXPECT_THAT(site.fabricmap({"ticket", "node5"}).out,
                ContainsRegex(
                    "node5 receives .* slower.*\n +[0-9.]+ times, with 95 % confidence [0-9.]+ to [0-9.]+"));
    EXPECT_EQ(site.fabricmap({"ticket", "node9"}).exit_code, 2);

    site.become(healthy);
    outcome = site.check();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr("Recovered: node5 was faulty"));
    EXPECT_EQ(host_in(site.last(), "node5")["recovered_from"], faulty_check);
    EXPECT_EQ(site.fabricmap({"state", "node5"}).exit_code, 0);
    EXPECT_EQ(site.check().exit_code, 0);
    EXPECT_FALSE(host_in(site.last(), "node5").contains("recovered_from"));

    const Json history = Json::parse(site.fabricmap({"history", "node5", "--json"}).out);
    ASSERT_EQ(history.size(), 5U);
    for (std::size_t k = 0; k < history.size(); ++k)
        EXPECT_EQ(history[k]["receive_rate_bytes_per_s"].get<double>() < 20e6, k == 2) << k;
    EXPECT_EQ(site.fabricmap({"diff"}).exit_code, 0);
    EXPECT_EQ(site.fabricmap({"diff", site.checks().front(), faulty_check}).exit_code, 4);
}

TEST(Check, IsComparedOnlyWithWhatWasMeasuredAlikeAndAccepted) {
    const StoreOfChecks site;
    site.become(healthy);
    ASSERT_EQ(site.check().exit_code, 0);
    EXPECT_EQ(site.check().exit_code, 0);
    EXPECT_EQ(site.last()["baseline"], Json::array()) << "nothing is accepted by itself";
    ASSERT_EQ(site.fabricmap({"accept", "--note", "the healthy machine"}).exit_code, 0);
    const Outcome other = site.check({"--preset", "standard", "--time", "5m"});
    EXPECT_THAT(other.out, HasSubstr("Compared with nothing: the accepted check was measured otherwise"));
    EXPECT_EQ(site.last()["other_runs"], Json(std::vector<std::string>{"both_ways"}));
    EXPECT_EQ(site.check().exit_code, 0);
    EXPECT_THAT(site.last()["baseline"], SizeIs(1));
    ASSERT_EQ(site.fabricmap({"reject", site.checks()[1]}).exit_code, 0);
    EXPECT_EQ(site.check().exit_code, 0);
    EXPECT_EQ(site.last()["baseline"], Json::array());
    const Outcome history = site.fabricmap({"history"});
    EXPECT_THAT(history.out, HasSubstr("rejected"));
}

TEST(Check, TakesItsOptionsFromAFileAsWell) {
    const StoreOfChecks site;
    site.become(healthy);
    const std::filesystem::path file = site.store().parent_path() / "check.toml";
    testing::write_bytes(file, "preset = \"quick\"\nruns = 2\nnote = \"by timer\"\n");
    ASSERT_EQ(site.check({"--config", file.string(), "--note", "by hand"}).exit_code, 0);
    EXPECT_THAT(site.last()["runs"], SizeIs(2));
    EXPECT_EQ(site.last()["note"], "by hand");
    testing::write_bytes(file, "preset = \"quick\"\nrunz = 2\n");
    const Outcome outcome = site.check({"--config", file.string()});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(
        outcome.err,
        fmt::format("fabricmap: {}: there is no option 'runz'; see fabricmap check --help\n", file.string()));
}

// Each of its jobs ends after the shortest messages.
TEST(Check, CutShortSaysWhatToTypeAndNamesNoFolderThatIsGone) {
    const StoreOfChecks site;
    const std::filesystem::path part = site.store().parent_path() / "part";
    const auto check = [&](const char* state) {
        testing::write_bytes(part, fmt::format("3 0 {}\n", state));
        return site.fabricmap(
            {"check", "--preset", "quick", "--launcher", fmt::format("{} {}", PARTIAL_JOB, part.string())});
    };
    const auto page = [&] { return testing::bytes_of(site.store() / site.checks().back() / "report.html"); };
    const Outcome cut = check("cut");
    EXPECT_EQ(cut.exit_code, 5) << cut.out << cut.err;
    EXPECT_THAT(cut.out,
                HasSubstr("A run of the check did not end: repeat fabricmap check with a larger --time."));
    for (const std::string& text :
         {cut.out, cut.err, page(), site.last().dump(), site.fabricmap({"ticket", "cn01"}).out})
        EXPECT_THAT(text, AllOf(Not(HasSubstr(".unfinished-")),
                                Not(ContainsRegex("--(resume|suspects|lengths 0,1K)"))));
    EXPECT_THAT(page(), Not(ContainsRegex("--(baseline|topology|check)")));
    EXPECT_THAT(page(), HasSubstr("only the first run of a mode is judged where no check is accepted"));
    EXPECT_LT(page().find("What hides the answer"), page().find("<h2>Host by host"));
    EXPECT_LT(page().find("<h2>Host by host"), page().find("<h2>The machine"));
    const Outcome whole = check("healthy");
    EXPECT_EQ(whole.exit_code, 0) << whole.out << whole.err;
    EXPECT_LT(page().find("<h2>The machine"), page().find("<h2>Host by host"));
    EXPECT_THAT(page(), Not(HasSubstr("What hides the answer")));
}

// The launcher makes another machine of it for one of the three runs.
TEST(Check, TakesNoFaultFromARunThatWasDisturbed) {
    const StoreOfChecks site;
    for (const char* const disturbed : {"run1", "run2", "run3"}) {
        site.become(healthy);
        site.become_in(disturbed, with_narrow_port);
        const Outcome outcome = site.check();
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
        EXPECT_THAT(outcome.out,
                    ContainsRegex(fmt::format("node5 receives .* \\(in {}, and not in most", disturbed)));
        site.become(with_narrow_port);
        site.become_in(disturbed, healthy);
        EXPECT_EQ(site.check().exit_code, 4) << "two runs of three have the fault";
    }
}

TEST(Check, PrunesAllButTheLastAndTheAccepted) {
    const StoreOfChecks site;
    site.become(healthy);
    for (int k = 0; k < 4; ++k) ASSERT_EQ(site.check({"--runs", "1"}).exit_code, 0);
    const auto checks = site.checks();
    ASSERT_EQ(site.fabricmap({"accept", checks[1]}).exit_code, 0);
    const Outcome outcome = site.fabricmap({"prune", "--keep", "1"});
    EXPECT_EQ(outcome.out, "2 checks removed\n") << outcome.err;
    EXPECT_THAT(site.checks(), ElementsAre(checks[1], checks[3]));
}

TEST(Check, KilledAnywhereLeavesEarlierOnesWholeAndItsNameToTheNext) {
    const StoreOfChecks site;
    site.become(healthy);
    ASSERT_EQ(site.check().exit_code, 0);
    const std::string kept = testing::bytes_of(site.store() / site.checks().front() / "check.json");
    std::vector<std::string> words = site.check_words({"--store", site.store().string()});
    words.insert(words.begin(), std::string(PROGRAMS) + "/fabricmap");
    testing::Command killed(words);
    const auto is_begun = [&] {
        for (const auto& entry : std::filesystem::directory_iterator(site.store())) {
            if (entry.path().filename().string().starts_with(".unfinished-")) return true;
        }
        return false;
    };
    ASSERT_TRUE(testing::eventually(is_begun));
    kill(killed.pid(), SIGKILL);
    (void)killed.wait();
    EXPECT_EQ(testing::bytes_of(site.store() / site.checks().front() / "check.json"), kept);
    const Outcome next = site.check();
    EXPECT_EQ(next.exit_code, 0) << next.err;
    EXPECT_THAT(next.err, HasSubstr("was not finished; its files are removed"));
    EXPECT_THAT(site.checks(), SizeIs(2));
}

// The job of the first check is a second one.
TEST(Check, IsMadeByOneAtATime) {
    const StoreOfChecks site;
    const std::string program = std::string(PROGRAMS) + "/fabricmap";
    const std::string second =
        fmt::format("sh -c '{} check --launcher false --store {}; echo second ended with $? >&2; exit 1'",
                    program, site.store().string());
    const Outcome outcome = site.fabricmap({"check", "--launcher", second});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                ContainsRegex("fabricmap check \\(process [0-9]+ on .*\\) writes to this store"));
    EXPECT_THAT(outcome.err, HasSubstr("second ended with 3"));
    EXPECT_THAT(site.checks(), IsEmpty());
}

TEST(Check, EndsItsJobWhereItIsInterrupted) {
    const StoreOfChecks site;
    testing::Command check({std::string(PROGRAMS) + "/fabricmap", "check", "--launcher",
                            "sh -c 'sleep 1000; true'", "--store", site.store().string()});
    ASSERT_TRUE(testing::eventually([&] { return !check.children().empty(); }));
    kill(check.pid(), SIGTERM);
    const Outcome outcome = check.wait();
    EXPECT_EQ(outcome.exit_code, 130);
    EXPECT_FALSE(outcome.timed_out);
    EXPECT_THAT(outcome.err, HasSubstr("interrupted; what was not finished is removed"));
    for (const auto& entry : std::filesystem::directory_iterator(site.store()))
        EXPECT_FALSE(entry.is_directory()) << entry.path();
}

TEST(Check, OnADiskThatIsFullOrReadOnlySaysSoInALine) {
    const testing::SmallDisk disk("8m");
    if (!disk.mounted()) GTEST_SKIP() << "only root can mount a small disk";
    const StoreOfChecks site;
    site.become(healthy);
    const auto check = [&] {
        std::vector<std::string> words = site.check_words({"--store", (disk.path() / "store").string()});
        return testing::run_program("fabricmap", words);
    };
    disk.fill();
    const Outcome full = check();
    EXPECT_EQ(full.exit_code, 3);
    EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
    EXPECT_THAT(full.err, AllOf(HasSubstr("free some"), Not(HasSubstr(".unfinished-"))));
    std::filesystem::remove(disk.path() / "filler");
    ASSERT_TRUE(disk.make_read_only());
    const Outcome read_only = check();
    EXPECT_EQ(read_only.exit_code, 3);
    EXPECT_EQ(std::count(read_only.err.begin(), read_only.err.end(), '\n'), 1) << read_only.err;
    EXPECT_THAT(read_only.err, HasSubstr("Read-only"));
}

TEST(Check, RefusesWhatCannotBeMeant) {
    const StoreOfChecks site;
    for (const auto& wrong : std::vector<testing::Refused>{
             {{"check", "--preset", "fast"}, 2, "--preset fast: give quick, standard or thorough"},
             {{"check", "--hosts", "n1,n2", "--launcher", "mpirun"}, 2, "write {hosts} into it"},
             {{"check", "--launcher", "mpirun", "--time", "5s"}, 2, "too short for 4 runs; give 28s or more"},
             {{"check", "--launcher", "mpirun", "--runs", "0"}, 2, "--runs 0"},
             {{"check", "--hosts", "n[1-"}, 2, "host list"},
             {{"check", "--hosts", "vm", "--dry-run"},
              2,
              "one host has no network to check: give two or more"},
             {{"check", "--launcher", "A=1 nosuchlauncher -np 2", "--store", site.store()},
              2,
              "nosuchlauncher is not found"},
             {{"tune", "bcast", "--launcher", "nosuchlauncher"},
              2,
              "--launcher: nosuchlauncher is not found; install it"},
             {{"history", "--store", site.store()}, 3, "store: there is no such folder; name the one of"},
             {{"history", "--json", "--csv", "--store", site.store()}, 2, "--json and --csv"},
             {{"accept", "last", "--store", site.store()}, 3, "there is no such folder"},
             {{"accept", "last", "--store", "/a,b"}, 2, "without a comma"},
         })
        testing::expect_refused("fabricmap", wrong);
    setenv("FABRICMAP_STORE", "/nowhere/store", 1);
    testing::expect_refused("fabricmap",
                            {{"history"}, 3, "FABRICMAP_STORE /nowhere/store: there is no such folder"});
    unsetenv("FABRICMAP_STORE");
}

}  // namespace
}  // namespace fabricmap
