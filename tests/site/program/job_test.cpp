// SPDX-License-Identifier: Apache-2.0
// Checks by real MPI jobs.
#include "site/store/store.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>

namespace fabricmap {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_program;

class JobsOfACheck : public ::testing::Test {
  protected:
    void SetUp() override {
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    }
    void TearDown() override { unsetenv("DEAD_HOST"); }

    /// On hosts that are names of this machine, which takes root.
    [[nodiscard]] std::vector<std::string> words_on_hosts(const std::string& hosts,
                                                          const std::vector<std::string>& more = {}) const {
        const std::string line = fmt::format(
            "mpirun --mca plm_rsh_agent '{}' --mca plm_rsh_no_tree_spawn 1 --mca pml ob1 --mca btl tcp,self "
            "--mca btl_tcp_if_include lo --mca oob_tcp_if_include lo --mca mpi_yield_when_idle 1 --bind-to "
            "none "
            "--host {{hosts}} -np {{ranks}} --map-by node",
            REMOTE_SHELL);
        std::vector<std::string> words{"check",
                                       "--preset",
                                       "quick",
                                       "--runs",
                                       "1",
                                       "--hosts",
                                       hosts,
                                       "--launcher",
                                       line,
                                       "--store",
                                       store_.path().string()};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /// The folder of the last check.
    [[nodiscard]] std::filesystem::path kept() const {
        const site::Store store(store_.path());
        return store.folder_of(store.checks().back());
    }
    [[nodiscard]] Json last() const { return *site::json_in(kept() / "check.json"); }

    testing::TemporaryFolder store_;
};

Json host_named(const Json& check, const std::string& name) {
    for (const Json& host : check.at("hosts")) {
        if (host.at("host") == name) return host;
    }
    return nullptr;
}

TEST_F(JobsOfACheck, OnTwoRanksOfThisHostAreLeftOpen) {
    const Outcome outcome =
        run_program("fabricmap", {"check", "--preset", "quick", "--time", "45s", "--launcher",
                                  "mpirun --oversubscribe -np 2", "--store", store_.path().string()});
    EXPECT_EQ(outcome.exit_code, 5) << outcome.err << outcome.out;
    const Json check = last();
    EXPECT_EQ(check["runs"], Json({"run1", "run2", "run3"}));
    EXPECT_THAT(check["measured"]["mpi_library"].get<std::string>(), HasSubstr("MPI"));
    EXPECT_EQ(check["measured"]["lengths_bytes"], Json({0, 65536, 262144}));
    EXPECT_EQ(check["measured"]["ranks_per_host"], 2.0);
    for (const char* const file : {"check.json", "diagnosis.json", "report.html"})
        EXPECT_THAT(testing::bytes_of(kept() / file), Not(HasSubstr(".unfinished-"))) << file;
    const Json diagnosis = *site::json_in(kept() / "diagnosis.json");
    EXPECT_THAT(diagnosis.at("run").at("command_line").get<std::string>(),
                HasSubstr(kept().string() + "/run"));
}

TEST_F(JobsOfACheck, AreEstimatedByADryRun) {
    const Outcome outcome =
        run_program("fabricmap", {"check", "--preset", "quick", "--dry-run", "--launcher",
                                  "mpirun --oversubscribe -np 2", "--store", (store_ / "none").string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("3 runs of one_to_one on the hosts of the launcher"));
    EXPECT_THAT(outcome.out, HasSubstr("at most 5 min 00 s, and their diagnosis after that"));
    EXPECT_THAT(outcome.out, HasSubstr("network_test -f FOLDER/run1"));
    EXPECT_THAT(outcome.out, HasSubstr("--max-time being its share of --time"));
    EXPECT_GT(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3) << "the estimate of the tester";
    EXPECT_FALSE(std::filesystem::exists(store_ / "none"));
}

TEST_F(JobsOfACheck, ThatCannotStartSayWhy) {
    const Outcome outcome =
        run_program("fabricmap", {"check", "--launcher", "false", "--store", store_.path().string()});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("run1: the job ended before anything was measured"));
    EXPECT_TRUE(site::Store(store_.path()).checks().empty());
}

TEST_F(JobsOfACheck, WhoseFilesLieElsewhereSayWhereTheStoreMustLie) {
    const Outcome outcome =
        run_program("fabricmap", {"check", "--launcher", "true", "--store", store_.path().string()});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_THAT(outcome.err,
                HasSubstr("its files are not here; the store (--store) must lie on a file system"));
}

TEST_F(JobsOfACheck, GoOnWithoutAHostThatIsDeadFromTheStart) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give a process another host name";
    setenv("DEAD_HOST", "node03", 1);
    const Outcome outcome = run_program("fabricmap", words_on_hosts("node[01-05]"));
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("node03: nothing can be started on it; it is left out"));
    const Json check = last();
    EXPECT_EQ(check["verdict"], "faults");
    EXPECT_EQ(host_named(check, "node03")["verdict"], "faulty");
    for (const char* const host : {"node01", "node02", "node04", "node05"})
        EXPECT_TRUE(host_named(check, host)["sends"]["factor"].is_number()) << host;
    EXPECT_THAT(outcome.out, HasSubstr("node03: nothing can be started on it"));
}

/// The ranks of a job that run on a host.
std::vector<pid_t> ranks_on(const std::string& host) {
    std::vector<pid_t> ranks;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const pid_t process = std::stoi(name);
        if (testing::process_file(process, "comm") != "network_test\n") continue;
        if (testing::process_file(process, "environ").find("HOSTNAME_OF_TEST=" + host) != std::string::npos)
            ranks.push_back(process);
    }
    return ranks;
}

TEST_F(JobsOfACheck, GoOnWithoutAHostThatStopsInTheMiddle) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give a process another host name";
    std::vector<std::string> words = words_on_hosts("node[01-05]");
    words.insert(words.begin(), std::string(PROGRAMS) + "/fabricmap");
    testing::Command command(words);
    std::vector<pid_t> stopped;
    ASSERT_TRUE(testing::eventually([&] {
        stopped = ranks_on("node02");
        return !stopped.empty();
    }));
    const auto is_measuring = [&] {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(store_.path())) {
            if (entry.path().filename().string().starts_with("run1_")) return true;
        }
        return false;
    };
    ASSERT_TRUE(testing::eventually(is_measuring));
    for (const pid_t rank : stopped) kill(rank, SIGSTOP);
    const Outcome outcome = command.wait();
    EXPECT_EQ(outcome.exit_code, 4) << outcome.err << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("node02: answered nobody in run1; it is left out"));
    const Json check = last();
    EXPECT_EQ(host_named(check, "node02")["verdict"], "faulty");
    EXPECT_TRUE(host_named(check, "node01")["sends"]["factor"].is_number());
    EXPECT_EQ(check["runs"], Json({"run1"}));
}

}  // namespace
}  // namespace fabricmap
