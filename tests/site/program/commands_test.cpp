// SPDX-License-Identifier: Apache-2.0
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <csignal>

namespace fabricmap {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using ::testing::StartsWith;

TEST(Fabricmap, HelpsOnOneScreen) {
    const Outcome outcome = run_program("fabricmap", {});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.out, run_program("fabricmap", {"--help"}).out);
    EXPECT_LE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 48);
    for (const char* const command : {"\n  check ", "\n  why ", "\n  measure p2p ", "\n  lab "})
        EXPECT_THAT(outcome.out, HasSubstr(command));
}

TEST(Fabricmap, ListsWhatCanBeMeasured) {
    const Outcome outcome = run_program("fabricmap", {"measure"});
    EXPECT_EQ(outcome.exit_code, 0);
    for (const char* const command : {"\n  measure p2p ", "\n  measure stream ", "\n  measure collective "})
        EXPECT_THAT(outcome.out, HasSubstr(command));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 5) << "and nothing else";
    EXPECT_EQ(run_program("fabricmap", {"measure", "--help"}).out, outcome.out);
    EXPECT_EQ(run_program("fabricmap", {"help", "measure"}).out, outcome.out);
}

TEST(Fabricmap, BecomesThePrograms) {
    for (const auto& [words, program] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"diagnose"}, "network_diagnose"},
             {{"network_diagnose"}, "network_diagnose"},
             {{"lab"}, "network_lab"},
             {{"test"}, "network_test"},
             {{"measure", "p2p"}, "network_test"}}) {
        std::vector<std::string> asked = words;
        asked.emplace_back("--version");
        EXPECT_THAT(run_program("fabricmap", asked).out, StartsWith(program));
        std::vector<std::string> helped = words;
        helped.insert(helped.begin(), "help");
        EXPECT_EQ(run_program("fabricmap", helped).out, run_program(program, {"--help"}).out);
    }
}

TEST(Fabricmap, HandsOnOptionsStreamsAndExitCodes) {
    const std::vector<std::string> words{"synthetic:two_racks_slow_receiver", "--quiet"};
    const Outcome own = run_program("network_diagnose", words);
    const Outcome umbrella =
        run_program("fabricmap", {"diagnose", "synthetic:two_racks_slow_receiver", "--quiet"});
    EXPECT_EQ(umbrella.exit_code, 4);
    EXPECT_EQ(umbrella.out, own.out);
    EXPECT_EQ(run_program("fabricmap", {"diagnose", "missing"}).exit_code, 3);
    EXPECT_EQ(run_program("fabricmap", {"diagnose", "--wrong"}).exit_code, 2);
}

/// Whether the process is one of network_lab and does something of its own when it is asked to end.
bool is_lab_that_tidies_up(pid_t process) {
    const std::string status = testing::process_file(process, "status");
    const std::string caught = "SigCgt:\t";
    const auto at = status.find(caught);
    if (at == std::string::npos || !status.starts_with("Name:\tnetwork_lab\n")) return false;
    const auto signals = std::stoull(status.substr(at + caught.size(), 16), nullptr, 16);
    return (signals >> (SIGTERM - 1) & 1U) != 0;
}

TEST(Fabricmap, LetsSignalsReachTheProgram) {
    const testing::TemporaryFolder folder;
    testing::Command command({std::string(PROGRAMS) + "/fabricmap", "lab", "run", "torus,size=10x10x10",
                              "--kind", "synthetic", "-f", (folder / "run").string(), "--", "--lengths",
                              "count:40"});
    ASSERT_TRUE(testing::eventually([&] { return is_lab_that_tidies_up(command.pid()); }));
    kill(command.pid(), SIGTERM);
    EXPECT_EQ(command.wait().exit_code, 130);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Fabricmap, SuggestsTheNearestCommand) {
    for (const auto& [typed, meant] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"statee"}, "did you mean 'state'?"},
             {{"diagnos"}, "did you mean 'diagnose'?"},
             {{"hlep"}, "did you mean 'help'?"},
             {{"measure", "steam"}, "did you mean 'measure stream'?"},
             {{"xyzzyxyzzy"}, "there is no such command; see fabricmap --help"},
             {{"--quiet"}, "options stand behind a command"},
             {{"help", "acept"}, "did you mean 'accept'?"}})
        testing::expect_refused("fabricmap", {typed, 2, meant});
}

TEST(Fabricmap, SaysWhatIsNotInstalled) {
    const testing::TemporaryFolder folder;
    std::filesystem::copy_file(std::string(PROGRAMS) + "/fabricmap", folder / "fabricmap");
    const Outcome outcome = testing::run({(folder / "fabricmap").string(), "show", "run"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err, HasSubstr("network_viewer: it is not installed here"));
}

}  // namespace
}  // namespace fabricmap
