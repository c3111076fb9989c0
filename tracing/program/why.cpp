// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/output_file.hpp"
#include "base/remark.hpp"
#include "tracing/program/claim.hpp"
#include "tracing/program/commands.hpp"
#include "tracing/recording/layout.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;

/// A launcher that starts this command starts it once for each rank.
void require_no_launcher() {
    for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
        if (std::getenv(name) == nullptr) continue;
        throw UsageError("why: give it the launcher: network_trace why -- mpirun -np 4 ./solver");
    }
}

fs::path make_folder(const WhyOptions& options) {
    if (!options.folder.empty()) {
        std::error_code problem;
        if (fs::create_directory(options.folder, problem)) return options.folder;
        throw FileError(fmt::format("{}: {}; give a folder that does not exist", options.folder.string(),
                                    problem ? problem.message() : "exists"));
    }
    std::string name = "fabricmap_why_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
        throw FileError(fmt::format(".: no folder can be made here: {}; give one that all hosts see: -o DIR",
                                    std::strerror(errno)));
    }
    return name;
}

/// Runs it in a process of its own, to which alone an interrupt from the terminal goes. Its exit code, as a
/// shell tells it.
int run_apart(const std::function<void()>& become) {
    const pid_t child = fork();
    if (child < 0) throw FileError(fmt::format("no process can be started: {}", std::strerror(errno)));
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);  // whoever ends this command ends the launcher, too
        try {
            become();
        } catch (const std::exception& error) {
            remark(fmt::format("network_trace: {}\n", error.what()));
        }
        std::_Exit(static_cast<int>(ExitCode::file));
    }
    const auto interrupt = std::signal(SIGINT, SIG_IGN);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    std::signal(SIGINT, interrupt);
    constexpr int by_signal = 128;
    return WIFSIGNALED(status) ? by_signal + WTERMSIG(status) : WEXITSTATUS(status);
}

/// So that reports of the trace can say how the program ended.
void note_exit_code(const fs::path& trace, int code) {
    OutputFile file(trace / exit_code_file);
    file.write(fmt::format("{}\n", code));
    file.commit();
}

int check(const fs::path& trace, const fs::path& page) {
    const fs::path rules = sibling_program("network_rules");
    return run_apart([&] {
        execl(rules.c_str(), rules.c_str(), "check", "--trace", trace.c_str(), "--problems", "3", "--html",
              page.c_str(), nullptr);
        remark(fmt::format("{}: cannot be started: {}; install fabricmap anew\n", rules.string(),
                           std::strerror(errno)));
    });
}

}  // namespace

int explain_program(const WhyOptions& options) {
    require_no_launcher();
    const fs::path folder = make_folder(options);
    RecordOptions record;
    record.folder = folder / "trace";
    record.command = options.command;
    const int of_program = run_apart([&] { become_program(record); });
    if (!fs::exists(record.folder) || give_back_claim(record.folder)) {
        std::error_code ignored;
        fs::remove(folder, ignored);
        if (of_program != 0) return of_program;
        throw Error(ExitCode::failure,
                    fmt::format("{}: nothing was recorded: it made no call of MPI", options.command.front()));
    }
    if (of_program != 0) remark(fmt::format("network_trace: the program ended with code {}\n", of_program));
    note_exit_code(record.folder, of_program);
    std::fflush(stdout);
    const fs::path page = folder / "why.html";
    const int of_rules = check(record.folder, page);
    if (fs::exists(page)) {
        remark(fmt::format(
            "Page: {}\nTrace: {} (network_rules check, network_trace show; remove {} when done)\n",
            page.string(), record.folder.string(), folder.string()));
    }
    return of_program != 0 ? of_program : of_rules;
}

}  // namespace fabricmap::tracing
