// SPDX-License-Identifier: Apache-2.0
#include "tests/kills.hpp"

#include "base/errors.hpp"
#include "tests/repetitions.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <memory>
#include <new>
#include <stdexcept>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fabricmap::testing {
namespace {

constexpr int exit_code_of_interrupted = static_cast<int>(ExitCode::interrupted);
constexpr int exit_code_of_files = static_cast<int>(ExitCode::file);
/// What changes files.
constexpr std::array changes{
    SYS_write,    SYS_pwrite64, SYS_writev,  SYS_openat, SYS_ftruncate, SYS_fallocate,       SYS_fsync,
    SYS_renameat, SYS_unlinkat, SYS_mkdirat, SYS_linkat, SYS_sendfile,  SYS_copy_file_range,
#ifdef SYS_rename  // as newer machines have only those above
    SYS_rename,   SYS_unlink,   SYS_mkdir,   SYS_rmdir,  SYS_open,
#endif
};

/// From now on this process stops for its tracer before each change.
void stop_before_changes() {
    std::vector<sock_filter> filter{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)}};
    for (const auto change : changes) {
        filter.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<std::uint32_t>(change)});
        filter.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_TRACE});
    }
    filter.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        throw std::runtime_error("its system calls cannot be filtered");
}

bool has_remedy(const FileError& error) {
    return std::string_view(error.what()).find("; ") != std::string_view::npos;
}

/// Does the work when its parent lets it.
[[noreturn]] void be_traced(const Work& work, std::size_t& committed) {
    try {
        if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) throw std::runtime_error("it cannot be traced");
        raise(SIGSTOP);
        stop_before_changes();
        work([&](std::size_t reported) { committed = reported; });
        _exit(0);
    } catch (const std::exception& error) {
        const auto* const known = dynamic_cast<const Error*>(&error);
        if (known != nullptr && known->code() == ExitCode::interrupted) _exit(exit_code_of_interrupted);
        const auto* const of_file = dynamic_cast<const FileError*>(&error);
        if (of_file != nullptr && has_remedy(*of_file)) _exit(exit_code_of_files);
        std::fprintf(stderr, "the process that is traced: %s\n", error.what());
        _exit(1);
    }
}

/// In the stop before a system call: it is not made, and returns the error. False where this machine cannot.
bool let_it_fail([[maybe_unused]] pid_t process, [[maybe_unused]] int error_number) {
#ifdef __x86_64__
    return ptrace(PTRACE_POKEUSER, process, offsetof(user_regs_struct, orig_rax), -1L) == 0 &&
           ptrace(PTRACE_POKEUSER, process, offsetof(user_regs_struct, rax), -long{error_number}) == 0;
#else
    return false;
#endif
}

constexpr int of_seccomp = SIGTRAP | PTRACE_EVENT_SECCOMP << 8;

/// Waits until the first thread of the process stops or ends. Its other threads are traced as well, as their
/// changes would fail in the filter otherwise, and are let go on whenever they stop.
int wait_for(pid_t process) {
    int status = 0;
    for (pid_t stopped = 0; (stopped = waitpid(-1, &status, __WALL)) != process;) {
        if (stopped < 0) throw std::runtime_error("the process to be killed is gone");
        if (!WIFSTOPPED(status)) continue;
        const bool is_own = status >> 16 == 0 && WSTOPSIG(status) != SIGSTOP;
        ptrace(PTRACE_CONT, stopped, nullptr, is_own ? long{WSTOPSIG(status)} : 0);
    }
    return status;
}

/// Waits for the process to be ready and has it stop before its changes.
int begin_to_trace(pid_t process) {
    const int status = wait_for(process);
    ptrace(PTRACE_SETOPTIONS, process, nullptr,
           PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
    return status;
}

/// The signal with which a stopped thread goes on: none after a stop that only its tracer sees.
long signal_of(int status) {
    return WIFSTOPPED(status) && status >> 16 == 0 ? WSTOPSIG(status) : 0;
}

/// Lets the process work until it is in that change, within which it gets the signal, and to its end.
KilledWork trace_until_killed(pid_t process, int last_change, int last_signal) {
    KilledWork outcome;
    int status = begin_to_trace(process);
    bool is_last = last_change == 0;
    for (long signal = 0; WIFSTOPPED(status); signal = signal_of(status)) {
        // One that is caught goes to the thread that is in the change: another one might take it too late.
        const bool is_caught = last_signal != SIGKILL;
        if (is_last && is_caught) tgkill(process, process, last_signal);
        ptrace(PTRACE_CONT, process, nullptr, signal);
        if (is_last && !is_caught) kill(process, last_signal);
        status = wait_for(process);
        const bool at_change = status >> 8 == of_seccomp;
        outcome.changes += at_change ? 1 : 0;
        is_last = at_change && outcome.changes == last_change;
    }
    outcome.killed = WIFSIGNALED(status) || WEXITSTATUS(status) == exit_code_of_interrupted;
    if (!outcome.killed && WEXITSTATUS(status) != 0) throw std::runtime_error("the work to be killed failed");
    return outcome;
}

}  // namespace

Kills::Kills(const KillPlan& plan)
    : planned_(repetitions(plan.quick, plan.whole, "FABRICMAP_KILLS")), random_(plan.seed) {}

bool Kills::next() {
    name_.reset();
    if (::testing::Test::HasFailure()) return false;
    if (++number_ < planned_) {
        name_.emplace(__FILE__, __LINE__, "kill " + std::to_string(number_ + 1));
        return true;
    }
    std::printf("%d of %d kills hit what they were meant for\n", hits_, planned_);
    EXPECT_GT(4 * hits_, planned_) << "too few to say anything";
    return false;
}

void Kills::sleep_up_to(std::chrono::milliseconds longest) {
    std::this_thread::sleep_for(std::chrono::milliseconds(draw(0, longest.count())));
}

void Kills::kill_one_of(const Command& command) {
    std::vector<pid_t> targets = command.children();
    targets.push_back(command.pid());
    kill(targets[draw(0, targets.size() - 1)], SIGKILL);
}

KilledWork kill_within(int change, const Work& work, int signal) {
    void* const shared =
        mmap(nullptr, sizeof(std::size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) throw std::runtime_error("no memory for reports");
    auto& committed = *new (shared) std::size_t(0);
    const pid_t process = fork();
    if (process == 0) be_traced(work, committed);
    KilledWork outcome = trace_until_killed(process, change, signal);
    outcome.committed = committed;
    munmap(shared, sizeof(std::size_t));
    return outcome;
}

int code_where_a_change_fails(int change, const Work& work, int error_number) {
    std::size_t committed = 0;
    const pid_t process = fork();
    if (process == 0) be_traced(work, committed);
    int status = begin_to_trace(process);
    bool fails = true;
    int changes = 0;
    for (long signal = 0; WIFSTOPPED(status); signal = signal_of(status)) {
        ptrace(PTRACE_CONT, process, nullptr, signal);
        status = wait_for(process);
        if (status >> 8 == of_seccomp && ++changes == change) fails = let_it_fail(process, error_number);
    }
    if (!fails) return -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == exit_code_of_files) return exit_code_of_files;
    throw std::runtime_error("the work ended otherwise than with an error of files");
}

int changes_of(const Work& work) {
    return kill_within(std::numeric_limits<int>::max(), work).changes;
}

void expect_to_survive_kills(const ResumableWork& work, const KillPlan& plan) {
    std::unique_ptr<TemporaryFolder> folder;
    std::size_t there = 0;
    const Work run = [&](const Report& report) { work.run(folder->path(), report); };
    const auto begin = [&] {
        folder = std::make_unique<TemporaryFolder>();
        there = 0;
    };
    begin();
    const int changes_to_end = changes_of(run);
    begin();
    for (Kills kills(plan); kills.next();) {
        const KilledWork outcome = kill_within(kills.draw(0, changes_to_end), run);
        kills.count(outcome.killed);
        const std::size_t committed = std::max(there, outcome.committed);
        there = work.check(folder->path());
        EXPECT_GE(there, committed);
        EXPECT_LE(there, committed + work.per_commit);
        if (outcome.killed) continue;
        EXPECT_EQ(there, work.whole) << "it ended";
        begin();
    }
    run([](std::size_t /*committed*/) {});
    EXPECT_EQ(work.check(folder->path()), work.whole) << "it was resumed";
}

}  // namespace fabricmap::testing
