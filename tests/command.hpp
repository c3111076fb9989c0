// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace fabricmap::testing {

/// How a command ended and what it printed.
struct Outcome {
    int exit_code = -1;  ///< 128 + the signal's number where a signal ended it
    bool timed_out = false;
    std::chrono::duration<double> took{0};
    std::string out;
    std::string err;
};

/// Only what hangs takes so long, also on a slow machine whose cores the ranks of other tests keep. ctest
/// gives a test 600 s.
constexpr std::chrono::seconds until_it_hangs{500};

/// A command that runs, with its standard output and error caught. Everything that it started, and that
/// outlives it, is ended with it: nothing of a test is left on the machine.
class Command {
  public:
    /// The first word is the program's path.
    explicit Command(const std::vector<std::string>& words);
    ~Command();
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    /// The processes that it has started itself, at this moment.
    [[nodiscard]] std::vector<pid_t> children() const;
    /// Waits for the end of the command and of all that it started, and kills what is left after `limit`.
    Outcome wait(std::chrono::seconds limit = until_it_hangs);

  private:
    void kill_all() const;

    pid_t pid_ = -1;
    int out_ = -1;
    int err_ = -1;
    std::chrono::steady_clock::time_point started_;
};

/// What /proc says of a process in a file such as "environ"; nothing once it has ended.
[[nodiscard]] std::string process_file(pid_t process, const std::string& name);

/// Looks again and again until it holds; false where it does not for longer than anything takes.
[[nodiscard]] bool eventually(const std::function<bool()>& holds);

[[nodiscard]] Outcome run(const std::vector<std::string>& words, std::chrono::seconds limit = until_it_hangs);

}  // namespace fabricmap::testing
