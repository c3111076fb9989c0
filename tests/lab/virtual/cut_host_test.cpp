// SPDX-License-Identifier: Apache-2.0
// A host whose network goes down is named, whatever the others do at that moment.
#include "netcdf_schema/own/run_writer.hpp"
#include "real_cluster.hpp"
#include "started_run.hpp"
#include "tests/command.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap::lab::testing {
namespace {

using namespace std::chrono_literals;
using fabricmap::testing::process_file;

/// Takes the device eth0 down where that process is.
bool take_network_down(pid_t process) {
    const pid_t child = fork();
    if (child == 0) {
        const int home = open(fmt::format("/proc/{}/ns/net", process).c_str(), O_RDONLY | O_CLOEXEC);
        if (home < 0 || setns(home, CLONE_NEWNET) != 0) _exit(1);
        const int any_socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        ifreq request{};
        std::strncpy(request.ifr_name, "eth0", IFNAMSIZ - 1);
        if (ioctl(any_socket, SIOCGIFFLAGS, &request) != 0) _exit(1);
        request.ifr_flags = static_cast<short>(request.ifr_flags & ~IFF_UP);
        _exit(ioctl(any_socket, SIOCSIFFLAGS, &request) == 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

template <typename Found>
bool is_found_in_time(const Found& found) {
    for (int attempt = 0; attempt < 4000; ++attempt, std::this_thread::sleep_for(5ms)) {
        if (found()) return true;
    }
    return false;
}

/// The tester's process on the host of that number, one rank for each host.
pid_t tester_on(const StartedRun& run, int host) {
    const std::string mark = fmt::format("PMIX_RANK={}", host) + '\0';
    pid_t found = -1;
    EXPECT_TRUE(is_found_in_time([&] {
        for (const pid_t process : run.processes()) {
            const bool is_tester = process_file(process, "comm") == "network_test\n";
            if (is_tester && process_file(process, "environ").find(mark) != std::string::npos)
                found = process;
        }
        return found > 0;
    }));
    return found;
}

struct CutJob {
    std::string name;
    std::vector<std::string> words;
    std::chrono::milliseconds after{0};
    bool while_measuring = true;  ///< or as soon as all ranks have come
};

void PrintTo(const CutJob& job, std::ostream* stream) {
    *stream << job.name;
}

class CutHost : public OnRealHosts, public ::testing::WithParamInterface<CutJob> {};

TEST_P(CutHost, IsNamedAndTheJobEnds) {
    std::vector<std::string> words{"--lengths", "0,1K,4K", "--fixed", "--pair-timeout", "3"};
    words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
    StartedRun run("fabric host hosts=4\nlatency base=50us\n", words);
    const pid_t tester = tester_on(run, 2);
    const std::filesystem::path sign = GetParam().while_measuring
                                           ? statistic_path(run.prefix(), Statistic::count)
                                           : std::filesystem::path(run.prefix().string() + ".lock");
    ASSERT_TRUE(is_found_in_time([&] { return std::filesystem::exists(sign); }));
    std::this_thread::sleep_for(GetParam().after);
    ASSERT_TRUE(take_network_down(tester));
    const Ended ended = run.wait();
    EXPECT_NE(ended.exit_code, 0);
    EXPECT_LT(ended.exit_code, 128) << "ended by the test: " << ended.output;
    EXPECT_THAT(ended.output, ::testing::HasSubstr("rank 2 on node2"));
    if (!GetParam().while_measuring) return;
    EXPECT_THAT(describe_for_resume(run.prefix())->unresponsive_hosts, ::testing::ElementsAre("node2"))
        << ended.output;
}

// Other pairs continue without the host: the job ends when it is the host's turn, so visits must be short.
INSTANTIATE_TEST_SUITE_P(In, CutHost,
                         ::testing::Values(CutJob{"the_first_moments", {"-n", "1000"}, 0ms, false},
                                           CutJob{
                                               "one_to_one", {"--schedule", "serial", "-n", "3000"}, 300ms},
                                           CutJob{"rounds", {"--schedule", "rounds", "-n", "3000"}, 300ms},
                                           CutJob{"bcast", {"-t", "bcast", "-n", "100000"}, 300ms}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace fabricmap::lab::testing
