// SPDX-License-Identifier: Apache-2.0
#include "started_run.hpp"

#include "base/quantities.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fabricmap::lab::testing {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    // A process that ends while its file is read makes reading fail: an operator does not throw then.
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names;
}

void become(std::vector<std::string> words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execv(arguments.front(), arguments.data());
    _exit(127);
}

}  // namespace

StartedRun::StartedRun(const std::string& scenario_text, const std::vector<std::string>& options) {
    mark_ = "FABRICMAP_LAB_TEST=" + folder_.path().string();
    fabricmap::testing::write_bytes(folder_ / "some.lab", scenario_text);
    fs::create_directory(folder_ / "results");
    fs::create_directory(folder_ / "tmp");
    std::vector<std::string> words{RUN_SCENARIO, folder_ / "some.lab", prefix()};
    words.insert(words.end(), options.begin(), options.end());
    process_ = fork();
    if (process_ != 0) return;
    const int output = open((folder_ / "output").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    setenv("FABRICMAP_LAB_TEST", folder_.path().c_str(), 1);
    setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
    become(words);
}

StartedRun::~StartedRun() {
    if (process_ < 0) return;
    send(SIGKILL);
    (void)wait();
}

void StartedRun::send(int signal) const {
    kill(process_, signal);
}

Ended StartedRun::wait() {
    using namespace std::chrono_literals;
    constexpr auto longest = 60s;
    const auto started = std::chrono::steady_clock::now();
    int status = 0;
    while (waitpid(process_, &status, WNOHANG) == 0) {
        // What hangs must fail a test, not stop all of them.
        if (std::chrono::steady_clock::now() - started > longest) send(SIGKILL);
        std::this_thread::sleep_for(5ms);
    }
    process_ = -1;
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), text_of(folder_ / "output")};
}

std::vector<pid_t> StartedRun::processes() const {
    std::vector<pid_t> found;
    for (const std::string& name : names_in("/proc")) {
        const auto process = read_number<pid_t>(name);
        if (!process) continue;
        // A process that has ended but is not yet reaped has an empty environment.
        if (text_of(fs::path("/proc") / name / "environ").find(mark_) != std::string::npos) {
            found.push_back(*process);
        }
    }
    return found;
}

std::vector<std::string> StartedRun::temporary_files() const {
    return names_in(folder_ / "tmp");
}

std::vector<std::string> StartedRun::result_files() const {
    return names_in(folder_ / "results");
}

}  // namespace fabricmap::lab::testing
